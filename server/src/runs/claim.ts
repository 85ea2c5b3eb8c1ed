import type { Deps } from "../deps.ts";
import type { BoundStatement, Database } from "../platform/database/database.ts";
import { LOCKS } from "../platform/database/locks.ts";
import { claimWithSpare } from "../platform/work/claim-with-spare.ts";
import type { LoadedRun } from "./store.ts";

// How many lanes one claim looks at: bounds its cost, however many accounts have a backlog.
const LANES = 64;
const MAX_ROUNDS = 8;

// Losing a claim in a crash hands the run out again, which a claim that was never made would have done too.
const NO_WAIT: BoundStatement = {
  name: "claims-async",
  text: "set local synchronous_commit = off",
  values: [],
};
const LOCK: BoundStatement = {
  name: "claims-lock",
  text: "select pg_advisory_xact_lock($1)",
  values: [LOCKS.admission],
};

/**
 * Lanes take turns: from where the last claim ended, each gives its oldest runs, as many as its account and its
 * workflow may still have at a time over all processes; the first of each lane go before the second ones. Run under
 * the admission lock, so that what it counts stays true until it has committed.
 */
const CLAIM = `with recursive lanes (lane, n) as (
    (select lane, 1 from runs where ready_at is not null and lane > $3 order by lane limit 1)
    union all
    select (select r.lane from runs r where r.ready_at is not null and r.lane > lanes.lane order by r.lane limit 1), n + 1
    from lanes where lanes.lane is not null and n < ${LANES}
  ), share (lane, free) as materialized (
    select lane, $4::int - (select count(*) from runs h where h.account_id = split_part(lanes.lane, ':', 1) and h.worker is not null)::int
    from lanes where lane is not null
  ), head as materialized (
    select h.*, share.free, share.lane from share cross join lateral (
      select id, account_id, workflow_id, environment, workflow_limit, ready_at from runs r
      where r.lane = share.lane and r.ready_at <= now()
      order by r.ready_at, r.id limit least(greatest(share.free, 0), $2::int) for no key update skip locked
    ) h
  ), placed as (
    select head.*, row_number() over (partition by lane order by ready_at, id) as place,
      row_number() over (partition by workflow_id, environment order by ready_at, id) as of_workflow
    from head
  ), fitting as (
    select id, lane, place, free, row_number() over (partition by account_id order by place, ready_at, id) as of_account
    from placed
    where workflow_limit is null or of_workflow <= workflow_limit - (
      select count(*) from runs h where h.workflow_id = placed.workflow_id and h.environment = placed.environment
        and h.worker is not null and h.workflow_limit is not null)
  ), picked as (
    select id from fitting where of_account <= free order by place, lane limit $2::int
  ), taken as (
    update runs r set worker = $1, claim = r.claim + 1, ready_at = null, wake_at = null,
      started_at = coalesce(r.started_at, now())
    from picked where r.id = picked.id returning r.*
  )
  select taken.*, a.account_id as "accountId", a.name as "accountName", a.udf,
    (select max(lane) from lanes) as "lastLane", (select count(lane) from lanes)::int as "lanes"
  from (select 1) one left join taken on true left join linked_accounts a on a.id = taken.account_id`;

// Where the next claim of a process begins, so that all lanes get their turn.
const cursors = new WeakMap<Database, string>();

type ClaimedRow = LoadedRun & { accountId: string; lastLane: string | null; lanes: number };

/**
 * Takes up to `free` runs that are ready, in turn over the accounts and within all limits. The last `spare` of them go to
 * accounts that hold none: however many others are slow, each gets on.
 */
export function claimRuns(
  { database, config, log }: Pick<Deps, "database" | "config" | "log">,
  free: number,
  workerId: string,
  spare = 0,
): Promise<LoadedRun[]> {
  const limit = config.accountConcurrency;
  const claimWithin = (limit: number) => (runs: LoadedRun[], upTo: number) =>
    takeTurns(database, runs, { workerId, upTo, limit });
  return claimWithSpare(log, { free, spare }, claimWithin(limit), claimWithin(Math.min(1, limit)));
}

interface Wanted {
  readonly workerId: string;
  readonly upTo: number;
  /** How many runs an account may have at a time. */
  readonly limit: number;
}

/** Adds to `runs` what each round has committed, whatever becomes of the next one. */
async function takeTurns(
  database: Database,
  runs: LoadedRun[],
  { workerId, upTo, limit }: Wanted,
): Promise<void> {
  const begin = cursors.get(database) ?? "";
  let from = begin;
  let hasTurned = begin === "";
  // Lanes whose limits are reached give nothing: those behind them are asked, too.
  for (let round = 0; round < MAX_ROUNDS && runs.length < upTo; round++) {
    const rows = await claimFrom(database, [workerId, upTo - runs.length, from, limit]);
    const [{ lanes = 0, lastLane = null } = {}] = rows;
    const taken = rows.flatMap(toRun);
    runs.push(...taken);
    if (runs.length >= upTo) from = taken.map(({ lane }) => lane).reduce(later);
    else from = lanes < LANES ? "" : (lastLane ?? "");
    if (hasTurned && (from === "" || (begin !== "" && from >= begin))) break;
    hasTurned ||= from === "";
  }
  cursors.set(database, from);
}

/** As the database orders them. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}

async function claimFrom(database: Database, values: readonly unknown[]): Promise<ClaimedRow[]> {
  const rows = await database.batch([NO_WAIT, LOCK, { name: "runs-claim", text: CLAIM, values }]);
  // The statement names exactly these columns.
  return (rows.at(-1) ?? []) as unknown as ClaimedRow[];
}

function toRun({ accountId, lastLane: _lane, lanes: _lanes, ...run }: ClaimedRow): LoadedRun[] {
  return run.id ? [{ ...run, account: { id: run.account_id, accountId } }] : [];
}
