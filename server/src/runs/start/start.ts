import type { AccountRef, AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type BoundStatement, type Db, runStatement, type Tx } from "../../platform/database/database.ts";
import { LOCKS } from "../../platform/database/locks.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import { getSpan, type Tracer } from "../../platform/tracing/tracing.ts";
import type { EffectivePolicy } from "../../redaction/policy.ts";
import { requireExecutions, type UsageStart } from "../../usage/plans/take-executions.ts";
import { RUNS } from "../name.ts";
import { buildStepPath } from "../path.ts";
import { buildPayloadInserts } from "../results/payload-store.ts";
import { encodeRows, extractPayloads, LARGE } from "../results/payloads.ts";
import { buildStartLogSql } from "../run-changes.ts";
import type { LoadedRun } from "../store.ts";
import type { RunOverrides, RunSettings, RunSource, RunTest } from "../table.ts";
import { startTraceOfRun } from "../trace-run.ts";
import { redactStart } from "./redact-start.ts";
import { collectInputTerms, createTermHasher } from "./search-terms.ts";

/** Everything that a run needs at its start; it never looks it up again. */
export interface RunRequest {
  readonly workflow: {
    readonly id: string;
    readonly version: number;
    readonly name: string;
    readonly slug: string | null;
  };
  readonly configId: string;
  readonly settings: RunSettings;
  /** The trigger's payload. */
  readonly input: Json;
  readonly source: RunSource;
  readonly eventName?: string;
  /** Id of the received event, for the reconciliation of received, matched and run. */
  readonly eventId?: string;
  readonly executionType?: "SYNC" | "ASYNC";
  /** The step that called it, which waits for its end. */
  readonly parent?: { readonly runId: string; readonly path: string };
  /** The first of the runs that it repeats, and what it does differently. */
  readonly replay?: { readonly of: string; readonly root: string; readonly overrides?: RunOverrides };
  /** It tests a draft, or was called by a run that does. */
  readonly test?: RunTest;
  /** Where it continues a trace. */
  readonly traceparent?: string | undefined;
  /** The redaction policy of the run that calls it or that it repeats: its own cannot be laxer. */
  readonly inherited?: EffectivePolicy | undefined;
}

/** A run for an account. */
export interface NewRun {
  readonly scope: AccountScope;
  readonly request: RunRequest;
}

/** A run about to be inserted. */
export type RunRecord = Pick<
  LoadedRun,
  | "id"
  | "org_id"
  | "environment"
  | "account_id"
  | "workflow_id"
  | "workflow_version"
  | "workflow_name"
  | "slug"
  | "config_id"
  | "source"
  | "event_name"
  | "event_id"
  | "execution_type"
  | "settings"
  | "input"
  | "lane"
  | "workflow_limit"
  | "deadline_at"
  | "parent_run"
  | "parent_path"
  | "replay_of"
  | "replay_root"
  | "overrides"
  | "test"
  | "traceparent"
  | "redaction"
  | "created_at"
> & {
  readonly start_path: string;
  readonly start_id: string;
  /** Its search terms, as lists of the database; null if the search is off. */
  readonly terms: string | null;
  readonly places: string | null;
};

/** What runs take of their accounts' caps: tests nothing, and what a running one calls is never refused. */
export function toStarts(runs: readonly NewRun[]): UsageStart[] {
  return runs.flatMap(({ scope, request: { test, parent } }) =>
    test ? [] : [{ scope, isWaived: parent !== undefined }],
  );
}

/** Inserts a run, ready to be claimed, in the transaction of its cause; returns its id. */
export async function insertRun(
  deps: Pick<Deps, "queue"> & PrepareDeps,
  tx: Tx,
  scope: AccountScope,
  request: RunRequest,
): Promise<string> {
  const [id] = await insertRuns(deps, tx, [{ scope, request }]);
  if (id === undefined) throw new Error("The run was not inserted.");
  return id;
}

/**
 * Inserts runs, ready to be claimed, by one statement in the transaction of their cause; returns their ids in order.
 * Throws `UsageLimitError` if an account may start no more.
 */
export async function insertRuns(
  deps: Pick<Deps, "queue"> & PrepareDeps,
  tx: Tx,
  runs: readonly NewRun[],
): Promise<string[]> {
  if (runs.length === 0) return [];
  const { tracer } = deps;
  const records = await prepareRuns(deps, tx, tracer ? runs.map((run) => withTrace(tracer, run)) : runs);
  const statement = buildInsertRunsStatement(records);
  await runStatement(tx, statement, statement.values);
  await requireExecutions(deps, tx, toStarts(runs), deps.clock.now());
  deps.queue.ready(tx, RUNS);
  return records.map(({ id }) => id);
}

