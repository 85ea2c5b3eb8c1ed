import { channel } from "node:diagnostics_channel";
import type { Deps } from "../../../deps.ts";
import { type Database, getSqlState, runStatement, type Tx } from "../../../platform/database/database.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { writeAgain } from "../../../platform/database/write-again.ts";
import { TakenOverError } from "../../../platform/work/line.ts";
import { isTakenOver } from "../../../platform/work/work-table.ts";
import { NOTIFY_STATEMENT } from "../../../webhooks/notify.ts";
import { WEBHOOKS } from "../../../webhooks/table.ts";
import { RUNS } from "../../name.ts";
import { LARGE } from "../../results/payloads.ts";
import { type PreparedCommit, prepareCommit } from "./prepare-commit.ts";
import type { RunCommit } from "./run-commit.ts";
import { buildGroupStatements } from "./statements.ts";

/** Publishes how many milliseconds each commit took from the request on, as `{ ms }`. */
const COMMITTED = channel("junctor:run-committed");

const UNIQUE_VIOLATION = "23505";
// In characters of JSON. Larger commits do not share a transaction.
const LARGEST_GROUP = 4 * 1024 * 1024;

/** `keptAwake`: the run was not put to sleep because something has arrived meanwhile; all the rest took effect. */
export type CommitResult = "committed" | "keptAwake";

/** Writes the changes of runs, those of one moment in one transaction, as long as this process holds them. */
export type CommitRun = (commit: RunCommit) => Promise<CommitResult>;

declare module "../../../deps.ts" {
  interface Features {
    readonly commitRun: CommitRun;
  }
}

/**
 * Opens the writer of this process. It throws TakenOverError if another process holds the run by now, and the
 * database's own error if it refuses the data (`isDataError`). While the database is unreachable or full, and
 * after a deadlock, it retries.
 */
export function createRunCommitter(deps: Pick<Deps, "database" | "work">): CommitRun {
  const { database } = deps;
  const write = openWays(deps);
  return async (commit) => {
    const askedMs = performance.now();
    const prepared = prepareCommit(commit);
    return writeAgain(async (isRepeat) => {
      try {
        const committed = await write(prepared);
        if (COMMITTED.hasSubscribers) COMMITTED.publish({ ms: performance.now() - askedMs });
        return committed;
      } catch (error) {
        if (!isTakenOver(error)) throw error;
        if (isRepeat && (await wasCommitted(database, commit))) return "committed";
        throw new TakenOverError();
      }
    });
  };
}

/** A commit of a run that has not ended, and which of the two queues it took. */
interface CommitUnderWay {
  readonly isLarge: boolean;
  /** It waited for one in the other queue first. */
  readonly waits: boolean;
  readonly done: Promise<unknown>;
}

/**
 * Large commits have a queue of their own, so that small ones do not wait for them. Commits of one run keep
 * their order.
 */
function openWays(
  deps: Pick<Deps, "database" | "work">,
): (prepared: PreparedCommit) => Promise<CommitResult> {
  const goesAlone = ({ size }: PreparedCommit) => size > LARGE;
  const write = createGroupCommit((prepared: readonly PreparedCommit[]) => flush(deps, prepared), {
    maxWeight: LARGEST_GROUP,
    weigh: ({ size }) => size,
    isLarge: goesAlone,
  });
  const newest = new Map<string, CommitUnderWay>();
  return async (prepared) => {
    const { id } = prepared.commit.held;
    const isLarge = goesAlone(prepared);
    const before = newest.get(id);
    const waits = before !== undefined && (before.waits || before.isLarge !== isLarge);
    const inTurn = async () => {
      if (waits) await before.done;
      return write(prepared);
    };
    const written = inTurn();
    // It does not matter here whether the previous one failed.
    const underWay = { isLarge, waits, done: written.catch(() => {}) };
    newest.set(id, underWay);
    try {
      return await written;
    } finally {
      if (newest.get(id) === underWay) newest.delete(id);
    }
  };
}

async function flush(
  { database, work }: Pick<Deps, "database" | "work">,
  prepared: readonly PreparedCommit[],
): Promise<CommitResult[]> {
  const commits = prepared.map(({ commit }) => commit);
  const sleeps = commits.filter(({ settle }) => settle?.kind === "sleep");
  const statements = buildGroupStatements(prepared, false);
  const rows = await database.batch(statements).catch((error: unknown) => {
    // It was committed before: the answer was lost with its connection.
    if (getSqlState(error) !== UNIQUE_VIOLATION) throw error;
    return database.batch(buildGroupStatements(prepared, true));
  });
  const notified = statements.findIndex(({ name }) => name === NOTIFY_STATEMENT);
  if (notified >= 0 && rows[notified]?.length) work.wake(WEBHOOKS);
  if (commits.some(({ settle }) => settle?.kind === "end" && settle.parent)) work.wake(RUNS);
  if (sleeps.length === 0) return commits.map(() => "committed");
  const asleep = new Set((rows.at(-1) ?? []).map(({ id }) => id));
  return commits.map(({ held, settle }) =>
    settle?.kind !== "sleep" || asleep.has(held.id) ? "committed" : "keptAwake",
  );
}

/**
 * The answer to a COMMIT was lost with its connection: did it take effect? A commit that ends a run or puts it to
 * sleep clears its worker and keeps its claim; releasing it unfinished, or taking it over, increases the claim.
 */
async function wasCommitted(database: Database, { held, settle }: RunCommit): Promise<boolean> {
  if (!settle) return false;
  const rows = await database.query(
    {
      name: "runs-was-released",
      text: "select id from runs where id = $1 and claim = $2 and worker is null",
    },
    [held.id, held.claim],
  );
  return rows.length > 0;
}

/**
 * Writes the changes of one run in a transaction of their own, with what `also` does in it; what `also` throws rolls
 * it back. Throws TakenOverError if another process holds the run by now.
 */
export async function commitWith<Result>(
  { queue }: Pick<Deps, "queue">,
  commit: RunCommit,
  also: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.transaction(async (tx) => {
      for (const statement of buildGroupStatements([prepareCommit(commit)], true))
        await runStatement(tx, statement, statement.values);
      return also(tx);
    });
  } catch (error) {
    throw isTakenOver(error) ? new TakenOverError() : error;
  }
}
