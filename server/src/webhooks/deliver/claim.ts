import type { Selectable } from "kysely";
import { buildSigningKeyIdSql } from "../../auth/keys/keys.ts";
import type { Deps } from "../../deps.ts";
import { LOCKS } from "../../platform/database/locks.ts";
import { claimUnderLock } from "../../platform/work/claim-under-lock.ts";
import { claimWithSpare } from "../../platform/work/claim-with-spare.ts";
import type { DeliveryRow } from "../log/delivery-store.ts";
import type { WebhookTable } from "../table.ts";

/** How many concurrent requests an endpoint gets, over all processes. */
export const REQUESTS_AT_ONCE = 64;
/**
 * The same for an endpoint that has been failing for a minute, so that a hanging one does not take the others' slots.
 */
export const FAILING_AT_ONCE = 2;
const FAILING_AFTER_MS = 60_000;

/** A delivery that this process holds, with its webhook in its current state; payload and response as JSON texts. */
export type DueDelivery = Pick<
  DeliveryRow,
  | "id"
  | "org_id"
  | "account_id"
  | "environment"
  | "sealed"
  | "claim"
  | "turn"
  | "tries"
  | "recoveries"
  | "webhook_id"
  | "event"
  | "traceparent"
> &
  Pick<
    Selectable<WebhookTable>,
    | "type"
    | "url"
    | "sealed_url"
    | "method"
    | "body"
    | "headers"
    | "sealed_headers"
    | "is_enabled"
    | "revision"
    | "failing_since"
    | "failed_at"
  > & {
    readonly payload: string;
    readonly response: string | null;
    /** The key of `x-cobalt-signature`. */
    readonly api_key_id: string | null;
  };

/**
 * Webhooks take turns: in one round over all that have ready deliveries, starting where the last claim ended, each
 * gives its oldest ones, as many as its endpoint may still have at a time and never more than a quarter of the free
 * slots, so that a few hanging endpoints leave room for all others. Run under the lock, so that its counts stay true
 * until it commits. $1 worker, $2 free, $3 the webhook after which it begins, $4 and $5 the limits, $6 failing before
 * this.
 */
const CLAIM = `with recursive around (id, is_webhook, is_second_half) as (
    select $3::text collate "C", false, false
    union all
    select coalesce(step.next, '' collate "C"), step.next is not null, is_second_half or step.next is null
    from around cross join lateral (
      select (select d.webhook_id from webhook_deliveries d where d.ready_at is not null and d.webhook_id > around.id
        order by d.webhook_id limit 1) as next offset 0
    ) step
    where not is_second_half or step.next <= $3
  ), picked as (
    select d.id, row_number() over () as place, w.*
    from around cross join lateral (
      select w.id as webhook_id, type, url, sealed_url, method, body, headers, sealed_headers, is_enabled, revision,
        failing_since, failed_at, ${buildSigningKeyIdSql("w")} as api_key_id
      from webhooks w where w.id = around.id offset 0
    ) w cross join lateral (
      select d.id from webhook_deliveries d where d.ready_at is not null and d.webhook_id = w.webhook_id
      order by d.ready_at, d.id limit greatest(0, least(greatest($2::int / 4, 1),
        case when w.failing_since < $6 then $5::int else $4::int end - (
          select count(*) from webhook_deliveries held where held.webhook_id = w.webhook_id and held.worker is not null)))
      for no key update skip locked
    ) d
    where around.is_webhook limit $2::int
  )
  update webhook_deliveries d set worker = $1, claim = d.claim + 1, ready_at = null
  from picked where d.id = picked.id
  returning d.id, d.org_id, d.account_id, d.environment, d.sealed, d.claim, d.turn, d.tries, d.recoveries, d.event, d.traceparent, d.payload::text as payload, d.response::text as response,
    picked.webhook_id, picked.type, picked.url, picked.sealed_url, picked.method, picked.body, picked.headers,
    picked.sealed_headers, picked.is_enabled, picked.revision, picked.failing_since, picked.failed_at,
    picked.api_key_id, picked.place::int as place`;

interface DeliveryClaimRequest {
  readonly workerId: string;
  readonly free: number;
  /** The webhook after which the round begins. */
  readonly after: string;
}

interface Claimed {
  due: DueDelivery[];
  /** The webhook with which the round ended. */
  last: string;
}

type ClaimDeps = Pick<Deps, "database" | "clock" | "log">;

/**
 * Claims up to `free` ready deliveries, in turn over the webhooks. The last `spare` of them go to webhooks that hold
 * none, so that each makes progress however many endpoints hang.
 */
export async function claimDeliveries(
  deps: ClaimDeps,
  { workerId, free, spare = 0, after }: DeliveryClaimRequest & { spare?: number },
): Promise<Claimed> {
  let last = after;
  const claimWithin = (atOnce: number) => async (claimed: DueDelivery[], upTo: number) => {
    const turns = await takeTurns(deps, { workerId, free: upTo - claimed.length, after: last }, atOnce);
    claimed.push(...turns.due);
    last = turns.last;
  };
  const due = await claimWithSpare(deps.log, { free, spare }, claimWithin(REQUESTS_AT_ONCE), claimWithin(1));
  return { due, last };
}

/** As many of each webhook as keep it at no more than `atOnce`. */
async function takeTurns(
  { database, clock }: ClaimDeps,
  { workerId, free, after }: DeliveryClaimRequest,
  atOnce: number,
): Promise<Claimed> {
  if (free <= 0) return { due: [], last: after };
  const failingBefore = new Date(clock.now().getTime() - FAILING_AFTER_MS);
  const values = [workerId, free, after, atOnce, Math.min(atOnce, FAILING_AT_ONCE), failingBefore];
  const rows = await claimUnderLock(database, LOCKS.deliveries, {
    name: "webhooks-claim",
    text: CLAIM,
    values,
  });
  // The statement names exactly these columns.
  const due = rows as unknown as (DueDelivery & { place: number })[];
  const last = due.reduce((latest, one) => (one.place > latest.place ? one : latest), {
    place: 0,
    webhook_id: after,
  });
  return { due, last: last.webhook_id };
}
