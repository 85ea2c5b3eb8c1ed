import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import { buildLikePattern } from "../../platform/database/like-pattern.ts";
import {
  buildListCondition,
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
  type Slice,
} from "../../platform/database/long-list.ts";
import { createFirstId } from "../../platform/id.ts";
import { buildLongEnvelope, type Page } from "../../platform/page.ts";
import { buildStepPath } from "../path.ts";
import { readRunResponse } from "../results/payload-store.ts";
import type { RunWithAccount } from "../store.ts";
import type { RunSource, RunStatus } from "../table.ts";
import { findRuns } from "./find-runs.ts";
import { type ListedRun, SUMMARY_COLUMNS } from "./schema.ts";
import { buildSearchCondition, listSearchWays, type RunSearch } from "./search.ts";

/** Filters of a list of executions (platform-surface 3.5). */
export interface RunFilter {
  account?: AccountRef;
  status?: RunStatus;
  workflowId?: string;
  /** Part of the workflow's name, in any case. */
  workflowName?: string;
  executionIds?: string[];
  /** Only replays of this run. */
  replayOf?: string;
  /** Only runs that this run has called. */
  parentId?: string;
  /** Leaves out runs that another one has called. */
  withoutCalled?: boolean;
  /** Only runs that failed or took too long. */
  failed?: boolean;
  slugs?: string[];
  from?: Date;
  /** Exclusive. */
  until?: Date;
  executionType?: "SYNC" | "ASYNC";
  source?: RunSource;
  /** Id of the node in which it failed, also inside loops. */
  failedNode?: string;
  oldestFirst?: boolean;
  search?: RunSearch;
  /** Only tests of drafts, or none, like leaving it out; tests requested by id or relation are shown. */
  tests?: "only" | "none";
  /** A customer asks, who sees only tests of its own workflows. */
  byAccount?: boolean;
}

/** One page of executions, newest first unless asked otherwise; without payloads, which may be large. */
export async function listRuns(
  db: Db,
  scope: Scope,
  filter: RunFilter,
  page: Page,
): Promise<LongPage<ListedRun>> {
  const list = listOf(scope, filter);
  const { search, oldestFirst } = filter;
  if (!search) return readPage(db, list, page, (slice) => readSummaries(db, slice));
  const { ids, total, isEstimate } = await findRuns(db, list, listSearchWays(scope, search, filter), page);
  const where = sql<SqlBool>`runs.id = any (${ids.slice(0, page.limit)})`;
  const rows = await readSummaries(db, { where, order: oldestFirst ? "asc" : "desc" });
  return {
    rows,
    envelope: buildLongEnvelope(page, { total, isEstimate }, { rows, more: ids.length > page.limit }),
  };
}

// One waiting step is found by an index, and stands for all.
const WAITS = sql<ListedRun["waits"]>`case
  when runs.status <> 'RUNNING' or runs.worker is not null or runs.ready_at is not null then null
  when runs.parked_at is not null then json_build_object('kind', 'reconnect', 'application', runs.parked_slug)
  else json_build_object('kind', coalesce((select s.wait ->> 'kind' from run_steps s
    where s.run_id = runs.id and s.status = 'Waiting' and s.wait ->> 'kind' <> 'each' limit 1), 'time')) end`;

const IS_TEST = sql<boolean>`runs.test is not null`;
const NO_TEST = sql<SqlBool>`runs.test is null`;
const OWN_TEST = sql<SqlBool>`(runs.test is null or runs.test ->> 'isOwn' = 'true')`;

function readSummaries(db: Db, { where, order }: Slice): Promise<ListedRun[]> {
  return db
    .selectFrom("runs")
    .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
    .select(SUMMARY_COLUMNS.map((column) => `runs.${column}` as const))
    .select(["linked_accounts.account_id as accountId", WAITS.as("waits"), IS_TEST.as("is_test")])
    .where(where)
    .orderBy("runs.id", order)
    .execute();
}

/** The conditions of a filter on rows of `runs`, for other statements. */
export function buildRunCondition(scope: Scope, filter: RunFilter): RawBuilder<SqlBool> {
  const { search } = filter;
  const rows = buildListCondition(listOf(scope, filter));
  return search ? sql`(${rows} and ${buildSearchCondition(scope, search, filter)})` : rows;
}

function listOf(scope: Scope, filter: RunFilter): LongList {
  const { from, until, oldestFirst } = filter;
  return {
    ...narrow(scope, filter),
    from: from && createFirstId(from),
    until: until && createFirstId(until),
    oldestFirst,
  };
}

