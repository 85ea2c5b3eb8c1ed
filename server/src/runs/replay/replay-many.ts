import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../operators/caller.ts";
import { allowBitmapScans } from "../../platform/database/bitmap-scans.ts";
import { type Db, getSqlState, isTransient, json, type Tx } from "../../platform/database/database.ts";
import {
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
} from "../../platform/database/long-list.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Page } from "../../platform/page.ts";
import type { JobContext, Topic } from "../../platform/queue/job.ts";
import { buildRunCondition, type RunFilter } from "../read/list.ts";
import type { RunWithAccount } from "../store.ts";
import { type ReplayDeps, replayRun } from "./replay.ts";
import type { ReplayOptions, ReplayTable } from "./replay-table.ts";

/** The maximum number of runs in one replay. */
export const MOST_REPLAYED = 100_000;
const BATCH = 100;
const MOST_PROBLEMS = 10;
const LONGEST_SEARCH_MS = 10_000;
// SQLSTATE.
const QUERY_CANCELED = "57014";

export type ReplayRow = Selectable<ReplayTable>;

/** A batch of a replay is due. */
export interface ReplayDue {
  readonly replayId: string;
}

/** Batches are carried out by `replayBatch`. */
export const replayDue: Topic<ReplayDue> = { name: "runs.replay-batch" };

/** How many runs a replay would find, at most `limit`. */
export async function countMatching(
  { queue }: Pick<ReplayDeps, "queue">,
  scope: Scope,
  filter: RunFilter,
  limit: number,
): Promise<number> {
  const found = sql<{
    n: number;
  }>`select count(*)::int as n from (${matching(scope, filter, limit)}) matching`;
  const { rows } = await searchFor(queue, filter, (tx) => found.execute(tx));
  return rows[0]?.n ?? 0;
}

const OPEN = sql`('RUNNING', 'STOPPING')`;
const REPAIRS = sql`('RUNNING', 'STOPPING', 'COMPLETED')`;

/**
 * The ids of ended runs that match a filter, oldest first. Of runs that repeat each other only the newest match, and
 * none that a later one has repaired or is still repairing.
 */
function matching(scope: Scope, filter: RunFilter, limit: number): RawBuilder<unknown> {
  const found = sql`${buildRunCondition(scope, filter)} and runs.status not in ${OPEN} and runs.test is null`;
  return sql`select own.id from runs
    cross join lateral (select runs.id, coalesce(runs.replay_root, runs.id) as root) own
    where ${found} and not exists (
      select from runs where runs.replay_root = own.root and runs.id > own.id and (runs.status in ${REPAIRS} or (${found})))
    order by own.id limit ${limit}`;
}

