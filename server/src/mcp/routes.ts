import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { findAccountScope, getAccountScope, getScope, isSession } from "../auth/guard.ts";
import { defineOperations, type Operation, registerOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, ById, Message } from "../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../platform/page.ts";
import type { ServerView } from "./account-view.ts";
import { registerApprovalPages } from "./approvals/page-routes.ts";
import { openCallLog } from "./calls/call-log.ts";
import { MCP_CALL_OPERATIONS } from "./calls/call-routes.ts";
import { buildServerAddresses, presentOffer } from "./connect.ts";
import { createOffers } from "./endpoint/offers.ts";
import { registerEndpointRoutes } from "./endpoint/routes.ts";
import { MCP_TOKEN_OPERATIONS } from "./endpoint/token-routes.ts";
import { mcpServerExample } from "./examples.ts";
import { registerManagementRoutes } from "./management/routes.ts";
import { clearAccessCache } from "./oauth/provider/access-token.ts";
import { readServer } from "./read-server.ts";
import {
  McpServer,
  McpServerBody,
  type McpServerRow,
  McpServerSummary,
  presentServer,
  presentSummary,
} from "./schema.ts";
import {
  deleteAccountChanges,
  deleteServer,
  insertServer,
  listServers,
  readServerRecord,
  readServerRow,
  type ServerEditor,
  updateServer,
} from "./store.ts";
import { MCP_TOOL_OPERATIONS, type OfferDeps } from "./tool-list-routes.ts";

const BASE = "/api/v2/public/mcp-servers";

type ServerRouteDeps = OfferDeps & Pick<Deps, "queue" | "clock" | "credentials" | "config">;

const operation = defineOperations<ServerRouteDeps>("MCP servers");

/** The records of MCP servers (spec 2.1 and 4.1), their tools, tokens and calls. */
export const MCP_OPERATIONS: readonly Operation<ServerRouteDeps>[] = [
  operation({
    id: "deleteMcpServer",
    method: "delete",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "either",
    summary: "Delete an MCP server",
    description:
      "Deletes an MCP server with its tokens and grants; the log of its calls is kept. A session token can delete only its account's own servers (403 otherwise).",
    schema: {
      params: ById,
      response: {
        204: Type.Null(),
        403: { ...ErrorReply, description: "A session token can delete only the account's own servers." },
      },
    },
    run: async ({ queue, clock, credentials }, request, reply) => {
      const removed = { by: byOf(request), now: clock.now() };
      const scope = findAccountScope(request) ?? getScope(request);
      await queue.transaction((tx) => deleteServer(tx, scope, request.params.id, removed));
      await credentials.forget();
      return reply.code(204).send(null);
    },
  }),
  operation({
    id: "listMcpServers",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "either",
    summary: "List MCP servers",
    description:
      "Returns the organization's MCP servers and the linked account's own, newest first, named as the account sees them. Without an account, an API key gets the organization's records.",
    schema: {
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(McpServerSummary), ...PageEnvelope }) },
    },
    run: async ({ db }, request) => {
      const page = parsePage(request.query);
      const { rows, total } = await listServers(db, findAccountScope(request) ?? getScope(request), page);
      return { docs: rows.map(presentSummary), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "createMcpServer",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "either",
    summary: "Create an MCP server",
    description:
      "Creates an MCP server. With an API key, it belongs to the organization and is offered to all linked accounts of the environment, unless `linked_account_only` makes it the named account's own; with a session token, it is the account's own. Repeating the call creates another server. See [MCP servers](/guides/mcp).",
    schema: { body: mcpServerExample.body, response: { 201: mcpServerExample.reply } },
    run: async ({ queue, clock }, request, reply) => {
      const { name, description, linked_account_only } = request.body;
      const input = { ...readServer(request.body), name, description };
      const isOwn = isSession(request) || linked_account_only === true;
      const scope = isOwn ? getAccountScope(request) : getScope(request);
      const { id } = await queue.transaction((tx) => insertServer(tx, scope, input, clock.now()));
      return reply.code(201).send({ _id: id, name, description });
    },
  }),
  operation({
    id: "getMcpServer",
    method: "get",
    path: `${BASE}/:id`,
    least: "viewer",
    credentials: "either",
    summary: "Get an MCP server",
    description:
      "Returns an MCP server as the linked account sees it: the organization's record with what the account has changed. Without an account, an API key gets the record itself; read that one to edit it, because it has no customer's changes.",
    schema: { params: ById, response: { 200: McpServer } },
    run: async (deps, request) => {
      const scope = findAccountScope(request);
      const { id } = request.params;
      const view = scope
        ? await readServerRow(deps.db, scope, id)
        : await readServerRecord(deps.db, getScope(request), id);
      return present(deps, view, request);
    },
  }),
  operation({
    id: "updateMcpServer",
    method: "put",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "either",
    summary: "Update an MCP server",
    description:
      "Updates the fields that you send. An API key changes the organization's record for all linked accounts; if it names one, that account's own changes to the same fields are dropped. A session token changes the organization's record for its own account alone, and only to stricter policies.",
    schema: { params: ById, body: McpServerBody, response: { 200: McpServer } },
    run: async (deps, request) => {
      const change = { input: readServer(request.body), by: byOf(request), now: deps.clock.now() };
      const view = await deps.queue.transaction((tx) =>
        updateServer(tx, findAccountScope(request) ?? getScope(request), request.params.id, change),
      );
      deps.offers.recheck();
      return present(deps, view, request);
    },
  }),
  operation({
    id: "dropMcpServerChanges",
    method: "delete",
    path: `${BASE}/:id/changes`,
    least: "developer",
    credentials: "account",
    summary: "Drop a linked account's changes",
    description:
      "Removes the linked account's changes to a server of the organization, so that it sees the organization's record again.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ queue, clock, offers }, request) => {
      const { id } = request.params;
      await queue.transaction((tx) => deleteAccountChanges(tx, getAccountScope(request), id, clock.now()));
      offers.recheck();
      return { message: "The account's changes were dropped." };
    },
  }),
  ...MCP_TOOL_OPERATIONS,
  ...MCP_TOKEN_OPERATIONS,
  ...MCP_CALL_OPERATIONS,
];

/** MCP servers: their operations, the servers themselves, and one that serves `operations` to developers' agents. */
export function registerMcpRoutes(app: App, deps: Deps, operations: readonly Operation<never>[]): void {
  const offers = createOffers(deps);
  const calls = openCallLog(deps);
  app.addHook("onClose", () => calls.close());
  deps.credentials.onForget(() => {
    clearAccessCache(deps);
    offers.recheck();
  });
  registerOperations(app, MCP_OPERATIONS, { ...deps, offers });
  registerApprovalPages(app, deps);
  registerEndpointRoutes(app, { ...deps, calls }, offers);
  registerManagementRoutes(app, deps, operations);
}

async function present(
  { config, offers }: ServerRouteDeps,
  view: ServerView | McpServerRow,
  request: FastifyRequest,
) {
  const scope = findAccountScope(request);
  const offer = scope && (await offers.find(scope, view.id));
  const isByKey = !isSession(request);
  const changed = "changed" in view && isByKey ? view.changed : [];
  return {
    ...presentServer(view),
    // Only its own account is shown it.
    ...(view.account_id !== null && isByKey && { linked_account_id: scope?.account.accountId }),
    ...(changed.length > 0 && { linked_account_changes: [...changed] }),
    ...(offer && presentOffer(offer)),
    ...buildServerAddresses(config, view),
  };
}

function byOf(request: FastifyRequest): ServerEditor {
  return isSession(request) ? "account" : "organization";
}
