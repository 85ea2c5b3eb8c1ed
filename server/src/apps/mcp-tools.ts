import type { AccountScope, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { ApiError, badRequest, notFound } from "../platform/errors.ts";
import { defineJob } from "../platform/queue/job.ts";
import type { Application } from "./application.ts";
import { findCustom, saveCustom } from "./application-store.ts";
import { type BareCall, ConnectorError, type JsonObject } from "./connector.ts";
import { type InvokeDeps, withConnection } from "./invoke.ts";
import {
  keepTools,
  type McpDefinition,
  type McpTool,
  parseMcpDefinition,
} from "./providers/mcp/definition.ts";
import { readTools } from "./providers/mcp/mcp-connector.ts";

/** How a server was added, or read again. */
export interface McpAdded {
  definition: McpDefinition;
  /** One sentence for each thing that was left out. */
  warnings: string[];
}

/** What a call holds that needs no credential. */
export function anonymousCall({ outbound, clock }: InvokeDeps): BareCall {
  return {
    credential: { type: "keybased", settings: {}, values: {} },
    http: outbound.request,
    now: () => clock.now().getTime(),
  };
}

/** Stores what is known of a server, in place of what was known before. */
export function saveDefinition(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: Scope,
  definition: McpDefinition,
) {
  return saveCustom(db, scope, {
    slug: definition.slug,
    provider: "mcp",
    definition: definition as unknown as JsonObject, // it is JSON
    now: clock.now(),
  });
}

/** Why a server is no application: 400 with what it did wrong. */
export function unusable(reason: string): ApiError {
  return new ApiError("bad_request", "EXTERNAL_API_FAILURE", `The MCP server cannot be used. ${reason}`);
}

/** Reads the tools again, with an account's connection where the server shows them to nobody else; what is gone is dropped. */
export async function refreshTools(
  deps: InvokeDeps,
  scope: Scope,
  slug: string,
  account: AccountScope | undefined,
): Promise<McpAdded> {
  const definition = await mcpDefinition(deps, scope, slug);
  const listed = await listTools(deps, definition, account).catch((error: unknown) => {
    throw error instanceof ConnectorError ? unusable(error.message) : error;
  });
  const { tools, warnings } = keepTools(listed);
  const next = { ...definition, tools };
  await saveDefinition(deps, scope, next);
  return { definition: next, warnings };
}

function listTools(
  deps: InvokeDeps,
  definition: McpDefinition,
  account: AccountScope | undefined,
): Promise<McpTool[]> {
  if (definition.auth.kind === "none") return readTools(definition, anonymousCall(deps));
  if (account === undefined)
    throw badRequest("Name a linked account that has connected it: linked_account_id.");
  return withConnection(deps, account, { slug: definition.slug }, (_connector, call) =>
    readTools(definition, call),
  );
}

async function mcpDefinition(deps: InvokeDeps, scope: Scope, slug: string): Promise<McpDefinition> {
  const row = await findCustom(deps.db, scope, slug);
  if (row?.provider !== "mcp") throw notFound("Application");
  return parseMcpDefinition(row.definition);
}

/**
 * Reads a server's tools with a connection that has just been made: most servers show them to customers only. Tools
 * that this customer does not see stay, for another one may.
 */
export const readToolsOfConnection = defineJob<{ scope: AccountScope; slug: string }, InvokeDeps>({
  name: "apps.read-tools",
  concurrency: 2,
  run: async (deps, { scope, slug }) => {
    const row = await findCustom(deps.db, scope, slug);
    if (row?.provider !== "mcp") return;
    const known = parseMcpDefinition(row.definition);
    let seen: McpTool[];
    try {
      seen = keepTools(await listTools(deps, known, scope)).tools;
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      deps.log.warn({ slug, reason: error.message }, "mcp.tools-unread");
      return;
    }
    const names = new Set(seen.map(({ name }) => name));
    const others = known.tools.filter(({ name }) => !names.has(name));
    const tools = [...seen, ...others];
    if (JSON.stringify(tools) === JSON.stringify(known.tools)) return;
    await saveDefinition(deps, scope, { ...known, tools });
  },
});

/** Has the tools read with a connection that `tx` makes, where it is one to an MCP server. */
export async function readToolsLater(
  { queue }: Pick<Deps, "queue">,
  tx: Tx,
  scope: AccountScope,
  { connector }: Application,
): Promise<void> {
  const { provider, slug } = connector.info;
  if (provider === "mcp") await queue.enqueue(tx, readToolsOfConnection, { scope, slug });
}
