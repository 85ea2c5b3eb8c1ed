import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { type AccountRef, buildScopeCondition, type Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Database, type Db, runStatement, type Statement } from "../../platform/database/database.ts";
import {
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
} from "../../platform/database/long-list.ts";
import { createFirstId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import { toStorableJson } from "../../platform/storable-text.ts";
import { ADD_USAGE, INTO_USAGE, OPEN_DAYS } from "../../usage/count-usage.ts";
import { type ChangedUsage, notifyOfLimits } from "../../usage/plans/notify-of-limits.ts";
import { type ProviderRequestTable, type RequestCauseKind, USAGE_CAUSES } from "./table.ts";

const TABLE = "provider_requests";

/** A request as it is inserted. */
export type NewRequest = Selectable<ProviderRequestTable>;

/** A request with the organization's id of its account. */
export type FoundRequest = NewRequest & { readonly accountId: string };

/** A row of the list: a request without what was sent and received. */
export type ListedRequest = Omit<FoundRequest, "request" | "response">;

const INSERT: Statement = {
  name: "provider-requests-insert",
  text: `with ${OPEN_DAYS}, inserted as (
    insert into provider_requests (id, org_id, environment, account_id, slug, connection_id, cause, subject, run_id,
      step_path, method, url, status, status_class, error, duration_ms, request, response, created_at)
    select r.* from json_to_recordset($1::json) as r (id text, org_id text, environment text, account_id text, slug text,
      connection_id text, cause text, subject text, run_id text, step_path text, method text, url text, status integer,
      status_class integer, error text, duration_ms integer, request json, response json, created_at timestamptz)
    where exists (select from linked_accounts a where a.id = r.account_id)
    on conflict (id) do nothing returning org_id, environment, account_id, created_at as at, cause
  ), counted as (
    select org_id, environment, account_id, at, 'calls' as meter, 1 as count from inserted
    where cause in (${USAGE_CAUSES.map((cause) => `'${cause}'`).join(", ")})
  )
  ${INTO_USAGE} ${ADD_USAGE} returning account_id, meter`,
};

const FIND: Statement = {
  name: "provider-requests-find",
  text: `select r.*, a.account_id as "accountId" from provider_requests r
    join linked_accounts a on a.id = r.account_id
    where r.id = $1 and r.org_id = $2 and r.environment = $3`,
};

/**
 * Inserts requests in one statement, which also counts them, and tells of limits that accounts come to thereby; those of an account that was deleted meanwhile, and those that are stored already,
 * are left out.
 */
export async function insertRequests(
  deps: Pick<Deps, "database" | "queue" | "clock" | "usageCaps">,
  requests: readonly NewRequest[],
): Promise<void> {
  const values = [toStorableJson(JSON.stringify(requests))];
  if (deps.usageCaps.hasAny())
    await deps.queue.transaction(async (tx) =>
      notifyOfLimits(deps, tx, await runStatement<ChangedUsage>(tx, INSERT, values)),
    );
  else await deps.database.query(INSERT, values);
}

/** One request; undefined if there is none in this scope. */
export async function findRequest(
  database: Database,
  { orgId, environment }: Scope,
  id: string,
): Promise<FoundRequest | undefined> {
  const [row] = await database.query<FoundRequest>(FIND, [id, orgId, environment]);
  return row;
}

/** Filters of the list of requests. */
export interface RequestFilter {
  readonly account?: AccountRef;
  readonly slug?: string;
  readonly connectionId?: string;
  readonly executionId?: string;
  /** Of an execution. */
  readonly stepPath?: string;
  readonly cause?: RequestCauseKind;
  /** The first digits of statuses; 0: no response. */
  readonly statusClasses?: readonly number[];
  /** Part of the address. */
  readonly text?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

/** One page of requests, newest first. */
export function listRequests(
  db: Db,
  scope: Scope,
  filter: RequestFilter,
  page: Page,
): Promise<LongPage<ListedRequest>> {
  return readPage(db, buildRequestList(scope, filter), page, ({ where, order }) =>
    db
      .selectFrom(TABLE)
      .innerJoin("linked_accounts", "linked_accounts.id", "provider_requests.account_id")
      .select(LISTED.map((column) => `${TABLE}.${column}` as const))
      .select("linked_accounts.account_id as accountId")
      .where(where)
      .orderBy("provider_requests.id", order)
      .execute(),
  );
}

const LISTED = [
  "id",
  "org_id",
  "environment",
  "account_id",
  "slug",
  "connection_id",
  "cause",
  "subject",
  "run_id",
  "step_path",
  "method",
  "url",
  "status",
  "status_class",
  "error",
  "duration_ms",
  "created_at",
] as const;

/** The list by the narrowest condition that has an index; each row is checked against the others. */
function buildRequestList(scope: Scope, filter: RequestFilter): LongList {
  const { indexed: inScope } = buildScopedList(TABLE, scope);
  const { account, slug, connectionId, executionId, stepPath, cause, statusClasses, text } = filter;
  const is = (column: keyof ProviderRequestTable, value: string | undefined) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(`${TABLE}.${column}`)} = ${value}`];
  const narrow = [
    ...is("run_id", executionId),
    ...is("connection_id", connectionId),
    ...is("account_id", account?.id),
  ];
  const ofScope = [
    ...(statusClasses ? [buildStatusCondition(statusClasses)] : []),
    ...(cause ? [buildCauseCondition(cause)] : []),
    ...is("slug", slug),
  ];
  const [first, ...rest] = narrow;
  const [of, ...more] = ofScope;
  const indexed = first ?? (of ? sql<SqlBool>`${inScope} and ${of}` : inScope);
  const further = first ? [...rest, inScope, ...ofScope] : more;
  return {
    table: TABLE,
    indexed: text ? sql<SqlBool>`${indexed} and ${isNewest(indexed)}` : indexed,
    further: [...further, ...is("step_path", stepPath), ...(text ? [hasText(text)] : [])],
    from: filter.from && createFirstId(filter.from),
    until: filter.until && createFirstId(filter.until),
  };
}

function hasText(text: string) {
  return sql<SqlBool>`strpos(lower(provider_requests.url), lower(${text})) > 0`;
}

// Nothing indexes parts of addresses: some 20 ms.
const SEARCHED = 20_000;

/** The newest rows of the list; as a bound, because a condition on each row would still read all of them. */
function isNewest(indexed: RawBuilder<SqlBool>) {
  const oldest = sql`select provider_requests.id from provider_requests where ${indexed}
    order by provider_requests.id desc offset ${sql.lit(SEARCHED)} limit 1`;
  return sql<SqlBool>`provider_requests.id > coalesce((${oldest}), '')`;
}

/** Written out, because the database uses a partial index only for values that it knows. */
function buildStatusCondition(classes: readonly number[]) {
  const isOne = sql`provider_requests.status_class in (${sql.join(classes.map((one) => sql.lit(one)))})`;
  return classes.includes(2)
    ? sql<SqlBool>`${isOne}`
    : sql<SqlBool>`${isOne} and provider_requests.status_class <> 2`;
}

function buildCauseCondition(cause: RequestCauseKind) {
  const isOne = sql<SqlBool>`provider_requests.cause = ${sql.lit(cause)}`;
  return cause === "step" ? isOne : sql<SqlBool>`${isOne} and provider_requests.cause <> 'step'`;
}

/** Deletes at most `limit` requests made before `before`. */
export async function deleteOldRequests(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  const { and, name, values } = buildScopeCondition(scope, 3);
  const text = `with old as materialized (select id from provider_requests where id < $1 ${and} order by id limit $2)
    delete from provider_requests r using old where r.id = old.id returning 1 as gone`;
  const statement = { name: `provider-requests-delete-old${name}`, text };
  return (await database.query(statement, [createFirstId(before), limit, ...values])).length;
}
