import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Db, getSqlState } from "../../platform/database/database.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { defineJob } from "../../platform/queue/job.ts";
import { type InvokeDeps, withConnection } from "../actions/with-connection.ts";
import {
  type CustomApplicationRow,
  findCustomRow,
  lockCustomRow,
  updateCustomDefinition,
} from "../catalog/application-store.ts";
import { readToolsTopic } from "../connections/connection-changed.ts";
import { type BareCall, ConnectorError, type JsonObject, NO_CREDENTIAL } from "../connector.ts";
import {
  type McpDefinition,
  type McpTool,
  MOST_TOOLS,
  parseMcpDefinition,
  selectTools,
} from "../providers/mcp/definition.ts";
import { readTools } from "../providers/mcp/mcp-connector.ts";

/** The result of adding or reloading a server. */
export interface McpReading {
  definition: McpDefinition;
  /** One sentence for each tool that was left out. */
  warnings: string[];
}

/** The parts of a call that need no credential. */
export function createAnonymousCall({ outbound, clock }: InvokeDeps): BareCall {
  return {
    credential: NO_CREDENTIAL,
    http: outbound.request,
    now: () => clock.now().getTime(),
  };
}

/** What is stored of a server. */
export function toStoredDefinition(definition: McpDefinition): JsonObject {
  return definition as unknown as JsonObject; // it is JSON
}

/** Why a server cannot be an application: 400 with what it did wrong. */
export function createUnusableServerError(reason: string): ApiError {
  return new ApiError("bad_request", "EXTERNAL_API_FAILURE", `The MCP server cannot be used. ${reason}`);
}

/**
 * Reads the tools again, with an account's connection if the server shows them to nobody else; tools that are gone
 * are dropped.
 */
export async function refreshTools(
  deps: InvokeDeps,
  scope: Scope,
  slug: string,
  account: AccountScope | undefined,
): Promise<McpReading> {
  const known = await findServer(deps.db, scope, slug);
  if (known === undefined) throw notFound("Application");
  const listed = await listTools(deps, known.definition, account).catch((error: unknown) => {
    throw error instanceof ConnectorError ? createUnusableServerError(error.message) : error;
  });
  const { tools, warnings } = selectTools(listed);
  const definition = await changeTools(deps, scope, known, () => tools);
  if (definition === undefined) throw notFound("Application");
  return { definition, warnings };
}

/** A server as read. */
interface StoredMcpServer {
  id: string;
  definition: McpDefinition;
}

async function findServer(db: Db, scope: Scope, slug: string): Promise<StoredMcpServer | undefined> {
  return serverOf(await findCustomRow(db, scope, slug));
}

function serverOf(row: CustomApplicationRow | undefined): StoredMcpServer | undefined {
  if (row?.provider !== "mcp") return undefined;
  return { id: row.id, definition: parseMcpDefinition(row.definition) };
}

/** Changes the currently stored tools; undefined if the application was deleted or replaced while they were read. */
function changeTools(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: Scope,
  { id, definition }: StoredMcpServer,
  change: (stored: readonly McpTool[]) => McpTool[],
): Promise<McpDefinition | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await lockCustomRow(tx, scope, definition.slug);
    const stored = serverOf(row)?.definition;
    if (row?.id !== id || stored?.url !== definition.url) return undefined;
    const next = { ...stored, tools: change(stored.tools) };
    if (JSON.stringify(next.tools) !== JSON.stringify(stored.tools)) {
      await updateCustomDefinition(tx, row, { definition: toStoredDefinition(next), now: clock.now() });
    }
    return next;
  });
}

function listTools(
  deps: InvokeDeps,
  definition: McpDefinition,
  account: AccountScope | undefined,
): Promise<unknown[]> {
  if (definition.auth.kind === "none") return readTools(definition, createAnonymousCall(deps));
  if (account === undefined)
    throw badRequest("linked_account_id is required: name a linked account that has connected it.");
  const target = { slug: definition.slug, cause: { kind: "tool_list" } } as const;
  return withConnection(deps, account, target, (_connector, call) => readTools(definition, call));
}

/**
 * Reads a server's tools with a new connection: most servers show them only to customers. Tools that this customer
 * does not see stay, because another customer may see them: the list is the organization's, and every customer is
 * offered what any of them could see. Errors of the server are logged; a retry would not fix them.
 */
export const readToolsOfConnection = defineJob<{ scope: AccountScope; slug: string }, InvokeDeps>({
  name: readToolsTopic.name,
  concurrency: 2,
  run: async (deps, { scope, slug }) => {
    const known = await findServer(deps.db, scope, slug);
    if (known === undefined) return;
    const seen = await toolsSeen(deps, scope, known.definition);
    if (seen !== undefined) await changeTools(deps, scope, known, (stored) => mergeTools(seen, stored));
  },
});

async function toolsSeen(
  deps: InvokeDeps,
  scope: AccountScope,
  definition: McpDefinition,
): Promise<McpTool[] | undefined> {
  try {
    return selectTools(await listTools(deps, definition, scope)).tools;
  } catch (error) {
    // Our own database will come back.
    if (getSqlState(error) !== undefined) throw error;
    const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown reason";
    deps.log.warn({ slug: definition.slug, reason }, "mcp.tools-unread");
    return undefined;
  }
}

/**
 * Tools keep their positions, so that nothing changes when another customer sees others. If there are too many, those
 * that this customer does not see are dropped.
 */
function mergeTools(seen: readonly McpTool[], stored: readonly McpTool[]): McpTool[] {
  const fresh = new Map(seen.map((tool) => [tool.name, tool]));
  let room = MOST_TOOLS - fresh.size;
  const kept = stored.flatMap((tool) => fresh.get(tool.name) ?? (room-- > 0 ? tool : []));
  const names = new Set(stored.map(({ name }) => name));
  return [...kept, ...[...fresh.values()].filter(({ name }) => !names.has(name))];
}
