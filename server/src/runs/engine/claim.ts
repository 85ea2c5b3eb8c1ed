import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/database.ts";
import { LOCKS } from "../../platform/database/locks.ts";
import { claimUnderLock } from "../../platform/work/claim-under-lock.ts";
import { claimWithSpare } from "../../platform/work/claim-with-spare.ts";
import type { LoadedRun } from "../store.ts";

// How many lanes one claim looks at: bounds its cost, however many accounts have a backlog.
const LANES = 64;
const MAX_ROUNDS = 8;

/**
 * Lanes take turns. Starting where the last claim ended, each lane gives its oldest runs, as many as its
 * account and its workflow may still have active over all processes; the first run of every lane comes before
 * the second ones. Capacity under a workflow's limit goes to the accounts that hold the fewest of its runs,
 * with ties broken at random, as between the lanes of an account: without this, the first account would run
 * until its backlog is empty. Remembering whose turn it is would take state that all processes share. Runs under
 * the admission lock, so that its counts stay true until it commits.
 */
const CLAIM = `with recursive lanes (lane, n, first) as (
    select $3::text collate "C", 0, null::text collate "C"
    union all
    select next.lane, n + 1, coalesce(first, next.lane) from lanes cross join lateral (
      select coalesce(
        (select r.lane from runs r where r.ready_at is not null and r.lane > lanes.lane order by r.lane limit 1),
        (select r.lane from runs r where r.ready_at is not null order by r.lane limit 1)) as lane offset 0
    ) next
    where n < ${LANES} and next.lane is distinct from first
  ), share (lane, n, free) as materialized (
    select lane, n, $4::int - (select count(*) from runs h where h.account_id = split_part(lanes.lane, ':', 1) and h.worker is not null)::int
    from lanes where n > 0
  ), head as materialized (
    select h.*, share.* from share cross join lateral (
      select id, account_id, workflow_id, environment, workflow_limit, ready_at from runs r
      where r.lane = share.lane and r.ready_at <= now()
      order by r.ready_at, r.id limit least(greatest(share.free, 0), $2::int) for no key update skip locked
    ) h
  ), placed as materialized (
    select head.*, row_number() over (partition by lane order by ready_at, id) as place from head
  ), limited as (
    select id, account_id, workflow_id, environment, workflow_limit, n, free, place from placed where place <= workflow_limit
    union all
    select h.id, h.account_id, h.workflow_id, h.environment, null, null, null, 0
    from (select distinct workflow_id, environment from placed where workflow_limit is not null) w
    join runs h on h.workflow_id = w.workflow_id and h.environment = w.environment and h.worker is not null
      and h.workflow_limit is not null
  ), turns as (
    select limited.*, row_number() over (partition by workflow_id, account_id order by place, random()) as turn from limited
  ), drawn as (
    select turns.*, row_number() over (partition by workflow_id, environment order by place > 0, turn, random()) as of_workflow
    from turns
  ), open as (
    select id, account_id, n, free, place from placed where workflow_limit is null
    union all
    select id, account_id, n, free, place from drawn where place > 0 and of_workflow <= workflow_limit
  ), fitting as (
    select open.*, row_number() over (partition by account_id order by place, random()) as of_account from open
  ), picked as (
    select id, n from fitting where of_account <= free order by place, n limit $2::int
  ), taken as (
    update runs r set worker = $1, claim = r.claim + 1, ready_at = null, wake_at = null,
      started_at = coalesce(r.started_at, now())
    from picked where r.id = picked.id returning r.*, picked.n
  )
  select taken.*, a.account_id as "accountId", a.name as "accountName", a.udf,
    (select lane from share order by share.n desc limit 1) as "lastLane", (select count(*) from share)::int as "lanes"
  from (select 1) one left join taken on true left join linked_accounts a on a.id = taken.account_id`;

/** Where the next claim of this process begins, so that all lanes get their turn. */
export interface LaneCursor {
  lane: string;
}

declare module "../../deps.ts" {
  interface Features {
    readonly laneCursor: LaneCursor;
  }
}

type ClaimedRow = LoadedRun & { accountId: string; n: number; lastLane: string | null; lanes: number };

/**
 * Claims up to `free` ready runs, in turn over the accounts and within all limits. The last `spare` of them
 * go to accounts that hold none, so that each makes progress however many others are slow.
 */
export function claimRuns(
  { database, config, log, laneCursor }: Pick<Deps, "database" | "config" | "log" | "laneCursor">,
  free: number,
  workerId: string,
  spare = 0,
): Promise<LoadedRun[]> {
  const limit = config.accountConcurrency;
  const claimWithin = (limit: number) => (runs: LoadedRun[], upTo: number) =>
    takeTurns(database, laneCursor, runs, { workerId, upTo, limit });
  return claimWithSpare(log, { free, spare }, claimWithin(limit), claimWithin(Math.min(1, limit)));
}

interface RunClaimRequest {
  readonly workerId: string;
  readonly upTo: number;
  /** How many runs an account may hold at a time. */
  readonly limit: number;
}

/** Adds to `runs` what each round has committed, even if the next one fails. */
async function takeTurns(
  database: Database,
  cursor: LaneCursor,
  runs: LoadedRun[],
  { workerId, upTo, limit }: RunClaimRequest,
): Promise<void> {
  const begin = cursor.lane;
  let from = begin;
  const ends: string[] = [];
  // Lanes at their limits give nothing, so the lanes behind them are asked as well.
  for (let round = 0; round < MAX_ROUNDS && runs.length < upTo; round++) {
    const rows = await claimFrom(database, [workerId, upTo - runs.length, from, limit]);
    const [{ lanes = 0, lastLane = null } = {}] = rows;
    const taken = rows.filter(({ id }) => id);
    runs.push(...taken.map(toRun));
    if (lastLane === null) break;
    if (runs.length >= upTo) {
      from = taken.reduce((one, other) => (one.n > other.n ? one : other)).lane;
      break;
    }
    ends.push(lastLane);
    const isRound = lanes < LANES || isPassed(begin, from, lastLane);
    // The first lanes get what the workflows' limits leave, so the same lanes must not always be first.
    from = isRound ? (ends[Math.floor(Math.random() * ends.length)] ?? "") : lastLane;
    if (isRound) break;
  }
  cursor.lane = from;
}

/** Whether going round from one lane to another passes `begin`, in the database's order. */
function isPassed(begin: string, from: string, to: string): boolean {
  return from < to ? from < begin && begin <= to : from < begin || begin <= to;
}

async function claimFrom(database: Database, values: readonly unknown[]): Promise<ClaimedRow[]> {
  const rows = await claimUnderLock(database, LOCKS.admission, { name: "runs-claim", text: CLAIM, values });
  // The statement names exactly these columns.
  return rows as unknown as ClaimedRow[];
}

function toRun({ accountId, n: _n, lastLane: _lane, lanes: _lanes, ...run }: ClaimedRow): LoadedRun {
  return { ...run, account: { id: run.account_id, accountId } };
}
