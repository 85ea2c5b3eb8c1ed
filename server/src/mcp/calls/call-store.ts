import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { JsonObject } from "../../apps/connector.ts";
import { type AccountRef, type AccountScope, buildScopeCondition, type Scope } from "../../auth/scope.ts";
import {
  type Database,
  type Db,
  runStatement,
  type Statement,
  type Tx,
} from "../../platform/database/database.ts";
import {
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
} from "../../platform/database/long-list.ts";
import { createFirstId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import { toStorableJson } from "../../platform/storable-text.ts";
import type { AccountView } from "../../runs/view/account-view.ts";
import type { CallStatus, McpCallTable } from "../table.ts";
import type { Tool } from "../tools/tool.ts";
import { getApprovalCutoff } from "./call-status.ts";
import { mergeCallWithRun, RUN_OF_CALL, STANDS_AS } from "./run-of-call.ts";

/** A call about to be made. */
export interface NewCall {
  readonly scope: AccountScope;
  readonly serverId: string;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** The client's own name for itself. */
  readonly client: string | undefined;
  /** The key under which it is made once. */
  readonly idempotencyKey?: string | undefined;
}

type StoredCallRow = Selectable<McpCallTable>;

/** A call as it is inserted. */
export type CallRow = Pick<StoredCallRow, (typeof COLUMNS)[number] | "result" | "maker"> & {
  readonly sealed_result?: string | null;
};

/** A call as the log has it. */
export type FoundCall = Pick<
  StoredCallRow,
  (typeof COLUMNS)[number] | "result" | "sealed_result" | "decision_reason" | "fingerprint"
>;

/** How a call ended. */
export type CallCompletion = Pick<
  CallRow,
  "id" | "status" | "error" | "run_id" | "result" | "sealed_result" | "finished_at"
> & {
  /** Whether the arguments are removed with it. */
  readonly is_cleared?: boolean;
};

const COLUMNS = [
  "id",
  "org_id",
  "environment",
  "account_id",
  "server_id",
  "tool",
  "arguments",
  "client",
  "slug",
  "action_id",
  "workflow_id",
  "status",
  "error",
  "run_id",
  "created_at",
  "finished_at",
] as const;

const INSERT: Statement = {
  name: "mcp-insert-calls",
  text: `insert into mcp_calls (id, org_id, environment, account_id, server_id, tool, slug, action_id, workflow_id,
      arguments, client, status, error, run_id, result, maker, created_at, finished_at, sealed_result)
    select c.* from json_to_recordset($1::json) as c (id text, org_id text, environment text, account_id text,
      server_id text, tool text, slug text, action_id text, workflow_id text, arguments json, client text, status text, error text, run_id text,
      result json, maker text, created_at timestamptz, finished_at timestamptz, sealed_result text)
    where exists (select from linked_accounts a where a.id = c.account_id)
      and exists (select from mcp_servers s where s.id = c.server_id)`,
};

const FINISH: Statement = {
  name: "mcp-finish-calls",
  text: `update mcp_calls c set status = e.status, error = e.error, run_id = e.run_id, result = e.result,
      finished_at = e.finished_at, sealed_call = null, sealed_result = e.sealed_result,
      arguments = case when e.is_cleared then '{}' else c.arguments end
    from json_to_recordset($1::json) as e (id text, status text, error text, run_id text, result json,
      finished_at timestamptz, sealed_result text, is_cleared boolean)
    where c.id = e.id`,
};

/** Inserts calls in one statement; those of an account or server that was deleted meanwhile are left out. */
export async function insertCalls(database: Database, calls: readonly CallRow[]): Promise<void> {
  await database.query(INSERT, [toStorableJson(JSON.stringify(calls))]);
}

/** Records how calls ended, in one statement. */
export async function updateFinishedCalls(
  database: Database,
  ends: readonly CallCompletion[],
): Promise<void> {
  await database.query(FINISH, [toStorableJson(JSON.stringify(ends))]);
}

/** Records in `tx` how a call ended. */
export async function updateFinishedCall(tx: Tx, end: CallCompletion): Promise<void> {
  await runStatement(tx, FINISH, [toStorableJson(JSON.stringify([end]))]);
}

/** One call of an account; undefined if there is none in this scope. */
export function findCall(db: Db, scope: AccountScope, id: string): Promise<FoundCall | undefined> {
  return selectAccountCalls(db, scope).where("id", "=", id).executeTakeFirst();
}

/** The calls of an account, as stored. */
export function selectAccountCalls(db: Db, { orgId, environment, account }: AccountScope) {
  return db
    .selectFrom("mcp_calls")
    .select([...COLUMNS, "result", "sealed_result", "decision_reason", "fingerprint"])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id);
}

/** A row of the log: a call with the organization's id of its account, without its result. */
export type LoggedCall = Pick<StoredCallRow, (typeof LISTED)[number]> & { accountId: string };

const LISTED = [...COLUMNS, "decided_at", "decided_by", "decision_reason"] as const;

/** Filters of the list of calls. */
export interface CallFilter {
  readonly serverId?: string;
  readonly account?: AccountRef;
  readonly status?: CallStatus;
  readonly tool?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly until?: Date;
  readonly now: Date;
}

/** How the reader of the log sees the executions that calls continued as. */
export type ViewsOf = (runIds: readonly string[]) => Promise<(runId: string) => AccountView>;

