import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { buildLikePattern } from "../platform/database/like-pattern.ts";
import { type LongPage, readPage } from "../platform/database/long-list.ts";
import { notFound } from "../platform/errors.ts";
import { createFirstId } from "../platform/id.ts";
import type { Page } from "../platform/page.ts";
import type { ActorKind, AuditLogTable } from "./table.ts";

/** What the log can be filtered by; absent fields do not filter. */
export interface AuditFilter {
  readonly actorKind?: ActorKind | undefined;
  readonly actorId?: string | undefined;
  /** An action, or with a trailing dot all actions on an object type. */
  readonly action?: string | undefined;
  readonly operation?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  /** The organization's id. */
  readonly accountId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly search?: string | undefined;
}

/** A whole record, with the names of the changed fields. */
export type AuditRow = Selectable<AuditLogTable> & { readonly fields: string[] };
/** The same without values. */
export type ListedAuditRow = Omit<AuditRow, "before" | "after" | "hash" | "sequence">;

const LISTED = [
  "org_id",
  "environment",
  "id",
  "at",
  "action",
  "object_type",
  "object_id",
  "object_name",
  "account_id",
  "actor_kind",
  "actor_id",
  "actor_name",
  "operation",
  "address",
  "user_agent",
  "secrets",
] as const;
const FIELDS = sql<string[]>`array(select json_object_keys(coalesce(after, before)))`.as("fields");
const PAGE = 200;

/** One page of the log, newest first: the environment's records and those that both environments share. */
export function listAuditRecords(
  db: Db,
  scope: Scope,
  filter: AuditFilter,
  page: Page,
): Promise<LongPage<ListedAuditRow>> {
  return readPage(db, listOf(scope, filter), page, ({ where, order }) =>
    db
      .selectFrom("audit_log")
      .select([...LISTED, FIELDS])
      .where(where)
      .where("org_id", "=", scope.orgId)
      .orderBy("id", order)
      .execute(),
  );
}

/** One record; 404 if there is none in this scope. */
export async function readAuditRecord(db: Db, scope: Scope, id: string): Promise<AuditRow> {
  const row = await wholeRows(db, scope).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Record of the audit log");
  return row;
}

/** All matching records, newest first, in pages, so that only a few are in memory. */
export async function* readAllRecords(
  db: Db,
  scope: Scope,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditRow[], void, undefined> {
  const fits = sql<SqlBool>`${sql.join(conditionsOf(scope, filter), sql` and `)}`;
  let query = wholeRows(db, scope).where(fits).orderBy("id", "desc").limit(PAGE);
  for (;;) {
    const rows = await query.execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    query = wholeRows(db, scope).where(fits).where("id", "<", last.id).orderBy("id", "desc").limit(PAGE);
  }
}

function wholeRows(db: Db, { orgId, environment }: Scope) {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .select(FIELDS)
    .where("org_id", "=", orgId)
    .where("environment", "in", [environment, "both"]);
}

function listOf(scope: Scope, filter: AuditFilter) {
  return {
    table: "audit_log",
    indexed: sql<SqlBool>`audit_log.org_id = ${scope.orgId}`,
    further: conditionsOf(scope, filter),
    // A record's id is slightly later than its change.
    ...(filter.from && { from: createFirstId(filter.from) }),
  };
}

function conditionsOf({ environment }: Scope, filter: AuditFilter): RawBuilder<SqlBool>[] {
  const { actorKind, actorId, action, operation, objectType, objectId, accountId } = filter;
  const { from, until, search } = filter;
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(`audit_log.${column}`)} = ${value}`];
  return [
    sql<SqlBool>`audit_log.environment in (${environment}, 'both')`,
    ...equals("actor_kind", actorKind),
    ...equals("actor_id", actorId),
    ...equals("operation", operation),
    ...equals("object_type", objectType),
    ...equals("object_id", objectId),
    ...equals("account_id", accountId),
    ...(action === undefined ? [] : [actionIs(action)]),
    ...(from ? [sql<SqlBool>`audit_log.at >= ${from}`] : []),
    ...(until ? [sql<SqlBool>`audit_log.at < ${until}`] : []),
    ...(search ? [matches(search)] : []),
  ];
}

/** An action, or all that begin with a word and its dot; by bytes, as they are indexed. */
function actionIs(action: string): RawBuilder<SqlBool> {
  const name = sql`audit_log.action collate "C"`;
  if (!action.endsWith(".")) return sql`${name} = ${action}`;
  // The slash follows the dot.
  return sql`(${name} >= ${action} and ${name} < ${`${action.slice(0, -1)}/`})`;
}

const SEARCHED = ["object_name", "object_id", "actor_name", "actor_id", "account_id", "action", "operation"];

function matches(search: string): RawBuilder<SqlBool> {
  const columns = [...SEARCHED, "address"].map((column) => sql.ref(`audit_log.${column}`));
  return sql<SqlBool>`concat_ws(' ', ${sql.join(columns)}) ilike ${buildLikePattern(search)}`;
}
