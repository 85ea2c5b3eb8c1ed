import type { BoundStatement } from "../../../platform/database/database.ts";
import { buildFenceStatement } from "../../../platform/work/work-table.ts";
import { buildNotifyStatement } from "../../../webhooks/notify.ts";
import { buildPayloadStatement } from "../../results/payload-store.ts";
import { buildAskLogStatement, buildEndLogSql } from "../../run-changes.ts";
import { buildSignalStatement } from "../../signals/wake.ts";
import type { StepRow } from "../../store.ts";
import type { PreparedCommit } from "./prepare-commit.ts";

/** The statements of a group, in the order in which they run, each with when it is needed. */
const STATEMENTS: readonly (readonly [
  when: (group: CommitGroup) => boolean,
  build: (group: CommitGroup) => BoundStatement,
])[] = [
  [({ parents }) => parents.length > 0, buildLockStatement],
  // The statement that ends runs checks by itself that they are still held.
  [({ isEndsAlone }) => isEndsAlone, ({ ends }) => buildEndStatement(ends)],
  [({ isEndsAlone }) => !isEndsAlone, ({ held }) => buildFenceStatement("runs", held)],
  [({ payloads }) => payloads.length > 0, ({ payloads }) => buildPayloadStatement(payloads)],
  [({ steps }) => steps.length > 0, buildStepsStatement],
  [({ standIns }) => standIns.length > 0, ({ standIns }) => buildStandInStatement(standIns)],
  [({ asks }) => asks.length > 0, ({ asks }) => buildAskLogStatement(asks)],
  [({ responds }) => responds.length > 0, ({ responds }) => buildResponseStatement(responds)],
  [({ recovered }) => recovered.length > 0, ({ recovered }) => buildRecoveryStatement(recovered)],
  [({ ends, isEndsAlone }) => ends.length > 0 && !isEndsAlone, ({ ends }) => buildEndStatement(ends)],
  [({ errorTerms }) => errorTerms.length > 0, ({ errorTerms }) => buildErrorTermsStatement(errorTerms)],
  [({ notices }) => notices.length > 0, ({ notices }) => buildNotifyStatement(notices)],
  [({ parents }) => parents.length > 0, ({ parents, now }) => buildSignalStatement(parents, now)],
  // Last: its rows say which runs sleep.
  [({ sleeps }) => sleeps.length > 0, ({ sleeps }) => buildSleepStatement(sleeps)],
];

/** The statements that write a group of commits; `mayExist` if some of the steps may exist already. */
export function buildGroupStatements(
  prepared: readonly PreparedCommit[],
  mayExist: boolean,
): BoundStatement[] {
  const group = collectRows(prepared, mayExist);
  return STATEMENTS.filter(([when]) => when(group)).map(([, build]) => build(group));
}

type CommitGroup = ReturnType<typeof collectRows>;

/** The rows of a group of commits, by the statements that write them. */
function collectRows(prepared: readonly PreparedCommit[], mayExist: boolean) {
  const commits = prepared.map(({ commit }) => commit);
  const rows = commits.flatMap(({ steps = [] }) => steps);
  // In one order, like everything that locks several runs.
  const ending = prepared
    .filter(({ end }) => end !== undefined)
    .sort((one, other) => (one.commit.held.id < other.commit.held.id ? -1 : 1));
  return {
    now: new Date(Math.min(...commits.map(({ now }) => now.getTime()))),
    held: [...new Map(commits.map(({ held }) => [`${held.id}/${held.claim}`, held])).values()],
    isEndsAlone: ending.length === commits.length,
    payloads: prepared.flatMap(({ payloads }) => payloads),
    steps: prepared.flatMap(({ steps }) => steps),
    isRewrite: mayExist || commits.some(({ rewrites }) => rewrites),
    standIns: rows.filter((row) => row.stand_in),
    asks: rows.filter(({ wait }) => wait?.kind === "answer"),
    responds: prepared.flatMap(({ respond }) => respond ?? []),
    recovered: commits.flatMap(({ recovered, held }) => (recovered ? held.id : [])),
    ends: ending.flatMap(({ end }) => end ?? []),
    errorTerms: commits.flatMap(({ held: { id }, settle }) =>
      settle?.kind === "end" && settle.errorTerms ? { id, terms: settle.errorTerms } : [],
    ),
    notices: prepared.flatMap(({ notice }) => notice ?? []),
    parents: prepared.flatMap(({ parent }) => parent ?? []),
    sleeps: commits.flatMap(({ held: { id }, now: at, settle }) =>
      settle?.kind === "sleep" ? { id, wake_at: settle.wakeAt, signals: settle.signals, at } : [],
    ),
  };
}

// Two transactions that end each other's children would deadlock if each locked its own runs first.
function buildLockStatement({ held, parents }: CommitGroup): BoundStatement {
  return {
    name: "runs-lock",
    text: "select from runs where id = any ($1::text[]) order by id for no key update",
    values: [[...held.map(({ id }) => id), ...parents.map(({ runId }) => runId)]],
  };
}

// One JSON parameter for all rows, so that nested JSON is passed on as written, without a second encoding.
// The end of a wait repeats neither the node's input nor what was logged before.
function buildStepsStatement({ steps, isRewrite }: CommitGroup): BoundStatement {
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

function buildErrorTermsStatement(rows: CommitGroup["errorTerms"]): BoundStatement {
  return {
    name: "runs-error-terms",
    text: `update run_search s set terms = s.terms || e.terms
      from json_to_recordset($1::json) as e (id text, terms bigint[]) where s.run_id = e.id`,
    values: [JSON.stringify(rows)],
  };
}

function buildSleepStatement(rows: CommitGroup["sleeps"]): BoundStatement {
  return {
    name: "runs-sleep",
    text: `update runs r set worker = null, wake_at = s.wake_at, updated_at = s.at,
        parked_at = null, parked_slug = null, parked_node = null, parked_reason = null
      from json_to_recordset($1::json) as s (id text, wake_at timestamptz, signals int, at timestamptz)
      where r.id = s.id and r.signals = s.signals and r.status = 'RUNNING' returning r.id`,
    values: [JSON.stringify(rows)],
  };
}

/** Stores what response nodes have set, the first of each run; takes rows as JSON. */
function buildResponseStatement(responds: readonly string[]): BoundStatement {
  return {
    name: "runs-respond",
    text: `update runs r set response = s.response, response_refs = s.response_refs, response_status = s.status,
        sealed_response = s.sealed_response,
        response_headers = s.headers, responded_at = s.at, updated_at = s.at
      from json_to_recordset($1::json) as s (id text, status int, headers json, response json, response_refs json,
        sealed_response text, at timestamptz)
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
          sealed_response = case when r.responded_at is null then e.sealed_response else r.sealed_response end,
          parked_at = null, parked_slug = null, parked_node = null, parked_reason = null
        from json_to_recordset($1::json) as e (id text, claim int, worker text, status text, error json, response json,
          response_refs json, sealed_response text, at timestamptz, applications text[], failing text)
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
