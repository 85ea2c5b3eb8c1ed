import { type Static, Type } from "typebox";
import { findAccountScope, getScope } from "../../../auth/guard.ts";
import { defineOperations } from "../../../auth/operation.ts";
import type { Deps } from "../../../deps.ts";
import { ById, Id, Message, Record, Timestamp } from "../../../platform/http/route.ts";
import { LongPageEnvelope, parseLongPage } from "../../../platform/page.ts";
import { AccessQuery } from "../../access-query.ts";
import { type GrantRow, listGrants, revokeGrant } from "./grant-store.ts";

const BASE = "/api/v2/public/mcp-grants";

const McpGrant = Record("McpGrant", {
  _id: Id,
  linked_account_id: Type.String({ description: "The linked account that allowed it." }),
  client_id: Type.String({
    description: "The assistant: the URL of its metadata, or an id that Junctor issued.",
  }),
  client_name: Type.Optional(Type.String({ description: "Name of the assistant as the customer saw it." })),
  mcp_server_id: Id,
  mcp_server_name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(
    Type.String({ format: "date-time", description: "Last use, to the minute; absent until it is used." }),
  ),
  expiresAt: Timestamp,
});

const operation = defineOperations<Pick<Deps, "database" | "db" | "clock" | "accessCache">>("MCP servers");

/** What a linked account has allowed assistants, and revoking it. */
export const MCP_GRANT_OPERATIONS = [
  operation({
    id: "listMcpGrants",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "either",
    summary: "List MCP grants",
    description:
      "Returns the assistants that the linked account has allowed, newest first, with their last use. Without an account, an API key gets those of all accounts of the environment. Page through long lists with `after`.",
    schema: {
      querystring: AccessQuery,
      response: { 200: Type.Object({ docs: Type.Array(McpGrant), ...LongPageEnvelope }) },
    },
    run: async (deps, request) => {
      const filter = { serverId: request.query.mcp_server_id, now: deps.clock.now() };
      const scope = findAccountScope(request) ?? getScope(request);
      const { rows, envelope } = await listGrants(deps.db, scope, {
        filter,
        page: parseLongPage(request.query),
      });
      return { docs: rows.map(present), ...envelope };
    },
  }),
  operation({
    id: "withdrawMcpGrant",
    method: "delete",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "either",
    summary: "Revoke an MCP grant",
    description:
      "Revokes an assistant's access with all its tokens: for the linked account or, with an API key and no account, for any account.",
    schema: { params: ById, response: { 200: Message } },
    run: async (deps, request) => {
      await revokeGrant(deps, findAccountScope(request) ?? getScope(request), request.params.id);
      return { message: "Access was revoked." };
    },
  }),
];

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