/** A transaction that searches by columns that may have no index; 400 if that takes too long. */
async function searchFor<Found>(
  queue: ReplayDeps["queue"],
  filter: RunFilter,
  work: (tx: Tx) => Promise<Found>,
): Promise<Found> {
  try {
    return await queue.transaction(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(LONGEST_SEARCH_MS)}`.execute(tx);
      if (filter.search) await allowBitmapScans(tx);
      return work(tx);
    });
  } catch (error) {
    if (getSqlState(error) !== QUERY_CANCELED) throw error;
    throw badRequest(
      `The search took longer than ${LONGEST_SEARCH_MS / 1000} s: narrow the filter, preferably by linked_account_id, workflow_id, status, start_date and end_date.`,
    );
  }
}

/** What a replay of many runs does. */
export interface ReplayOrder {
  readonly filter: RunFilter;
  /** The filter as requested, for display. */
  readonly asked: { [field: string]: Json };
  readonly startedBy: Caller;
  readonly options: ReplayOptions;
  readonly limit: number;
}

/** Starts to replay all runs that match a filter now, oldest first, at most `limit`. */
export function startReplay(
  { queue, clock }: Pick<ReplayDeps, "queue" | "clock">,
  scope: Scope & { account?: AccountRef },
  { filter, asked, startedBy, options, limit }: ReplayOrder,
): Promise<ReplayRow> {
  const now = clock.now();
  const id = createId(now.getTime());
  return searchFor(queue, filter, async (tx) => {
    const row = {
      id,
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account?.id ?? null,
      status: "RUNNING" as const,
      options: json(options),
      filter: json(asked),
      started_by: json(startedBy),
      matched: 0,
      created_at: now,
      updated_at: now,
    };
    await tx.insertInto("replays").values(row).execute();
    // The ids are stored: runs that start or change meanwhile must not be included.
    await sql`insert into replay_runs (replay_id, run_id)
      select ${id}, id from (${matching(scope, filter, limit)}) matching`.execute(tx);
    const left = tx
      .selectFrom("replay_runs")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("replay_id", "=", id);
    const { n: matched } = await left.executeTakeFirstOrThrow();
    await queue.enqueue(tx, replayDue, { replayId: id });
    const update = tx.updateTable("replays").set({ matched }).where("id", "=", id);
    return update.returningAll().executeTakeFirstOrThrow();
  });
}

/** A page of the replays in this scope, of `account` if given, newest first. */
export function listReplays(
  db: Db,
  { account, ...scope }: Scope & { account?: AccountRef },
  page: Page,
): Promise<LongPage<ReplayRow>> {
  const { table, indexed } = buildScopedList("replays", scope);
  const list: LongList = account
    ? { table, indexed: sql`replays.account_id = ${account.id}` }
    : { table, indexed };
  return readPage(db, list, page, ({ where, order }) =>
    db.selectFrom("replays").selectAll().where(where).orderBy("replays.id", order).execute(),
  );
}

/** A replay in this scope, of `account` if given; 404 when there is none. */
export async function requireReplay(
  db: Db,
  { orgId, environment, account }: Scope & { account?: AccountRef },
  id: string,
): Promise<ReplayRow> {
  const query = db
    .selectFrom("replays")
    .selectAll()
    .where("id", "=", id)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment);
  const row = await (account ? query.where("account_id", "=", account.id) : query).executeTakeFirst();
  if (!row) throw notFound("Replay");
  return row;
}

/** Ends a replay: runs that it has started continue, no others are started. */
export function stopReplay(
  { queue, clock }: Pick<ReplayDeps, "queue" | "clock">,
  scope: Scope & { account?: AccountRef },
  id: string,
): Promise<ReplayRow> {
  return queue.transaction(async (tx) => {
    await requireReplay(tx, scope, id);
    const now = clock.now();
    await tx
      .updateTable("replays")
      .set({ status: "STOPPED", updated_at: now, finished_at: now })
      .where("id", "=", id)
      .where("status", "=", "RUNNING")
      .execute();
    await tx.deleteFrom("replay_runs").where("replay_id", "=", id).execute();
    return requireReplay(tx, scope, id);
  });
}

/** Replays the next runs, each once, and enqueues the following batch. */
export async function replayBatch(
  deps: ReplayDeps & Pick<Deps, "log">,
  { replayId }: ReplayDue,
  context: JobContext,
): Promise<void> {
  await deps.queue.transaction(async (tx) => {
    await context.settle(tx);
    const replay = await tx
      .selectFrom("replays")
      .selectAll()
      .where("id", "=", replayId)
      .forUpdate()
      .executeTakeFirst();
    if (replay?.status !== "RUNNING") return;
    const runs = await takeRuns(tx, replayId);
    const repaired = await repairedOf(tx, runs);
    const problems = [...replay.problems];
    let started = 0;
    for (const run of runs) {
      const problem = repaired.has(run.id)
        ? "It was replayed after it was found."
        : await tryReplay(deps, tx, run, replay.options);
      if (problem === undefined) started++;
      else if (problems.length < MOST_PROBLEMS) problems.push({ execution_id: run.id, message: problem });
    }
    const isOver = runs.length < BATCH;
    const now = deps.clock.now();
    await tx
      .updateTable("replays")
      .set({
        started: replay.started + started,
        // Runs that were deleted since they were found count as failed.
        failed: isOver ? replay.matched - replay.started - started : replay.failed + runs.length - started,
        problems: json(problems),
        status: isOver ? "COMPLETED" : "RUNNING",
        updated_at: now,
        finished_at: isOver ? now : null,
      })
      .where("id", "=", replayId)
      .execute();
    if (!isOver) await deps.queue.enqueue(tx, replayDue, { replayId });
  });
}

/** The next runs of a replay, oldest first; they count as done with the transaction. */
async function takeRuns(tx: Tx, replayId: string): Promise<RunWithAccount[]> {
  const { rows } = await sql<{ id: string }>`
    delete from replay_runs where replay_id = ${replayId} and run_id in (
      select d.run_id from replay_runs d join runs r on r.id = d.run_id
      where d.replay_id = ${replayId} order by d.run_id limit ${BATCH})
    returning run_id as id`.execute(tx);
  if (rows.length === 0) return [];
  return (
    tx
      .selectFrom("runs")
      .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
      .selectAll("runs")
      .select("linked_accounts.account_id as accountId")
      .where(
        "runs.id",
        "in",
        rows.map(({ id }) => id),
      )
      .orderBy("runs.id")
      // Locked until the new runs are committed: another replay that found the same runs waits, and then sees them.
      .forNoKeyUpdate("runs")
      .execute()
  );
}

/** Runs of which a later repetition is open or has succeeded by now. */
async function repairedOf(tx: Tx, runs: readonly RunWithAccount[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select own.id from runs own where own.id = any (${runs.map(({ id }) => id)}) and exists (
      select from runs where runs.replay_root = coalesce(own.replay_root, own.id) and runs.id > own.id
        and runs.status in ${REPAIRS})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Why a run could not be replayed; undefined if it was. */
async function tryReplay(
  deps: ReplayDeps & Pick<Deps, "log">,
  tx: Tx,
  run: RunWithAccount,
  options: ReplayOptions,
): Promise<string | undefined> {
  await sql`savepoint one`.execute(tx);
  try {
    await replayRun(deps, tx, run, options);
    await sql`release savepoint one`.execute(tx);
    return undefined;
  } catch (error) {
    // Then the whole batch is retried.
    if (isTransient(error)) throw error;
    await sql`rollback to savepoint one`.execute(tx);
    if (error instanceof ApiError) return error.message;
    deps.log.error({ err: error, runId: run.id }, "replay.failed");
    return "It could not be started; see the server's log.";
  }
}
