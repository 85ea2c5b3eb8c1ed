import { type Static, Type } from "typebox";
import { findAccountScope, getAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { EXAMPLE } from "../../platform/http/example-values.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { ById, Id, Message, Record, Timestamp, withExample } from "../../platform/http/route.ts";
import { LongPageEnvelope, parseLongPage } from "../../platform/page.ts";
import { AccessQuery } from "../access-query.ts";
import type { AccessRow } from "../access-store.ts";
import { buildServerAddresses } from "../connect.ts";
import { readServerRow } from "../store.ts";
import { createToken, deleteToken, listTokens, revokeServerToken } from "./token-store.ts";

const URL = "/api/v2/public/mcp-servers/:id/token";
const TOKENS = "/api/v2/public/mcp-tokens";
const DAY_S = 86_400;
const DEFAULT_S = 365 * DAY_S;

const NewToken = Type.Object({
  expires_in: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 10 * DEFAULT_S,
      description: "Lifetime of the token in seconds. Default: one year.",
    }),
  ),
});

const McpToken = Record("McpToken", {
  _id: Id,
  token: Type.String({
    description: "Token for the header `Authorization: Bearer`. It is shown only in this response.",
  }),
  url: Type.String({ description: "URL of the MCP server." }),
  url_with_token: Type.String({
    description: "URL for clients that send no headers. Anyone who has it can connect.",
  }),
  expiresAt: Timestamp,
});

const McpTokenInfo = Record("McpTokenInfo", {
  _id: Id,
  linked_account_id: Type.String({ description: "The linked account that the token acts for." }),
  mcp_server_id: Id,
  mcp_server_name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Union([Timestamp, Type.Null()], { description: "Last use, to the minute." }),
  expiresAt: Timestamp,
});

const operation = defineOperations<Pick<Deps, "db" | "clock" | "config">>("MCP servers");

/**
 * A token for agents that send one: the linked account's own for this server, valid until it expires or is replaced.
 */
export const MCP_TOKEN_OPERATIONS = [
  operation({
    id: "createMcpToken",
    method: "post",
    path: URL,
    least: "developer",
    credentials: "account",
    hasSecret: true,
    outlastsLink: true,
    preValidation: setEmptyBody,
    summary: "Create an MCP token",
    description:
      "Creates the linked account's token for an MCP server, and revokes the previous one. The token is shown only in this response. It is valid for a year, or for `expires_in` seconds. A session token from a portal link cannot create one (403).",
    schema: {
      params: ById,
      body: withExample(NewToken, { expires_in: 2_592_000 }),
      response: {
        201: withExample(McpToken, {
          _id: "6a1f0c2e9b3d4f5a6b7c8d61",
          token: "mcp_GHHOyM-D…",
          url: `${EXAMPLE.server}/mcp/v1/${EXAMPLE.mcpServer}`,
          url_with_token: `${EXAMPLE.server}/mcp/v1/mcp_GHHOyM-D…/${EXAMPLE.mcpServer}`,
          expiresAt: "2026-03-02T09:30:00.000Z",
        }),
      },
    },
    run: async ({ db, clock, config }, request, reply) => {
      const server = await readServerRow(db, getAccountScope(request), request.params.id);
      const now = clock.now();
      const { expires_in: seconds = DEFAULT_S } = request.body;
      const expiresAt = new Date(now.getTime() + seconds * 1000);
      const made = { serverId: server.id, now, expiresAt };
      const { id: _id, token } = await createToken(db, getAccountScope(request), made);
      const { url } = buildServerAddresses(config, server);
      const url_with_token = `${config.publicUrl}/mcp/v1/${token}/${server.id}`;
      return reply.code(201).send({ _id, token, url, url_with_token, expiresAt: expiresAt.toISOString() });
    },
  }),
  operation({
    id: "deleteMcpToken",
    method: "delete",
    path: URL,
    least: "developer",
    credentials: "account",
    summary: "Delete an MCP token",
    description: "Revokes the linked account's token for an MCP server. Returns 200 even if there is none.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ db }, request) => {
      const server = await readServerRow(db, getAccountScope(request), request.params.id);
      await deleteToken(db, getAccountScope(request), server.id);
      return { message: "The token was revoked." };
    },
  }),
  operation({
    id: "listMcpTokens",
    method: "get",
    path: TOKENS,
    least: "viewer",
    credentials: "either",
    summary: "List MCP tokens",
    description:
      "Returns the linked account's tokens for MCP servers, newest first, without the tokens themselves. Without an account, an API key gets those of all accounts of the environment. Page through long lists with `after`.",
    schema: {
      querystring: AccessQuery,
      response: { 200: Type.Object({ docs: Type.Array(McpTokenInfo), ...LongPageEnvelope }) },
    },
    run: async ({ db, clock }, request) => {
      const filter = { serverId: request.query.mcp_server_id, now: clock.now() };
      const scope = findAccountScope(request) ?? getScope(request);
      const { rows, envelope } = await listTokens(db, scope, { filter, page: parseLongPage(request.query) });
      return { docs: rows.map(present), ...envelope };
    },
  }),
  operation({
    id: "withdrawMcpToken",
    method: "delete",
    path: `${TOKENS}/:id`,
    least: "developer",
    credentials: "either",
    summary: "Revoke an MCP token",
    description:
      "Revokes a token by its id: one of the linked account or, with an API key and no account, of any account.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ db }, request) => {
      await revokeServerToken(db, findAccountScope(request) ?? getScope(request), request.params.id);
      return { message: "The token was revoked." };
    },
  }),
];

function present(row: AccessRow): Static<typeof McpTokenInfo> {
  return {
    _id: row.id,
    linked_account_id: row.account_name,
    mcp_server_id: row.server_id,
    mcp_server_name: row.server_name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}
