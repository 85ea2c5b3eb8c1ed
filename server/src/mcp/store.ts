import { sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import { type Db, jsonb, type Tx } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Page } from "../platform/page.ts";
import type { ChainInput, McpServerInput, McpServerRow, McpServerSummaryRow } from "./schema.ts";
import type { Chain } from "./table.ts";

/** Makes an MCP server of the organization in this environment. */
export async function insertServer(
  db: Db,
  { orgId, environment }: Scope,
  input: McpServerInput & { name: string; description: string },
  now: Date,
): Promise<McpServerRow> {
  return db
    .insertInto("mcp_servers")
    .values({
      id: newId(now.getTime()),
      org_id: orgId,
      environment,
      ...columns(input, []),
      name: input.name,
      description: input.description,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One MCP server; 404 when there is none in this scope. */
export async function readServerRow(db: Db, scope: Scope, id: string): Promise<McpServerRow> {
  const row = await own(db, scope).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("MCP server");
  return row;
}

/** One page of MCP servers, newest first, and how many there are. */
export async function listServers(
  db: Db,
  scope: Scope,
  page: Page,
): Promise<{ rows: McpServerSummaryRow[]; total: number }> {
  const rows = await own(db, scope)
    .select(["id", "name", "description", "created_at", "updated_at"])
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await own(db, scope)
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Sets the given fields of an MCP server, the others stay (spec 4.1); 404 when there is none in this scope. */
export async function updateServer(
  tx: Tx,
  scope: Scope,
  id: string,
  { input, now }: { input: McpServerInput; now: Date },
): Promise<McpServerRow> {
  const stored = await own(tx, scope).select("chains").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!stored) throw notFound("MCP server");
  return tx
    .updateTable("mcp_servers")
    .set({
      name: input.name,
      description: input.description,
      ...columns(input, stored.chains),
      updated_at: now,
      revision: sql`revision + 1`,
    })
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes an MCP server; 404 when there is none in this scope. */
export async function deleteServer(db: Db, { orgId, environment }: Scope, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("mcp_servers")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("MCP server");
}

function own(db: Db, { orgId, environment }: Scope) {
  return db.selectFrom("mcp_servers").where("org_id", "=", orgId).where("environment", "=", environment);
}

/** The given fields as column values; kysely leaves out those that are undefined. */
function columns(input: McpServerInput, stored: readonly Chain[]) {
  return {
    agent_name: input.agent_name,
    primary_color: input.primary_color,
    secondary_color: input.secondary_color,
    base_prompt: input.base_prompt,
    safe_mode: input.safe_mode,
    suggestions: input.suggestions && jsonb(input.suggestions),
    chains: input.chains && jsonb(identifyChains(input.chains, stored)),
    associated_apps: input.associated_apps && jsonb(input.associated_apps),
    resources: input.resources && jsonb(input.resources),
  };
}

/** Each chain with an id: its own when the server has a chain with it, else a new one; never one twice. */
function identifyChains(given: readonly ChainInput[], stored: readonly Chain[]): Chain[] {
  const known = new Set(stored.map(({ _id }) => _id));
  return given.map(({ _id, ...chain }) => ({
    ...chain,
    _id: _id !== undefined && known.delete(_id) ? _id : newId(),
  }));
}
