import { buildChangeLogSql } from "../../changes/log-change.ts";
import type { Deps } from "../../deps.ts";
import type { BoundStatement, Database } from "../../platform/database/database.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { writeAgain } from "../../platform/database/write-again.ts";
import type { WorkerRow } from "../../platform/work/work-table.ts";
import type { AttemptRow } from "../log/delivery-store.ts";
import type { DeliveryStatus } from "../table.ts";

/** The verdict of an attempt on its endpoint. */
export type Verdict = "works" | "fails" | "gone";

/** The new state of a delivery that this process holds. */
export interface Settlement {
  readonly held: WorkerRow;
  /** The round in which it was claimed: a delivery that was restarted since then is sent again. */
  readonly turn: number;
  readonly status: DeliveryStatus;
  readonly tries: number;
  readonly recoveries: number;
  readonly nextAttemptAt: Date | null;
  readonly attempt?: Omit<AttemptRow, "delivery_id">;
  /** Only if the webhook does not have it yet; refers to the webhook as it was at the attempt. */
  readonly verdict?: { readonly webhookId: string; readonly revision: number; readonly is: Verdict };
  readonly now: Date;
}

/** `refused`: another process has the delivery by now, or it was deleted; nothing was written. `again`: it is ready once more. */
export type SettleResult = "settled" | "again" | "refused";

/**
 * Writes the results of deliveries, all that end at one moment in one transaction, as long as this process holds
 * them.
 */
export function createDeliverySettler({
  database,
  log,
}: Pick<Deps, "database" | "log">): (settlement: Settlement) => Promise<SettleResult> {
  const write = createGroupCommit((settlements: readonly Settlement[]) => flush(database, log, settlements));
  // If the answer to a COMMIT was lost, the repetition finds that the delivery is no longer held.
  return (settlement) => writeAgain(() => write(settlement));
}

async function flush(
  database: Database,
  log: Deps["log"],
  settlements: readonly Settlement[],
): Promise<SettleResult[]> {
  // Webhooks before deliveries: deleting a webhook locks in the same order.
  const verdicts = buildVerdictStatement(settlements);
  const rows = await database.batch([...(verdicts ? [verdicts] : []), buildSettleStatement(settlements)]);
  for (const { id, reason } of verdicts ? (rows[0] ?? []) : [])
    log.warn({ webhookId: id, reason }, "webhook.disabled");
  const turns = new Map((rows.at(-1) ?? []).map(({ id, claim, turn }) => [`${id}/${claim}`, turn]));
  return settlements.map(({ held, turn }) => {
    const now = turns.get(`${held.id}/${held.claim}`);
    if (now === undefined) return "refused";
    return now === turn ? "settled" : "again";
  });
}

// Written so that no index serves it: by worker, everything it holds would be read for each.
const SETTLE = `with given as (
    select * from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::int[], $7::int[], $8::timestamptz[], $9::timestamptz[])
      as g (id, claim, worker, turn, status, tries, recoveries, next_attempt_at, at)
  ), settled as (
    update webhook_deliveries d set worker = null, recoveries = g.recoveries, updated_at = g.at,
      status = case when d.turn = g.turn then g.status else d.status end,
      tries = case when d.turn = g.turn then g.tries else d.tries end,
      sealed = case when d.turn = g.turn and g.status = 'delivered' then null else d.sealed end,
      next_attempt_at = case when d.turn = g.turn then g.next_attempt_at else d.next_attempt_at end,
      ready_at = case when d.turn = g.turn then null else d.next_attempt_at end
    from given g where d.id = g.id and d.claim = g.claim and d.worker is not distinct from g.worker
    returning d.id, d.claim, d.turn, d.org_id, d.environment, d.account_id, d.webhook_id, d.event, g.status as outcome, g.at
  ), attempt as materialized (
    select a.* from unnest($10::text[], $11::text[], $12::timestamptz[], $13::int[], $14::int[], $15::text[], $16::text[], $17::text[],
        $18::text[], $19::text[], $20::text[], $21::int[], $22::text[])
      as a (id, delivery_id, attempted_at, duration_ms, status_code, answer, error, url, method, headers, body, claim,
        answer_headers)
    join settled on settled.id = a.delivery_id and settled.claim = a.claim
  ), logged as (
    insert into webhook_attempts (id, delivery_id, attempted_at, duration_ms, status_code, answer, answer_headers,
      error, url, method, headers, body)
    select id, delivery_id, attempted_at, duration_ms, status_code, answer, answer_headers::json,
      error, url, method, headers::json, body from attempt
  ), told as (${buildChangeLogSql(
    {
      org_id: "org_id",
      environment: "environment",
      kind: "'delivery'",
      subject: "s.id",
      account_id: "account_id",
      parent: "webhook_id",
      name: "event",
      at: "at",
      status: "case outcome when 'pending' then 'retrying' else outcome end",
      duration_ms: "a.duration_ms",
    },
    "settled s left join attempt a on a.delivery_id = s.id where a.id is not null or outcome <> 'pending'",
  )})
  select id, claim, turn from settled`;