/** The list by the narrowest condition that has an index; each row is checked against the others. */
function narrow(scope: Scope, filter: RunFilter): LongList {
  const { account, workflowId, status, ...rest } = filter;
  const all = buildScopedList("runs", scope);
  const { table } = all;
  const ofWorkflow = workflowId ? [sql<SqlBool>`runs.workflow_id = ${workflowId}`] : [];
  // Written out, as other values below, because the database uses a partial index only for a value that it knows.
  const ofStatus = status ? [sql<SqlBool>`runs.status = ${sql.lit(status)}`] : [];
  const others = furtherConditions(rest);
  const few = fewOf(filter);
  if (few) {
    const ofAccount = account ? [sql<SqlBool>`runs.account_id = ${account.id}`] : [];
    const seen = filter.byAccount ? [OWN_TEST] : [];
    const further = [...ofAccount, ...ofWorkflow, ...ofStatus, ...few.further, ...seen, ...others];
    return { table, indexed: sql`${all.indexed} and ${few.indexed}`, further };
  }
  if (account) {
    const further = [...ofWorkflow, ...ofStatus, ...others];
    const indexed = sql<SqlBool>`runs.account_id = ${account.id} and ${NO_TEST}`;
    return { table, indexed, owner: account.id, further };
  }
  if (workflowId) {
    const indexed = sql<SqlBool>`${all.indexed} and ${sql.join(ofWorkflow)} and ${NO_TEST}`;
    return { table, indexed, owner: `${all.owner}/${workflowId}`, further: [...ofStatus, ...others] };
  }
  const indexed = sql<SqlBool>`${all.indexed} and ${NO_TEST}`;
  if (!status || status === "COMPLETED") return { ...all, indexed, further: [...ofStatus, ...others] };
  return { table, indexed: sql`${indexed} and ${sql.join(ofStatus)}`, further: others };
}

/** Filters that few runs match: certain ids, runs that one has called, replays of one, or tests. */
function fewOf({
  executionIds: ids,
  parentId,
  replayOf,
  tests,
}: RunFilter): { indexed: RawBuilder<SqlBool>; further: RawBuilder<SqlBool>[] } | undefined {
  const conditions = [
    ...(ids ? [sql<SqlBool>`runs.id = any (${ids})`] : []),
    ...(parentId ? [sql<SqlBool>`runs.parent_run = ${parentId}`] : []),
    ...(replayOf ? [sql<SqlBool>`runs.replay_of = ${replayOf}`] : []),
    ...(tests === "only" ? [IS_TEST] : []),
  ];
  const [indexed, ...further] = conditions;
  if (indexed === undefined) return undefined;
  if (ids || parentId || !replayOf) return { indexed, further };
  // Replays are indexed by the first of the runs that repeat each other.
  const root = sql<SqlBool>`runs.replay_root = (select coalesce(r.replay_root, r.id) from runs r where r.id = ${replayOf})`;
  return { indexed: root, further: conditions };
}

function furtherConditions({
  workflowName,
  slugs,
  executionType,
  source,
  failedNode,
  withoutCalled,
  failed,
}: RunFilter): RawBuilder<SqlBool>[] {
  return [
    ...(withoutCalled ? [sql<SqlBool>`runs.parent_run is null`] : []),
    ...(failed ? [sql<SqlBool>`runs.status in ('ERRORED', 'TIMED_OUT')`] : []),
    ...(workflowName ? [sql<SqlBool>`runs.workflow_name ilike ${buildLikePattern(workflowName)}`] : []),
    ...(slugs ? [isOneOf(slugs)] : []),
    ...(executionType ? [sql<SqlBool>`runs.execution_type = ${sql.lit(executionType)}`] : []),
    ...(source ? [sql<SqlBool>`runs.source = ${sql.lit(source)}`] : []),
    ...(failedNode ? [failedAt(failedNode)] : []),
  ];
}

/** An index has the executions of one application in their order, of several only one after the other. */
function isOneOf(slugs: readonly string[]): RawBuilder<SqlBool> {
  return slugs.length === 1 ? sql`runs.slug = ${slugs[0]}` : sql`runs.slug = any (${slugs})`;
}

/** The node itself failed, or the step that made its loop fail belongs to it or is inside it. */
function failedAt(nodeId: string): RawBuilder<SqlBool> {
  const ids = sql`string_to_array(regexp_replace(runs.error ->> 'path', '\\[\\d+\\]', '', 'g'), '/')`;
  return sql`(runs.error ->> 'nodeId' = ${nodeId} or ${buildStepPath("", nodeId)} = any (${ids}))`;
}

/** Whether a customer may read one of its executions: the organization's tests are not for customers. */
export function isShownToAccount({ test }: Pick<RunWithAccount, "test">): boolean {
  return test === null || test.isOwn;
}

/** One execution in `scope`, of `account` if given, with its response and the account's own id. */
export async function findRun(
  db: Db,
  scope: Scope,
  runId: string,
  account?: AccountRef,
): Promise<RunWithAccount | undefined> {
  const query = db
    .selectFrom("runs")
    .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
    .selectAll("runs")
    .select("linked_accounts.account_id as accountId")
    .where("runs.org_id", "=", scope.orgId)
    .where("runs.environment", "=", scope.environment)
    .where("runs.id", "=", runId);
  const own = account ? query.where("runs.account_id", "=", account.id) : query;
  const run = await own.executeTakeFirst();
  return run && readRunResponse(db, run);
}
