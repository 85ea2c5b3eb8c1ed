import { sql } from "kysely";
import type { AccountScope, Scope } from "../auth/scope.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import { type Db, jsonb, runStatement, type Tx } from "../platform/database/database.ts";
import { ApiError, badRequest, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { Page } from "../platform/page.ts";
import {
  buildServerView,
  NAMED_WORKFLOWS,
  SEEN_NAME,
  SERVER_STATE,
  type ServerState,
  type ServerView,
} from "./account-view.ts";
import { deleteChangedFields, deleteServerChanges, updateServerForAccount } from "./changes-store.ts";
import { MOST_OWN_SERVERS } from "./limits.ts";
import type { ChainInput, McpServerInput } from "./read-server.ts";
import type { McpServerRow, McpServerSummaryRow } from "./schema.ts";
import type { Chain, ServerFields } from "./table.ts";

/** Who acts: the account itself (a session token), or the organization for it (an API key that names it). */
export type ServerEditor = "account" | "organization";

/**
 * Creates an MCP server: the account's own if the scope names one, of which it may have a limited number (400),
 * otherwise the organization's, which is offered to all its accounts.
 */
export async function insertServer(
  tx: Tx,
  scope: Scope | AccountScope,
  input: McpServerInput & { name: string; description: string },
  now: Date,
): Promise<McpServerRow> {
  const { orgId, environment } = scope;
  if ("account" in scope) await refuseTooMany(tx, scope);
  return tx
    .insertInto("mcp_servers")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      account_id: "account" in scope ? scope.account.id : null,
      ...columns(fieldsOf(input, [])),
      name: input.name,
      description: input.description,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function refuseTooMany(tx: Tx, { orgId, environment, account }: AccountScope): Promise<void> {
  // Serialized, so that they can be counted.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mcp-servers/${account.id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom("mcp_servers")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .executeTakeFirstOrThrow();
  if (count >= MOST_OWN_SERVERS)
    throw badRequest(
      `A linked account has at most ${MOST_OWN_SERVERS} MCP servers of its own: delete one first.`,
    );
}

const VIEW = { text: `${SERVER_STATE} select s.*, ${NAMED_WORKFLOWS} from server s` };

/**
 * One MCP server as an account sees it, or the record itself if the scope names no account; 404 if there is none in
 * this scope, or it is another account's own.
 */
export async function readServerRow(db: Db, scope: AccountScope, id: string): Promise<ServerView>;
export async function readServerRow(db: Db, scope: Scope, id: string): Promise<McpServerRow>;
export async function readServerRow(db: Db, scope: Scope | AccountScope, id: string): Promise<McpServerRow> {
  const { orgId, environment } = scope;
  if ("account" in scope) {
    const [state] = await runStatement<ServerState>(db, VIEW, [orgId, environment, id, scope.account.id]);
    if (!state) throw notFound("MCP server");
    return buildServerView(state);
  }
  const row = await db
    .selectFrom("mcp_servers")
    .selectAll()
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("MCP server");
  return row;
}

/** The organization's record; 404 if there is none with this id, or it is an account's own. */
export async function readServerRecord(db: Db, scope: Scope, id: string): Promise<McpServerRow> {
  const { orgId, environment } = scope;
  const row = await offered(db, { orgId, environment })
    .selectAll("s")
    .where("s.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("MCP server");
  return row;
}

/**
 * One page of the MCP servers that are offered to an account, as it sees them, newest first, and their total number;
 * the organization's records if the scope names no account.
 */
export function listServers(
  db: Db,
  scope: Scope | AccountScope,
  page: Page,
): Promise<{ rows: McpServerSummaryRow[]; total: number }> {
  const shown = offered(db, scope)
    .leftJoin("mcp_server_changes as c", (join) =>
      join.onRef("c.server_id", "=", "s.id").on("c.account_id", "=", accountIn(scope)),
    )
    .select([
      "s.id",
      SEEN_NAME.as("name"),
      sql<string>`coalesce(c.fields ->> 'description', s.description)`.as("description"),
      "s.created_at",
      sql<Date>`greatest(s.updated_at, c.updated_at)`.as("updated_at"),
    ])
    .orderBy("s.id", "desc");
  return readCountedPage(db, shown, page);
}

/**
 * Sets the given fields of an MCP server, the others stay (spec 4.1). What an account sets on the organization's
 * applies only to itself; what the organization sets applies to all, and the change of it by an account that it names
 * is dropped. Returns the account's view, or the record if none is named; 404 if there is none with this id for them.
 */
export async function updateServer(
  tx: Tx,
  scope: Scope | AccountScope,
  id: string,
  { input, by, now }: { input: McpServerInput; by: ServerEditor; now: Date },
): Promise<ServerView | McpServerRow> {
  const record = await lockServer(tx, scope, id);
  if (!("account" in scope)) {
    await changeRecord(tx, scope, id, { fields: fieldsOf(input, record.chains), now });
    return readServerRecord(tx, scope, id);
  }
  const view = await readServerRow(tx, scope, id);
  const fields = fieldsOf(input, [...view.chains, ...record.chains]);
  if (by === "account" && record.account_id === null)
    await updateServerForAccount(tx, scope, id, { fields, now });
  else {
    await changeRecord(tx, scope, id, { fields, now });
    await deleteChangedFields(tx, scope, id, Object.keys(fields));
  }
  return readServerRow(tx, scope, id);
}

async function changeRecord(
  tx: Tx,
  { orgId, environment }: Scope,
  id: string,
  { fields, now }: { fields: ServerFields; now: Date },
): Promise<void> {
  await tx
    .updateTable("mcp_servers")
    .set({ ...columns(fields), updated_at: now, revision: sql`revision + 1` })
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .execute();
}

/** Drops an account's changes to a server of the organization; 404 if none with this id is offered to it. */
export async function deleteAccountChanges(
  tx: Tx,
  scope: AccountScope,
  id: string,
  now: Date,
): Promise<void> {
  await lockServer(tx, scope, id);
  await deleteServerChanges(tx, scope, id, now);
}

/**
 * Deletes an MCP server; the log of its calls stays, and pending calls are not made. 404 if there is none in this
 * scope, 403 if an account would delete what the organization also offers to others.
 */
export async function deleteServer(
  tx: Tx,
  scope: Scope | AccountScope,
  id: string,
  { by, now }: { by: ServerEditor; now: Date },
): Promise<void> {
  const { account_id: owner } = await lockServer(tx, scope, id);
  if (by === "account" && owner === null)
    throw new ApiError(
      "forbidden",
      "FORBIDDEN",
      "This MCP server is the organization's, offered to all its linked accounts: only an API key can delete it.",
    );
  const { orgId, environment } = scope;
  await tx
    .updateTable("mcp_calls")
    .set({ status: "ERRORED", error: "The MCP server was deleted.", sealed_call: null, finished_at: now })
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("server_id", "=", id)
    .where("sealed_call", "is not", null)
    .execute();
  await tx
    .deleteFrom("mcp_servers")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .execute();
}

/**
 * The record itself, locked until the end of `tx`; 404 if it is not offered to the account, or it is an account's and
 * none is named.
 */
async function lockServer(tx: Tx, scope: Scope | AccountScope, id: string): Promise<McpServerRow> {
  const row = await offered(tx, scope)
    .selectAll("s")
    .where("s.id", "=", id)
    .forNoKeyUpdate("s")
    .executeTakeFirst();
  if (!row) throw notFound("MCP server");
  return row;
}

/** The servers of the organization and, if an account is named, its own. */
function offered(db: Db, scope: Scope | AccountScope) {
  const { orgId, environment } = scope;
  return db
    .selectFrom("mcp_servers as s")
    .where("s.org_id", "=", orgId)
    .where("s.environment", "=", environment)
    .where((row) => row.or([row("s.account_id", "is", null), row("s.account_id", "=", accountIn(scope))]));
}

/** The account that a scope names, or an id that nothing has. */
function accountIn(scope: Scope | AccountScope): string {
  return "account" in scope ? scope.account.id : "";
}

/** The given fields; chains with ids. */
function fieldsOf({ chains, ...input }: McpServerInput, stored: readonly Chain[]): ServerFields {
  const given = { ...input, chains: chains && identifyChains(chains, stored) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function columns({ suggestions, chains, associated_apps, resources, ...plain }: ServerFields) {
  return {
    ...plain,
    ...(suggestions && { suggestions: jsonb(suggestions) }),
    ...(chains && { chains: jsonb(chains) }),
    ...(associated_apps && { associated_apps: jsonb(associated_apps) }),
    ...(resources && { resources: jsonb(resources) }),
  };
}

/** Each chain with an id: its own if the server has a chain with it, otherwise a new one; without duplicates. */
function identifyChains(given: readonly ChainInput[], stored: readonly Chain[]): Chain[] {
  const known = new Set(stored.map(({ _id }) => _id));
  return given.map(({ _id, ...chain }) => ({
    ...chain,
    _id: _id !== undefined && known.delete(_id) ? _id : createId(),
  }));
}
