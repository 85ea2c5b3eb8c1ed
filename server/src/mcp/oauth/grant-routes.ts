import { type Static, Type } from "typebox";
import { accountScopeOf } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { type App, ById, Id, Message, Record, Timestamp } from "../../platform/http/route.ts";
import { envelope, PageEnvelope, PageQuery, pageOf } from "../../platform/page.ts";
import { type GrantRow, listGrants, withdrawGrant } from "./grant-store.ts";

const BASE = "/api/v2/public/mcp-grants";
const tags = ["MCP servers"];

const McpGrant = Record("McpGrant", {
  _id: Id,
  client_id: Type.String({ description: "The assistant: the address of its metadata, or an id of ours." }),
  client_name: Type.Optional(Type.String({ description: "As the customer saw it." })),
  mcp_server_id: Id,
  mcp_server_name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(
    Type.String({ format: "date-time", description: "To the minute; not there until it is used." }),
  ),
  expiresAt: Timestamp,
});

/** What a linked account has allowed assistants, and taking it back. */
export function grantRoutes(app: App, deps: Pick<Deps, "database" | "db" | "clock">): void {
  app.get(
    BASE,
    {
      config: { auth: "account" },
      schema: {
        operationId: "listMcpGrants",
        summary: "List the assistants that the linked account has allowed, newest first",
        tags,
        querystring: PageQuery,
        response: { 200: Type.Object({ docs: Type.Array(McpGrant), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const asked = { now: deps.clock.now(), page };
      const { rows, total } = await listGrants(deps.db, accountScopeOf(request), asked);
      return { docs: rows.map(present), ...envelope(page, total) };
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "withdrawMcpGrant",
        summary: "Take an assistant's access back",
        tags,
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      await withdrawGrant(deps, accountScopeOf(request), request.params.id);
      return { message: "The access was taken back." };
    },
  );
}

function present(row: GrantRow): Static<typeof McpGrant> {
  return {
    _id: row.id,
    client_id: row.client_id,
    client_name: row.client_name ?? undefined,
    mcp_server_id: row.server_id,
    mcp_server_name: row.server_name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