/** Unless it says what it continues, a run continues what is under way; without that, it begins a trace. */
function withTrace(tracer: Tracer, { scope, request }: NewRun): NewRun {
  const { source, workflow } = request;
  const traceparent =
    request.traceparent ?? getSpan()?.traceparent ?? startTraceOfRun(tracer, source, workflow);
  return { scope, request: { ...request, traceparent } };
}

/** What preparing runs requires. */
export type PrepareDeps = Pick<
  Deps,
  "plans" | "clock" | "config" | "vault" | "redaction" | "tracer" | "usageCaps"
>;

/** The rows to insert for each of `runs`; `db` is asked for versions that this process has not seen yet. */
export async function prepareRuns(
  deps: Omit<PrepareDeps, "tracer" | "usageCaps">,
  db: Db,
  runs: readonly NewRun[],
): Promise<RunRecord[]> {
  const { plans, clock, config } = deps;
  const records: RunRecord[] = [];
  for (const { scope, request } of runs) {
    const { workflow, parent, replay } = request;
    const version = await plans.get(db, workflow.id, workflow.version);
    const { startId = "", timeoutS, concurrency } = version ?? {};
    const now = clock.now();
    const shown = redactStart(deps, scope, request);
    records.push({
      id: createId(now.getTime()),
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account.id,
      workflow_id: workflow.id,
      workflow_version: workflow.version,
      workflow_name: workflow.name,
      slug: workflow.slug,
      config_id: request.configId,
      source: request.source,
      event_name: request.eventName ?? null,
      event_id: request.eventId ?? null,
      execution_type: request.executionType ?? "ASYNC",
      ...shown,
      lane: laneOf(scope, request, concurrency),
      workflow_limit: concurrency ?? null,
      deadline_at: timeoutS === undefined ? null : new Date(now.getTime() + timeoutS * 1000),
      parent_run: parent?.runId ?? null,
      parent_path: parent?.path ?? null,
      replay_of: replay?.of ?? null,
      replay_root: replay?.root ?? null,
      overrides: replay?.overrides ?? null,
      test: request.test ?? null,
      traceparent: request.traceparent ?? null,
      created_at: now,
      start_path: buildStepPath("", startId),
      start_id: startId,
      ...searchLists(scope, { ...request, ...shown }, config.searchValues),
    });
  }
  return records;
}

function searchLists(
  scope: AccountScope,
  {
    input,
    workflow,
    test,
    redaction,
  }: Pick<RunRequest, "input" | "workflow" | "test"> & Pick<RunRecord, "redaction">,
  limit: number,
): Pick<RunRecord, "terms" | "places"> {
  // Runs found by these terms are counted without reading the run.
  if (limit === 0 || test) return { terms: null, places: null };
  const hasher = createTermHasher(scope);
  const owners = [hasher.term("account", scope.account.id), hasher.term("workflow", workflow.id)];
  const searched = redaction?.keep === "nothing" ? null : input;
  const { terms, places } = collectInputTerms(hasher, searched, limit);
  return { terms: `{${[...owners, ...terms].join(",")}}`, places: `{${places.join(",")}}` };
}

/**
 * Runs that wait for their workflow's limit must not hold up the account's others, nor replays the new ones; tests of
 * drafts do not wait behind a backlog.
 */
function laneOf(
  { account }: AccountScope,
  { workflow, replay, test }: RunRequest,
  concurrency: number | undefined,
): string {
  const lane = concurrency === undefined ? account.id : `${account.id}:${workflow.id}`;
  if (test) return `${lane}:test`;
  return replay ? `${lane}:replay` : lane;
}

/**
 * Asks for the admission lock without waiting; `buildInsertRunsStatement` of the same batch admits only if it was free.
 */
export const ADMISSION_STATEMENT: BoundStatement = {
  name: "runs-try-admission",
  text: "select set_config('junctor.admission', pg_try_advisory_xact_lock($1)::text, true)",
  values: [LOCKS.admission],
};

/** The worker that inserts runs and starts them at once, without another claim. */
export interface Admission {
  readonly workerId: string;
  /** For how many of the runs, from the first, there are free slots. */
  readonly slots: number;
  /** How many runs of one account may be held at a time, over all processes. */
  readonly accountLimit: number;
}