function buildSettleStatement(settlements: readonly Settlement[]): BoundStatement {
  const column = <Value>(read: (settlement: Settlement) => Value) => settlements.map(read);
  const attempts = settlements.flatMap(({ held, attempt }) => (attempt ? { ...attempt, held } : []));
  const logged = <Value>(read: (attempt: (typeof attempts)[number]) => Value) => attempts.map(read);
  return {
    name: "webhooks-settle",
    text: SETTLE,
    values: [
      column(({ held }) => held.id),
      column(({ held }) => held.claim),
      column(({ held }) => held.workerId),
      column(({ turn }) => turn),
      column(({ status }) => status),
      column(({ tries }) => tries),
      column(({ recoveries }) => recoveries),
      column(({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null),
      column(({ now }) => now.toISOString()),
      logged(({ id }) => id),
      logged(({ held }) => held.id),
      logged(({ attempted_at: at }) => at.toISOString()),
      logged(({ duration_ms: ms }) => ms),
      logged(({ status_code: code }) => code),
      logged(({ answer }) => answer),
      logged(({ error }) => error),
      logged(({ url }) => url),
      logged(({ method }) => method),
      logged(({ headers }) => headers && JSON.stringify(headers)),
      logged(({ body }) => body),
      logged(({ held }) => held.claim),
      logged(({ answer_headers: headers }) => headers && JSON.stringify(headers)),
    ],
  };
}

// Failures less than a day apart count as one streak, so that a rarely used webhook is not disabled after a few.
// Results of lost claims, or from before the webhook was changed, are ignored.
const JUDGE = `with given as (
    select v.webhook_id, v.revision, v.verdict from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[], $6::text[])
      as v (webhook_id, revision, verdict, delivery_id, claim, worker)
    join webhook_deliveries d on d.id = v.delivery_id and d.claim = v.claim and d.worker is not distinct from v.worker
  ), locked as (
    select w.id, verdict, w.failing_since, w.failed_at >= $7::timestamptz - interval '24 hours' as goes_on
    from webhooks w join given on given.webhook_id = w.id and given.revision = w.revision
    where w.is_enabled order by w.id for no key update of w
  ), judged as (
    select *, case when verdict = 'gone' then $8::text
      when verdict = 'fails' and goes_on and failing_since <= $7::timestamptz - interval '5 days' then $9::text end as reason
    from locked
  ), written as (
    update webhooks w set
      failing_since = case when verdict = 'works' then null when goes_on then w.failing_since else $7 end,
      failed_at = case when verdict = 'works' then null else $7 end,
      is_enabled = reason is null, disabled_reason = reason,
      disabled_at = case when reason is not null then $7 end,
      updated_at = case when reason is null then w.updated_at else $7 end,
      revision = w.revision + case when reason is null then 0 else 1 end
    from judged where w.id = judged.id returning w.id, judged.reason
  )
  select id, reason from written where reason is not null`;

const GONE = "The endpoint responded with 410 (gone).";
const FAILED_TOO_LONG = "Every attempt has failed for five days.";

function buildVerdictStatement(settlements: readonly Settlement[]): BoundStatement | undefined {
  const given = strongest(settlements);
  if (given.length === 0) return undefined;
  const latest = Math.max(...settlements.map(({ now }) => now.getTime()));
  return {
    name: "webhooks-judge",
    text: JUDGE,
    values: [
      given.map(({ verdict }) => verdict.webhookId),
      given.map(({ verdict }) => verdict.revision),
      given.map(({ verdict }) => verdict.is),
      given.map(({ held }) => held.id),
      given.map(({ held }) => held.claim),
      given.map(({ held }) => held.workerId),
      new Date(latest),
      GONE,
      FAILED_TOO_LONG,
    ],
  };
}

/** One settlement with a verdict for each webhook as it was: gone takes precedence, then success over failure. */
function strongest(settlements: readonly Settlement[]) {
  const strength: readonly Verdict[] = ["fails", "works", "gone"];
  const found = new Map<string, Settlement & { verdict: NonNullable<Settlement["verdict"]> }>();
  for (const settlement of settlements) {
    const { verdict } = settlement;
    if (!verdict) continue;
    const judged = `${verdict.webhookId}/${verdict.revision}`;
    const known = found.get(judged);
    if (!known || strength.indexOf(verdict.is) > strength.indexOf(known.verdict.is))
      found.set(judged, { ...settlement, verdict });
  }
  return [...found.values()];
}
