import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import { buildNotifyStatement, buildUsagePayload, type NotifyEvent } from "../../webhooks/notify.ts";
import { WEBHOOKS } from "../../webhooks/table.ts";
import type { Meter } from "../meters.ts";
import { STORED_NOW } from "./account-limits.ts";
import { buildCapsSql, CAPS, type CapName } from "./caps.ts";

/** An account whose usage of a meter has changed; its id is the row's. */
export interface ChangedUsage {
  readonly account_id: string;
  readonly meter: Meter;
}

/** A limit that an account has come to. */
interface ReachedLimit {
  readonly orgId: string;
  readonly environment: Scope["environment"];
  readonly account: string;
  readonly accountId: string;
  readonly cap: CapName;
  readonly level: "soft" | "hard";
  readonly plan: string | null;
  readonly most: number;
  readonly used: number;
  readonly startsOn: string;
  readonly endsOn: string;
}

type TellDeps = Pick<Deps, "queue" | "clock" | "usageCaps">;

// Whoever counts later in the same period finds the notice, and tells nobody again.
const REACHED = {
  text: `with given as materialized (
      select distinct account_id, meter from json_to_recordset($1::json) as g (account_id text, meter text)
    ), limited as materialized (
      select c.*, case when c.meter = 'storage' then stored.bytes else c.counted end as used
      from (${buildCapsSql("$2")}) c left join (${STORED_NOW} where g.meter = 'storage') stored on stored.account_id = c.account_id
    ), told as (
      insert into usage_notices (account_id, cap, starts_on, level, org_id, environment, plan, most, used, ends_on, created_at)
      select l.account_id, l.cap, l.starts_on, reached.level, l.org_id, l.environment, l.plan, reached.most, l.used, l.ends_on, $2::timestamptz
      from limited l cross join lateral (values ('soft', l.soft), ('hard', l.hard)) as reached (level, most)
      where reached.most is not null and l.used >= reached.most and l.used > 0
      order by 1, 2, 3, 4
      on conflict do nothing returning *
    )
    select t.org_id as "orgId", t.environment, t.account_id as account, a.account_id as "accountId", t.cap, t.level, t.plan,
      t.most::float8 as most, t.used::float8 as used, t.starts_on::text as "startsOn", t.ends_on::text as "endsOn"
    from told t join linked_accounts a on a.id = t.account_id order by t.account_id, t.cap, t.level desc`,
};

/**
 * Tells the webhooks that listen for it that accounts have come to a soft or hard limit, in the transaction that counts
 * what they used: once for each account, limit and period.
 */
export async function notifyOfLimits(
  deps: TellDeps,
  tx: Tx,
  changed: readonly ChangedUsage[],
): Promise<void> {
  if (changed.length === 0 || !deps.usageCaps.hasAny()) return;
  const at = deps.clock.now();
  const reached = await runStatement<ReachedLimit>(tx, REACHED, [JSON.stringify(changed), at.toISOString()]);
  if (reached.length === 0) return;
  const statement = buildNotifyStatement(reached.map((limit) => toEvent(limit, at)));
  const deliveries = await runStatement(tx, statement, statement.values);
  if (deliveries.length > 0) deps.queue.ready(tx, WEBHOOKS);
}

function toEvent(limit: ReachedLimit, at: Date): NotifyEvent {
  const { orgId, environment, account, accountId, cap, level, plan, most, used, startsOn, endsOn } = limit;
  const { meter, period } = CAPS[cap];
  const scope = { orgId, environment, account: { id: account, accountId } };
  const event = level === "soft" ? "Usage Limit Approaching" : "Usage Limit Reached";
  const payload = buildUsagePayload(scope, {
    event,
    linkedAccountId: accountId,
    limit: cap,
    meter,
    period,
    plan,
    most,
    used,
    startsOn: period && startsOn,
    resetsOn: period && endsOn,
    message: describeReached(limit),
    at,
  });
  return { scope, event, payload, at };
}

/** One line for people. */
export function describeReached({
  accountId,
  cap,
  level,
  most,
  used,
}: Pick<ReachedLimit, "accountId" | "cap" | "level" | "most" | "used">): string {
  const limit = level === "soft" ? "soft limit" : "limit";
  const [one, many] = CAPS[cap].units;
  const unit = most === 1 ? one : many;
  return `${accountId}: ${used.toLocaleString("en")} used, ${limit} ${most.toLocaleString("en")} ${unit}`;
}