const insertText = (payloads: string) => `with ${payloads}given as materialized (
    select * from json_to_recordset($1::json) as r (id text, org_id text, environment text, account_id text,
      workflow_id text, workflow_version int, workflow_name text, slug text, config_id text, source text,
      event_name text, event_id text, execution_type text, settings json, input json, input_refs json, lane text, workflow_limit int,
      deadline_at timestamptz, parent_run text, parent_path text, replay_of text, replay_root text, overrides json,
      test json, traceparent text, redaction jsonb, created_at timestamptz, start_path text, start_id text, terms bigint[], places int[], admit boolean)
  ), fitting as (
    select id, account_id, lane, row_number() over (partition by account_id order by id) as place
    from given where admit and workflow_limit is null
  ), room as materialized (
    select lane, $3::int - (select count(*) from runs h where h.account_id = f.account_id and h.worker is not null) as slots
    from (select distinct account_id, lane from fitting) f
    where current_setting('junctor.admission', true) = 'true'
      and not exists (select from runs q where q.lane = f.lane and q.ready_at is not null)
  ), admitted as (
    select f.id from fitting f join room on room.lane = f.lane where f.place <= room.slots
  ), started as (
    insert into run_steps (run_id, path, attempt, node_id, status, started_at, duration_ms)
    select id, start_path, 1, start_id, 'Success', created_at, 0 from given where start_id <> ''
  ), searchable as (
    insert into run_search (run_id, terms, places) select id, terms, places from given where terms is not null
  ), inserted as (
  insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, slug, config_id,
    status, source, event_name, event_id, execution_type, settings, input, input_refs, created_at, updated_at, started_at,
    lane, ready_at, worker, claim, workflow_limit, deadline_at, parent_run, parent_path, replay_of, replay_root, overrides, test, traceparent, redaction)
  select g.id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, slug, config_id,
    'RUNNING', source, event_name, event_id, execution_type, settings, input, input_refs, created_at, created_at,
    case when a.id is not null then now() end, lane, case when a.id is null then now() end,
    case when a.id is not null then $2 end, case when a.id is null then 0 else 1 end, workflow_limit, deadline_at,
    parent_run, parent_path, replay_of, replay_root, overrides, test, traceparent, redaction
  from given g left join admitted a on a.id = g.id
  returning id, worker, org_id, environment, account_id, workflow_id, created_at, test is not null as is_test
  ), logged as (${buildStartLogSql("inserted where not is_test")})
  select id, worker from inserted`;
const INSERT = insertText("");
const INSERT_LARGE = insertText(`${buildPayloadInserts("$4")}, `);

/**
 * Inserts runs with their start steps: ready to be claimed or, if `admission` and the limits allow, already held by
 * its worker. Returns `id` and `worker` (null for those that wait).
 */
export function buildInsertRunsStatement(
  records: readonly RunRecord[],
  admission?: Admission,
): BoundStatement {
  const { workerId = null, slots = 0, accountLimit = 0 } = admission ?? {};
  const given = records.map((record, index) => ({ ...record, admit: index < slots }));
  const text = JSON.stringify(given);
  const plain = { name: "runs-insert", text: INSERT, values: [text, workerId, accountLimit] };
  // The total length tells at no cost that no payload is large.
  if (text.length <= LARGE) return plain;
  const taken = given.map((record) => ({ record, ...extractPayloads(record.input, ["input"]) }));
  const payloads = taken.flatMap(({ record: { id: holder_id, org_id }, payloads }) =>
    payloads.map((payload) => ({ holder_id, org_id, ...payload })),
  );
  if (payloads.length === 0) return plain;
  const light = taken.map(({ record, value: input, refs }) =>
    refs.length > 0 ? { ...record, input, input_refs: refs } : record,
  );
  const values = [JSON.stringify(light), workerId, accountLimit, encodeRows(payloads)];
  return { name: "runs-insert-large", text: INSERT_LARGE, values };
}

/** A run that was inserted as held, as a claim would have returned it. */
export function toLoadedRun(
  { start_id: _start, start_path: _path, terms: _terms, places: _places, ...record }: RunRecord,
  workerId: string,
  { account, name, udf }: { account: AccountRef; name: string | null; udf: LoadedRun["udf"] },
): LoadedRun {
  return {
    ...record,
    status: "RUNNING",
    error: null,
    response: null,
    response_status: null,
    response_headers: null,
    responded_at: null,
    updated_at: record.created_at,
    started_at: record.created_at,
    finished_at: null,
    parked_at: null,
    parked_slug: null,
    parked_node: null,
    parked_reason: null,
    ready_at: null,
    wake_at: null,
    worker: workerId,
    claim: 1,
    recoveries: 0,
    signals: 0,
    input_refs: null,
    response_refs: null,
    sealed_response: null,
    originals_until: null,
    account,
    accountName: name,
    udf,
  };
}