/** One page of calls, newest first. */
export function listCalls(
  db: Db,
  scope: Scope,
  filter: CallFilter & { readonly viewsOf: ViewsOf },
  page: Page,
): Promise<LongPage<LoggedCall>> {
  return readPage(db, listOf(scope, filter), page, async ({ where, order }) =>
    asTheirRuns(await logged(db).where(where).orderBy("mcp_calls.id", order).execute(), filter),
  );
}

async function asTheirRuns(rows: readonly RowWithRun[], { viewsOf }: { viewsOf: ViewsOf }) {
  const viewOf = await viewsOf(rows.flatMap(({ run_id: id }) => id ?? []));
  return rows.map((row) => mergeCallWithRun(row, viewOf(row.run_id ?? "")));
}

/**
 * Whether a server, which may no longer exist, has been called: by anybody in the scope, or by the account that it
 * names.
 */
export async function hasCalls(
  db: Db,
  { orgId, environment }: Scope,
  { serverId, account }: { serverId: string; account: AccountRef | undefined },
): Promise<boolean> {
  const call = await db
    .selectFrom("mcp_calls")
    .select("id")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("server_id", "=", serverId)
    .$if(account !== undefined, (query) => query.where("account_id", "=", account?.id ?? ""))
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
}

/** One call as the list shows it; undefined if there is none in this scope. */
export async function findLoggedCall(
  db: Db,
  { orgId, environment }: Scope,
  {
    id,
    serverId,
    account,
    ...reader
  }: Pick<CallFilter, "account"> & { id: string; serverId: string; viewsOf: ViewsOf },
): Promise<LoggedCall | undefined> {
  const row = await logged(db)
    .where("mcp_calls.org_id", "=", orgId)
    .where("mcp_calls.environment", "=", environment)
    .where("mcp_calls.server_id", "=", serverId)
    .where("mcp_calls.id", "=", id)
    .$if(account !== undefined, (query) => query.where("mcp_calls.account_id", "=", account?.id ?? ""))
    .executeTakeFirst();
  const [call] = await asTheirRuns(row ? [row] : [], reader);
  return call;
}

type RowWithRun = Awaited<ReturnType<ReturnType<typeof logged>["executeTakeFirstOrThrow"]>>;

function logged(db: Db) {
  return db
    .selectFrom("mcp_calls")
    .innerJoin("linked_accounts", "linked_accounts.id", "mcp_calls.account_id")
    .leftJoin("runs as run", "run.id", "mcp_calls.run_id")
    .select(LISTED.map((column) => `mcp_calls.${column}` as const))
    .select("linked_accounts.account_id as accountId")
    .select(RUN_OF_CALL);
}

function listOf(scope: Scope, { serverId, account, status, tool, from, until, now }: CallFilter): LongList {
  const table = "mcp_calls";
  const inScope = buildScopedList(table, scope).indexed;
  const ofServer = serverId === undefined ? [] : [sql<SqlBool>`mcp_calls.server_id = ${serverId}`];
  const ofAccount = account === undefined ? [] : [sql<SqlBool>`mcp_calls.account_id = ${account.id}`];
  const others = [
    ...(tool === undefined ? [] : [sql<SqlBool>`mcp_calls.tool = ${tool}`]),
    ...(status === undefined ? [] : [statusIs(status, now)]),
  ];
  const [indexed = inScope, ...further] = [...ofAccount, ...ofServer];
  return {
    table,
    indexed,
    further: [inScope, ...further, ...others],
    from: from && createFirstId(from),
    until: until && createFirstId(until),
  };
}

/**
 * A call whose time is over has expired, even before that is recorded; one that continued has its execution's status.
 */
function statusIs(status: CallStatus, now: Date): RawBuilder<SqlBool> {
  const expired = sql`mcp_calls.created_at <= ${getApprovalCutoff(now)}`;
  const isWaiting = sql`mcp_calls.status = 'WAITING'`;
  if (status === "WAITING") return sql`(${isWaiting} and not (${expired}))`;
  if (status === "EXPIRED") return sql`(mcp_calls.status = 'EXPIRED' or (${isWaiting} and ${expired}))`;
  const isLogged = sql<SqlBool>`mcp_calls.status = ${sql.lit(status)}`;
  if (status === "COMPLETED") return sql`(${isLogged} and ${STANDS_AS.COMPLETED})`;
  if (status !== "RUNNING" && status !== "ERRORED") return isLogged;
  return sql`(${isLogged} or (mcp_calls.status = 'COMPLETED' and ${STANDS_AS[status]}))`;
}

// How long an agent may take to read a result.
const READABLE_MS = 3_600_000;
const DELETE_RESULTS: Statement = {
  name: "mcp-delete-sealed-results",
  text: `with old as materialized (
      select id from mcp_calls where sealed_result is not null and id < $1 and finished_at < $2 order by id limit $3)
    update mcp_calls c set sealed_result = null from old where c.id = old.id returning 1 as gone`,
};

/** Deletes at most `limit` originals of redacted results that were made an hour ago. */
export async function deleteSealedResults(database: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - READABLE_MS);
  return (await database.query(DELETE_RESULTS, [createFirstId(before), before, limit])).length;
}

/** Deletes at most `limit` calls made before `before`, except waiting and running ones. */
export async function deleteOldCalls(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  const { and, name, values } = buildScopeCondition(scope, 3);
  const text = `with old as materialized (select id from mcp_calls where id < $1
        and status not in ('WAITING', 'RUNNING') ${and} order by id limit $2)
    delete from mcp_calls c using old where c.id = old.id returning 1 as gone`;
  const statement = { name: `mcp-delete-old-calls${name}`, text };
  return (await database.query(statement, [createFirstId(before), limit, ...values])).length;
}
