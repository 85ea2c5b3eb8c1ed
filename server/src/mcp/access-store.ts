import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccountScope, Scope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { buildScopedList, type LongList, type LongPage, readPage } from "../platform/database/long-list.ts";
import type { Page } from "../platform/page.ts";
import { SEEN_NAME } from "./account-view.ts";

/** What gives access to a server for an account: its own tokens, and what it has allowed assistants. */
type AccessTable = "mcp_tokens" | "mcp_oauth_grants";

/** What lists of either show. */
export interface AccessRow {
  readonly id: string;
  /** The organization's id of the account. */
  readonly account_name: string;
  readonly server_id: string;
  readonly server_name: string;
  readonly created_at: Date;
  /** To the minute; null until it is used. */
  readonly last_used_at: Date | null;
  readonly expires_at: Date;
}

/** Filters of either list, and the current time. */
export interface AccessFilter {
  readonly serverId: string | undefined;
  readonly now: Date;
}

/** What one kind of access has besides the other. */
interface AccessKind {
  readonly columns?: RawBuilder<unknown>;
  readonly further?: RawBuilder<SqlBool>;
}

/**
 * One page of what gives access beyond now, newest first, each with its server's name as its account sees it: of the
 * account that the scope names, or of the whole environment. `kind` refers to the columns by the table's name.
 */
export function listAccess<Row extends AccessRow>(
  db: Db,
  table: AccessTable,
  scope: Scope | AccountScope,
  {
    filter,
    page,
    kind: { columns = sql``, further } = {},
  }: { filter: AccessFilter; page: Page; kind?: AccessKind },
): Promise<LongPage<Row>> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return readPage(db, narrow(table, scope, filter, further), page, async ({ where, order }) => {
    const { rows } = await sql<Row>`select ${of("id")}, a.account_id as account_name, ${of("server_id")},
        ${SEEN_NAME} as server_name, ${of("created_at")}, ${of("last_used_at")}, ${of("expires_at")} ${columns}
      from ${sql.table(table)} join linked_accounts a on a.id = ${of("account_id")}
        join mcp_servers s on s.id = ${of("server_id")}
        left join mcp_server_changes c on c.server_id = s.id and c.account_id = a.id
      where ${where} order by ${of("id")} ${sql.raw(order)}`.execute(db);
    return rows;
  });
}

function narrow(
  table: AccessTable,
  scope: Scope | AccountScope,
  { serverId, now }: AccessFilter,
  further?: RawBuilder<SqlBool>,
): LongList {
  const { indexed } = buildScopedList(table, scope);
  const of = (column: string) => sql.ref(`${table}.${column}`);
  const narrower = [
    ...("account" in scope ? [sql<SqlBool>`${of("account_id")} = ${scope.account.id}`] : []),
    ...(serverId === undefined ? [] : [sql<SqlBool>`${of("server_id")} = ${serverId}`]),
  ];
  return {
    table,
    indexed: sql`${sql.join([indexed, ...narrower], sql` and `)}`,
    further: [sql<SqlBool>`${of("expires_at")} > ${now}`, ...(further ? [further] : [])],
  };
}

/** Statement: deletes what its caller selects, of the account that the scope names, or of all. */
export function deleteAccess(db: Db, table: AccessTable, scope: Scope | AccountScope) {
  const { orgId, environment } = scope;
  const all = db.deleteFrom(table).where("org_id", "=", orgId).where("environment", "=", environment);
  return "account" in scope ? all.where("account_id", "=", scope.account.id) : all;
}
