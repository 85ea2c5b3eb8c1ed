import { channel } from "node:diagnostics_channel";
import type { Deps } from "../../../deps.ts";
import { type BoundStatement, type Database, getSqlState } from "../../../platform/database/database.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { writeAgain } from "../../../platform/database/write-again.ts";
import { TakenOverError } from "../../../platform/work/line.ts";
import { buildFenceStatement, isTakenOver } from "../../../platform/work/work-table.ts";
import { buildNotifyStatement, NOTIFY_STATEMENT } from "../../../webhooks/notify.ts";
import { WEBHOOKS } from "../../../webhooks/table.ts";
import { RUNS } from "../../name.ts";
import { buildPayloadStatement } from "../../results/payload-store.ts";
import { LARGE } from "../../results/payloads.ts";
import { buildAskLogStatement, buildEndLogSql } from "../../run-changes.ts";
import { buildSignalStatement } from "../../signals/wake.ts";
import type { StepRow } from "../../store.ts";
import { type PreparedCommit, prepareCommit } from "./prepare-commit.ts";
import type { RunCommit } from "./run-commit.ts";

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
  const statements = buildFlushStatements(prepared);
  const rows = await database.batch(statements).catch((error: unknown) => {
    // It was committed before: the answer was lost with its connection.
    if (getSqlState(error) !== UNIQUE_VIOLATION) throw error;
    return database.batch(buildFlushStatements(prepared, { mayExist: true }));
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

/** The statements that write the changes of one run, for a transaction that changes other things as well. */
export function buildCommitStatements(commit: RunCommit): BoundStatement[] {
  return buildFlushStatements([prepareCommit(commit)], { mayExist: true });
}

/** The statements of a flush, sleeps last; `mayExist` if some of the steps may exist already. */
function buildFlushStatements(
  prepared: readonly PreparedCommit[],
  { mayExist = false }: { mayExist?: boolean } = {},
): BoundStatement[] {
  const commits = prepared.map(({ commit }) => commit);
  const held = new Map(commits.map((commit) => [`${commit.held.id}/${commit.held.claim}`, commit.held]));
  const steps = prepared.flatMap((one) => one.steps);
  const rows = commits.flatMap((commit) => commit.steps ?? []);
  const payloads = prepared.flatMap((one) => one.payloads);
  const standIns = rows.filter((row) => row.stand_in);
  const asks = rows.filter(({ wait }) => wait?.kind === "answer");
  const responds = prepared.flatMap(({ respond }) => respond ?? []);
  // In one order, like everything that locks several runs.
  const ends = prepared
    .flatMap(({ commit, end }) => (end === undefined ? [] : { id: commit.held.id, end }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ end }) => end);
  const recovered = commits.filter(({ recovered }) => recovered);
  const sleeps = commits.filter(({ settle }) => settle?.kind === "sleep");
  const notices = prepared.flatMap(({ notice }) => notice ?? []);
  const parents = prepared.flatMap(({ parent }) => parent ?? []);
  const failures = commits.filter(({ settle }) => settle?.kind === "end" && settle.errorTerms);
  const [first] = commits;
  // The statement that ends runs checks by itself that they are still held.
  const isEndsAlone = ends.length === commits.length;
  const isRewrite = mayExist || commits.some(({ rewrites }) => rewrites);
  return [
    ...(parents.length > 0
      ? [buildLockStatement([...held.values(), ...parents.map(({ runId: id }) => ({ id }))])]
      : []),
    ...(isEndsAlone ? [buildEndStatement(ends)] : [buildFenceStatement("runs", [...held.values()])]),
    ...(payloads.length > 0 ? [buildPayloadStatement(payloads)] : []),
    ...(steps.length > 0 ? [buildStepsStatement(steps, isRewrite)] : []),
    ...(standIns.length > 0 ? [buildStandInStatement(standIns)] : []),
    ...(asks.length > 0 ? [buildAskLogStatement(asks)] : []),
    ...(responds.length > 0 ? [buildResponseStatement(responds)] : []),
    ...(recovered.length > 0 ? [buildRecoveryStatement(recovered.map(({ held }) => held.id))] : []),
    ...(ends.length > 0 && !isEndsAlone ? [buildEndStatement(ends)] : []),
    ...(failures.length > 0 ? [buildErrorTermsStatement(failures)] : []),
    ...(notices.length > 0 ? [buildNotifyStatement(notices)] : []),
    ...(parents.length > 0 && first ? [buildSignalStatement(parents, first.now)] : []),
    ...(sleeps.length > 0 ? [buildSleepStatement(sleeps)] : []),
  ];
}

// Two transactions that end each other's children would deadlock if each locked its own runs first.
function buildLockStatement(runs: readonly { readonly id: string }[]): BoundStatement {
  return {
    name: "runs-lock",
    text: "select from runs where id = any ($1::text[]) order by id for no key update",
    values: [runs.map(({ id }) => id)],
  };
}

// One JSON parameter for all rows, so that nested JSON is passed on as written, without a second encoding.
// The end of a wait repeats neither the node's input nor what was logged before.
function buildStepsStatement(steps: readonly string[], isRewrite: boolean): BoundStatement {
  const values = [`[${steps.join(",")}]`];
  // Checking for a conflict first would cost a WAL record of its own.
  return isRewrite ? { ...REWRITE_STEPS, values } : { ...INSERT_STEPS, values };
}

const NEW_STEPS = `insert into run_steps (run_id, path, attempt, node_id, status, input, output, error, logs, handle, wait, retry_at, started_at, duration_ms, refs, sealed)
    select run_id, path, attempt, node_id, status, input, output, error, logs, handle, wait, retry_at, started_at, duration_ms, refs, sealed
    from json_to_recordset($1::json) as s (run_id text, path text, attempt int, node_id text, status text, input json,
      output json, error json, logs json, handle text, wait json, retry_at timestamptz, started_at timestamptz, duration_ms int, refs json, sealed text)`;
const INSERT_STEPS = { name: "runs-steps-new", text: NEW_STEPS };
const REWRITE_STEPS = {
  name: "runs-steps",
  text: `${NEW_STEPS}
    on conflict (run_id, path, attempt) do update set status = excluded.status, input = coalesce(excluded.input, run_steps.input),
      output = excluded.output, error = excluded.error, logs = coalesce(excluded.logs, run_steps.logs), handle = excluded.handle,
      wait = excluded.wait, retry_at = excluded.retry_at, refs = excluded.refs, sealed = excluded.sealed, duration_ms = least(2147483647,
        greatest(excluded.duration_ms, extract(epoch from now() - run_steps.started_at) * 1000))::int`,
};

function buildErrorTermsStatement(failures: readonly RunCommit[]): BoundStatement {
  const rows = failures.map(({ held: { id }, settle }) => ({
    id,
    terms: settle?.kind === "end" ? settle.errorTerms : undefined,
  }));
  return {
    name: "runs-error-terms",
    text: `update run_search s set terms = s.terms || e.terms
      from json_to_recordset($1::json) as e (id text, terms bigint[]) where s.run_id = e.id`,
    values: [JSON.stringify(rows)],
  };
}

function buildSleepStatement(commits: readonly RunCommit[]): BoundStatement {
  const rows = commits.flatMap(({ held, now, settle }) =>
    settle?.kind === "sleep"
      ? [{ id: held.id, wake_at: settle.wakeAt, signals: settle.signals, at: now }]
      : [],
  );
  return {
    name: "runs-sleep",
    text: `update runs r set worker = null, wake_at = s.wake_at, updated_at = s.at,
        parked_at = null, parked_slug = null, parked_node = null, parked_reason = null
      from json_to_recordset($1::json) as s (id text, wake_at timestamptz, signals int, at timestamptz)
      where r.id = s.id and r.signals = s.signals and r.status = 'RUNNING' returning r.id`,
    values: [JSON.stringify(rows)],
  };
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

/** Stores what response nodes have set, the first of each run; takes rows as JSON. */
function buildResponseStatement(responds: readonly string[]): BoundStatement {
  return {
    name: "runs-respond",
    text: `update runs r set response = s.response, response_refs = s.response_refs, response_status = s.status,
        response_headers = s.headers, responded_at = s.at, updated_at = s.at
      from json_to_recordset($1::json) as s (id text, status int, headers json, response json, response_refs json, at timestamptz)
      where r.id = s.id and r.responded_at is null`,
    values: [`[${responds.join(",")}]`],
  };
}

/** Deletes the remembered sizes of runs that have made progress. */
function buildRecoveryStatement(ids: readonly string[]): BoundStatement {
  return {
    name: "runs-recovered",
    text: "update runs set recoveries = 0 where id = any ($1::text[])",
    values: [ids],
  };
}

/**
 * Ends runs, and logs those that are not tests; takes rows as JSON. Fails like `buildFenceStatement` unless
 * all of them are held as their rows say, so a transaction that only ends runs needs no other lock.
 */
function buildEndStatement(ends: readonly string[]): BoundStatement {
  return {
    name: "runs-end",
    text: `with ended as (
        update runs r set status = e.status, error = e.error, worker = null, finished_at = e.at, updated_at = e.at,
          response = case when r.responded_at is null then e.response else r.response end,
          response_refs = case when r.responded_at is null then e.response_refs else r.response_refs end,
          parked_at = null, parked_slug = null, parked_node = null, parked_reason = null
        from json_to_recordset($1::json) as e (id text, claim int, worker text, status text, error json, response json,
          response_refs json, at timestamptz, applications text[], failing text)
        where r.id = e.id and r.claim = e.claim and r.worker is not distinct from e.worker
        returning r.id, r.org_id, r.environment, r.account_id, r.workflow_id, r.status, r.created_at, r.finished_at,
          r.test is not null as is_test, e.applications, e.failing
      ), logged as (
        ${buildEndLogSql("ended where not is_test", { applications: "applications", failing_application: "failing" })})
      select 1 / (case when (select count(*) from ended) = $2 then 1 else 0 end) as held`,
    values: [`[${ends.join(",")}]`, ends.length],
  };
}

/** Marks steps that a test did not run, after the statement that writes them. */
function buildStandInStatement(steps: readonly StepRow[]): BoundStatement {
  const rows = steps.map(({ run_id, path, attempt, stand_in }) => ({ run_id, path, attempt, stand_in }));
  return {
    name: "runs-stand-ins",
    text: `update run_steps s set stand_in = g.stand_in
      from json_to_recordset($1::json) as g (run_id text, path text, attempt int, stand_in json)
      where s.run_id = g.run_id and s.path = g.path and s.attempt = g.attempt`,
    values: [JSON.stringify(rows)],
  };
}
