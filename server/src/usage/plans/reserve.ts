import type { BoundStatement, Database, Db } from "../../platform/database/database.ts";
import { getSqlState, runStatement, type Tx } from "../../platform/database/database.ts";
import type { Meter } from "../meters.ts";
import { buildCapsSql, type CapName } from "./caps.ts";

/** What an account is about to use. */
export interface UsageClaim {
  /** Row id. */
  readonly accountId: string;
  readonly meter: Meter;
  readonly count: number;
  /** Counts, but is never refused: what a running execution starts. */
  readonly isWaived?: boolean;
}

/** A hard cap of an account, and what is used of it in its current period. */
export interface CapState {
  /** Row id. */
  readonly accountId: string;
  readonly cap: CapName;
  /** Undefined for an account without one. */
  readonly plan: string | null;
  readonly hard: number;
  readonly used: number;
  /** When the period ends, as a day in UTC. */
  readonly endsOn: string;
}

const GIVEN = `given as materialized (
    select account_id, meter, sum(count)::bigint as count, bool_and(coalesce("isWaived", false)) as waived
    from json_to_recordset($1::json) as g (account_id text, meter text, count int, "isWaived" boolean)
    group by 1, 2
  ), capped as materialized (select * from (${buildCapsSql("$2")}) all_caps where hard is not null)`;

// What was counted is added up on the way: a cap that is new, or was none for a while, begins with it.
const buildReserve = (source: string) => `with ${GIVEN}, reserved as (
    insert into usage_periods as p (account_id, cap, starts_on, used, added, most)
    select account_id, cap, starts_on, counted + count, count, case when not waived then hard end from ${source}
    where waived or counted + count <= hard
    order by account_id, cap, starts_on
    on conflict (account_id, cap, starts_on) do update set
      used = greatest(p.used, excluded.used - excluded.added) + excluded.added, added = excluded.added, most = excluded.most
    where excluded.most is null or greatest(p.used, excluded.used - excluded.added) + excluded.added <= excluded.most
    returning account_id, cap
  ), missing as (
    select c.* from capped c left join reserved r on r.account_id = c.account_id and r.cap = c.cap where r.cap is null
  )`;
// Beyond a cap, the whole transaction fails: its other statements are on their way already.
const FAIL = "select refuse_usage() from missing";
const RESERVE = buildReserve("capped");
const RESERVE_OR_FAIL = `${RESERVE} ${FAIL}`;
const RESERVE_RELAXED = {
  name: "usage-reserve-relaxed",
  text: `${buildReserve("capped cross join (select set_config('synchronous_commit', 'off', true)) relaxed")} ${FAIL}`,
};
// What others used while this statement waited for them is not in its snapshot.
const RESERVE_IF_FREE = {
  text: `${RESERVE}
    select m.account_id as "accountId", m.cap, m.plan, m.hard::float8 as hard, m.count::int as count, m.ends_on::text as "endsOn",
      greatest(m.counted, p.used, m.hard - m.count + 1)::float8 as used
    from missing m
    left join usage_periods p on p.account_id = m.account_id and p.cap = m.cap and p.starts_on = m.starts_on
    order by m.ends_on desc, m.starts_on limit 1`,
};

const encode = (claims: readonly UsageClaim[]) =>
  JSON.stringify(claims.map(({ accountId, ...claim }) => ({ ...claim, account_id: accountId })));

/**
 * A statement for a batch that takes what accounts are about to use from their hard caps, in the transaction of the
 * facts: processes wait for each other's, so that a cap is never exceeded (D559). If it does not suffice, the transaction
 * fails with `isBeyondCap`. Accounts without a hard cap have no row. Rows are locked in a fixed order, until the
 * transaction ends: it should be its last statement.
 */
export function buildReserveStatement(claims: readonly UsageClaim[], at: Date): BoundStatement {
  return { name: "usage-reserve", text: RESERVE_OR_FAIL, values: [encode(claims), at.toISOString()] };
}

/**
 * The same in a transaction of its own, which does not wait for the disk (D578); throws an error with `isBeyondCap`
 * otherwise, and then takes nothing.
 */
export async function claimUsage(database: Database, claims: readonly UsageClaim[], at: Date): Promise<void> {
  await database.query(RESERVE_RELAXED, [encode(claims), at.toISOString()]);
}

/** Whether a transaction failed because of `buildReserveStatement`. */
export function isBeyondCap(error: unknown): boolean {
  return getSqlState(error) === "JU001";
}

/** The same in a transaction, which must not commit if the result is a cap that does not suffice for `count`. */
export async function takeUsage(
  tx: Tx,
  claims: readonly UsageClaim[],
  at: Date,
): Promise<(CapState & { readonly count: number }) | undefined> {
  const values = [encode(claims), at.toISOString()];
  return (await runStatement<CapState & { count: number }>(tx, RESERVE_IF_FREE, values))[0];
}

const STATES = {
  text: `with ${GIVEN}
    select c.account_id as "accountId", c.cap, c.plan, c.hard::float8 as hard,
      greatest(c.counted, coalesce(p.used, 0))::float8 as used, c.ends_on::text as "endsOn"
    from capped c
    left join usage_periods p on p.account_id = c.account_id and p.cap = c.cap and p.starts_on = c.starts_on
    order by c.ends_on desc, c.starts_on`,
};

/** The hard caps of accounts, by their row ids, on a meter. */
export function readCapStates(
  db: Db,
  accountIds: readonly string[],
  meter: Meter,
  at: Date,
): Promise<CapState[]> {
  const claims = accountIds.map((accountId) => ({ accountId, meter, count: 0 }));
  return runStatement<CapState>(db, STATES, [encode(claims), at.toISOString()]);
}
