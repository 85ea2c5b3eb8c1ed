import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { findAccountScope, getAccountScope, getScope, isSession } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, ById, Message } from "../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../platform/page.ts";
import type { ServerView } from "./account-view.ts";
import { registerApprovalPages } from "./approvals/page-routes.ts";
import { openCallLog } from "./calls/call-log.ts";
import { registerCallRoutes } from "./calls/call-routes.ts";
import { buildServerAddresses, presentOffer } from "./connect.ts";
import { createOffers, type Offers } from "./endpoint/offers.ts";
import { registerEndpointRoutes } from "./endpoint/routes.ts";
import { registerTokenRoutes } from "./endpoint/token-routes.ts";
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
import { registerToolListRoutes } from "./tool-list-routes.ts";

const BASE = "/api/v2/public/mcp-servers";
const tags = ["MCP servers"];

/** MCP servers: their records (spec 2.1 and 4.1), and the servers themselves. */
export function registerMcpRoutes(app: App, deps: Deps): void {
  const offers = createOffers(deps);
  const calls = openCallLog(deps);
  app.addHook("onClose", () => calls.close());
  deps.credentials.onForget(() => {
    clearAccessCache(deps);
    offers.recheck();
  });
  collectionRoutes(app, deps);
  recordRoutes(app, deps, offers);
  registerToolListRoutes(app, deps, offers);
  registerTokenRoutes(app, deps);
  registerCallRoutes(app, deps);
  registerApprovalPages(app, deps);
  registerEndpointRoutes(app, { ...deps, calls }, offers);
  registerManagementRoutes(app, deps);
}

function collectionRoutes(app: App, { db, queue, clock }: Pick<Deps, "db" | "queue" | "clock">): void {
  app.get(
    BASE,
    {
      config: { auth: "either" },
      schema: {
        operationId: "listMcpServers",
        summary: "List MCP servers",
        description:
          "Returns the organization's MCP servers and the linked account's own, newest first, named as the account sees them. Without an account, an API key gets the organization's records.",
        tags,
        querystring: PageQuery,
        response: { 200: Type.Object({ docs: Type.Array(McpServerSummary), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const page = parsePage(request.query);
      const { rows, total } = await listServers(db, findAccountScope(request) ?? getScope(request), page);
      return { docs: rows.map(presentSummary), ...buildEnvelope(page, total) };
    },
  );

  app.post(
    BASE,
    {
      config: { auth: "either" },
      schema: {
        operationId: "createMcpServer",
        summary: "Create an MCP server",
        description:
          "Creates an MCP server. With an API key, it belongs to the organization and is offered to all linked accounts of the environment, unless `linked_account_only` makes it the named account's own; with a session token, it is the account's own. Repeating the call creates another server. See [MCP servers](/guides/mcp).",
        tags,
        body: mcpServerExample.body,
        response: { 201: mcpServerExample.reply },
      },
    },
    async (request, reply) => {
      const { name, description, linked_account_only } = request.body;
      const input = { ...readServer(request.body), name, description };
      const isOwn = isSession(request) || linked_account_only === true;
      const scope = isOwn ? getAccountScope(request) : getScope(request);
      const { id } = await queue.transaction((tx) => insertServer(tx, scope, input, clock.now()));
      return reply.code(201).send({ _id: id, name, description });
    },
  );
}

function recordRoutes(
  app: App,
  { db, queue, clock, config, credentials }: Pick<Deps, "db" | "queue" | "clock" | "config" | "credentials">,
  offers: Offers,
): void {
  const present = async (view: ServerView | McpServerRow, request: FastifyRequest) => {
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
  };

  app.get(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "getMcpServer",
        summary: "Get an MCP server",
        description:
          "Returns an MCP server as the linked account sees it: the organization's record with what the account has changed. Without an account, an API key gets the record itself; read that one to edit it, because it has no customer's changes.",
        tags,
        params: ById,
        response: { 200: McpServer },
      },
    },
    async (request) => {
      const scope = findAccountScope(request);
      const { id } = request.params;
      const view = scope
        ? await readServerRow(db, scope, id)
        : await readServerRecord(db, getScope(request), id);
      return present(view, request);
    },
  );

  app.put(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "updateMcpServer",
        summary: "Update an MCP server",
        description:
          "Updates the fields that you send. An API key changes the organization's record for all linked accounts; if it names one, that account's own changes to the same fields are dropped. A session token changes the organization's record for its own account alone, and only to stricter policies.",
        tags,
        params: ById,
        body: McpServerBody,
        response: { 200: McpServer },
      },
    },
    async (request) => {
      const change = { input: readServer(request.body), by: byOf(request), now: clock.now() };
      const view = await queue.transaction((tx) =>
        updateServer(tx, findAccountScope(request) ?? getScope(request), request.params.id, change),
      );
      offers.recheck();
      return present(view, request);
    },
  );

  app.delete(
    `${BASE}/:id/changes`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "dropMcpServerChanges",
        summary: "Drop a linked account's changes",
        description:
          "Removes the linked account's changes to a server of the organization, so that it sees the organization's record again.",
        tags,
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { id } = request.params;
      await queue.transaction((tx) => deleteAccountChanges(tx, getAccountScope(request), id, clock.now()));
      offers.recheck();
      return { message: "The account's changes were dropped." };
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "deleteMcpServer",
        summary: "Delete an MCP server",
        description:
          "Deletes an MCP server with its tokens and grants; the log of its calls is kept. A session token can delete only its account's own servers (403 otherwise).",
        tags,
        params: ById,
        response: {
          204: Type.Null(),
          403: { ...ErrorReply, description: "A session token can delete only the account's own servers." },
        },
      },
    },
    async (request, reply) => {
      const removed = { by: byOf(request), now: clock.now() };
      const scope = findAccountScope(request) ?? getScope(request);
      await queue.transaction((tx) => deleteServer(tx, scope, request.params.id, removed));
      await credentials.forget();
      return reply.code(204).send(null);
    },
  );
}

function byOf(request: FastifyRequest): ServerEditor {
  return isSession(request) ? "account" : "organization";
}
