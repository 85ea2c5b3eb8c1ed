import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { findAccount, findAccountScope, getScope, isSession } from "../../auth/guard.ts";
import { getDecider, isBelowRole } from "../../auth/holder.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { ById, Id, Message } from "../../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery, type Page, parseLongPage } from "../../platform/page.ts";
import { readAccountViews, wholeViews } from "../../runs/view/account-view.ts";
import { decideCall } from "../approvals/decide.ts";
import { buildApprovalUrl } from "../approvals/links.ts";
import { readServerRow } from "../store.ts";
import { CallFields, McpCall, presentLoggedCall, readCallFilter } from "./call-schema.ts";
import {
  type CallFilter,
  findLoggedCall,
  hasCalls,
  type LoggedCall,
  listCalls,
  type ViewsOf,
} from "./call-store.ts";

const ByCall = Type.Object({ ...ById.properties, call_id: Id });
const Decision = Type.Object({
  approved: Type.Boolean(),
  decided_by: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Who decides, for the log. For a signed-in operator, it is their email address.",
    }),
  ),
  reason: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "Reason for the log. The agent also gets the reason for a rejection.",
    }),
  ),
});

const CallQuery = Type.Object({ ...LongPageQuery.properties, ...CallFields });
const InboxQuery = Type.Object({
  ...CallQuery.properties,
  linked_account_id: Type.Optional(Type.String({ maxLength: 255 })),
});
const CallPage = Type.Object({ docs: Type.Array(McpCall), ...LongPageEnvelope });

type CallRouteDeps = Pick<Deps, "db" | "database" | "queue" | "clock" | "config" | "credentials">;

const operation = defineOperations<CallRouteDeps>("MCP servers");

/** The log of agents' calls, and the decision on waiting ones. */
export const MCP_CALL_OPERATIONS = [
  operation({
    id: "getMcpCall",
    method: "get",
    path: "/api/v2/public/mcp-servers/:id/calls/:call_id",
    least: "viewer",
    credentials: "either",
    summary: "Get an MCP call",
    description:
      "Returns a tool call with its arguments, without secrets, and its outcome. While it waits, an API key also gets the `approval_url`.",
    schema: { params: ByCall, response: { 200: McpCall } },
    run: async (deps, request) => {
      const { id: serverId, call_id: id } = request.params;
      const account = findAccountScope(request)?.account;
      const row = await findLoggedCall(deps.db, getScope(request), {
        id,
        serverId,
        account,
        viewsOf: viewsFor(deps, request),
      });
      if (!row) throw notFound("Call");
      return presentCall(deps, request, row);
    },
  }),
  operation({
    id: "decideMcpCall",
    method: "put",
    path: "/api/v2/public/mcp-servers/:id/calls/:call_id/approval",
    least: "support",
    // Not for session tokens: an agent with one could approve its own calls.
    credentials: "apiKey",
    summary: "Decide an MCP call",
    description:
      "Approves or rejects a waiting call. An approved call runs immediately, in the background. Returns 409 if the call was already decided, and 410 after 24 hours without a decision. Session tokens cannot decide, because an agent may hold one. See [Who approves](/guides/mcp-policy#who-approves).",
    schema: {
      params: ByCall,
      body: Decision,
      response: {
        200: Message,
        409: { ...ErrorReply, description: "It has already been decided." },
        410: { ...ErrorReply, description: "The call was not decided in time." },
      },
    },
    run: async (deps, request) => {
      const { id, call_id: callId } = request.params;
      const { approved, decided_by: said, reason } = request.body;
      const by = getDecider(request, said);
      const within = { scope: getScope(request), serverId: id };
      const status = await decideCall(deps, { callId, approved, by, reason, within });
      if (status === undefined) throw notFound("Call");
      if (status === "EXPIRED") throw new ApiError("gone", "GONE", "The time to decide has passed.");
      if (status !== "WAITING") throw new ApiError("conflict", "CONFLICT", "It has already been decided.");
      return { message: approved ? "Approved" : "Rejected" };
    },
  }),
  operation({
    id: "listAllMcpCalls",
    method: "get",
    path: "/api/v2/public/mcp-calls",
    least: "viewer",
    credentials: "apiKey",
    summary: "List all MCP calls",
    description:
      "Returns agents' calls to all MCP servers, newest first. `status=WAITING` returns the inbox of calls to decide. Page through long lists with `after`.",
    schema: { querystring: InboxQuery, response: { 200: CallPage } },
    run: async (deps, request) => {
      const { linked_account_id: accountId } = request.query;
      const account = accountId ? await findAccount(deps.database, getScope(request), accountId) : undefined;
      // An unknown account has no calls.
      const named = accountId && !account ? { id: "", accountId } : account;
      const filter = { ...readCallFilter(request.query, deps.clock.now()), account: named };
      return list(deps, request, filter, parseLongPage(request.query));
    },
  }),
  operation({
    id: "listMcpCalls",
    method: "get",
    path: "/api/v2/public/mcp-servers/:id/calls",
    least: "viewer",
    credentials: "either",
    summary: "List an MCP server's calls",
    description:
      "Returns agents' calls to an MCP server, even a deleted one, newest first: tool, arguments without secrets, client and outcome. Page through long lists with `after`.",
    schema: { params: ById, querystring: CallQuery, response: { 200: CallPage } },
    run: async (deps, request) => {
      const account = findAccountScope(request)?.account;
      const serverId = request.params.id;
      await readServerRow(deps.db, viewerOf(request), serverId).catch(async (error: unknown) => {
        // The log of a server outlives it.
        if (!(await hasCalls(deps.db, getScope(request), { serverId, account }))) throw error;
      });
      const filter = { ...readCallFilter(request.query, deps.clock.now()), serverId, account };
      return list(deps, request, filter, parseLongPage(request.query));
    },
  }),
];

async function list(deps: CallRouteDeps, request: FastifyRequest, filter: CallFilter, page: Page) {
  const shown = { ...filter, viewsOf: viewsFor(deps, request) };
  const { rows, envelope } = await listCalls(deps.db, getScope(request), shown, page);
  return { docs: rows.map((row) => presentCall(deps, request, row)), ...envelope };
}

function viewsFor(deps: CallRouteDeps, request: FastifyRequest): ViewsOf {
  return isSession(request) ? (ids) => readAccountViews(deps, ids) : wholeViews;
}

function viewerOf(request: FastifyRequest): Scope {
  return findAccountScope(request) ?? getScope(request);
}

function presentCall(deps: CallRouteDeps, request: FastifyRequest, row: LoggedCall): Static<typeof McpCall> {
  const call = presentLoggedCall(row, deps.clock.now());
  const isShown = call.status === "WAITING" && !isSession(request) && !isBelowRole(request, "support");
  return { ...call, ...(isShown && { approval_url: buildApprovalUrl(deps, row.id) }) };
}
