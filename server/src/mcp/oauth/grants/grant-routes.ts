import { type Static, Type } from "typebox";
import { accountScopeIfNamed, scopeOf } from "../../../auth/guard.ts";
import type { Deps } from "../../../deps.ts";
import { type App, ById, Id, Message, Record, Timestamp } from "../../../platform/http/route.ts";
import { LongPageEnvelope, longPageOf } from "../../../platform/page.ts";
import { AccessQuery } from "../../access-query.ts";
import { type GrantRow, listGrants, withdrawGrant } from "./grant-store.ts";

const BASE = "/api/v2/public/mcp-grants";
const tags = ["MCP servers"];

const McpGrant = Record("McpGrant", {
  _id: Id,
  linked_account_id: Type.String({ description: "Who has allowed it." }),
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
      config: { auth: "either" },
      schema: {
        operationId: "listMcpGrants",
        summary: "List the assistants that linked accounts have allowed, newest first",
        description:
          "Those of the linked account; with an API key that names no account those of all accounts of the environment.",
        tags,
        querystring: AccessQuery,
        response: { 200: Type.Object({ docs: Type.Array(McpGrant), ...LongPageEnvelope }) },
      },
    },
    async (request) => {
      const filter = { serverId: request.query.mcp_server_id, now: deps.clock.now() };
      const scope = accountScopeIfNamed(request) ?? scopeOf(request);
      const { rows, envelope } = await listGrants(deps.db, scope, {
        filter,
        page: longPageOf(request.query),
      });
      return { docs: rows.map(present), ...envelope };
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "withdrawMcpGrant",
        summary: "Take an assistant's access back",
        description: "That of the linked account; with an API key that names no account that of any.",
        tags,
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      await withdrawGrant(deps, accountScopeIfNamed(request) ?? scopeOf(request), request.params.id);
      return { message: "The access was taken back." };
    },
  );
}

function present(row: GrantRow): Static<typeof McpGrant> {
  return {
    _id: row.id,
    linked_account_id: row.account_name,
    client_id: row.client_id,
    client_name: row.client_name ?? undefined,
    mcp_server_id: row.server_id,
    mcp_server_name: row.server_name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
