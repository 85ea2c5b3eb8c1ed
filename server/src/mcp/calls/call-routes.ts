import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { accountScopeIfNamed, findAccount, isSession, scopeOf } from "../../auth/guard.ts";
import { deciderOf, isBelow } from "../../auth/holder.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { type App, ById, Id, Message } from "../../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery, longPageOf, type Page } from "../../platform/page.ts";
import { accountViewsOf, wholeViews } from "../../runs/read/account-view.ts";
import { decideCall } from "../approvals/decide.ts";
import { approvalUrl } from "../approvals/links.ts";
import { readServerRow } from "../store.ts";
import { CallFields, McpCall, presentLogged, readCallFilter } from "./call-schema.ts";
import {
  type CallFilter,
  findLogged,
  hasCalls,
  type LoggedCall,
  listCalls,
  type ViewsOf,
} from "./call-store.ts";

const tags = ["MCP servers"];

const ByCall = Type.Object({ ...ById.properties, call_id: Id });
const Decision = Type.Object({
  approved: Type.Boolean(),
  decided_by: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Who decides; for the log. Of an operator who has signed in, their email address.",
    }),
  ),
  reason: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "Why; for the log. The reason of a rejection is told to the agent.",
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

/** The log of what agents have called, and the decision on calls that wait for one. */
export function callRoutes(app: App, deps: CallRouteDeps): void {
  const list = async (request: FastifyRequest, filter: CallFilter, page: Page) => {
    const { rows, envelope } = await listCalls(
      deps.db,
      scopeOf(request),
      { ...filter, viewsOf: viewsFor(deps, request) },
      page,
    );
    return { docs: rows.map((row) => presentCall(deps, request, row)), ...envelope };
  };
  app.get(
    "/api/v2/public/mcp-calls",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listAllMcpCalls",
        summary: "List the calls of tools of all MCP servers, newest first",
        description: "With `status=WAITING`, the inbox of what is to be decided.",
        tags,
        querystring: InboxQuery,
        response: { 200: CallPage },
      },
    },
    async (request) => {
      const { linked_account_id: accountId } = request.query;
      const account = accountId ? await findAccount(deps.database, scopeOf(request), accountId) : undefined;
      // No call is one of an account that there is not.
      const named = accountId && !account ? { id: "", accountId } : account;
      return list(
        request,
        { ...readCallFilter(request.query, deps.clock.now()), account: named },
        longPageOf(request.query),
      );
    },
  );

  app.get(
    "/api/v2/public/mcp-servers/:id/calls",
    {
      config: { auth: "either" },
      schema: {
        operationId: "listMcpCalls",
        summary: "List the calls of an MCP server's tools, newest first",
        description: "Also those of a server that was deleted.",
        tags,
        params: ById,
        querystring: CallQuery,
        response: { 200: CallPage },
      },
    },
    async (request) => {
      const account = accountScopeIfNamed(request)?.account;
      const serverId = request.params.id;
      await readServerRow(deps.db, viewerOf(request), serverId).catch(async (error: unknown) => {
        // The log of a server outlives it.
        if (!(await hasCalls(deps.db, scopeOf(request), { serverId, account }))) throw error;
      });
      const filter = { ...readCallFilter(request.query, deps.clock.now()), serverId, account };
      return list(request, filter, longPageOf(request.query));
    },
  );

  app.get(
    "/api/v2/public/mcp-servers/:id/calls/:call_id",
    {
      config: { auth: "either" },
      schema: {
        operationId: "getMcpCall",
        summary: "Read a call of an MCP server's tool",
        tags,
        params: ByCall,
        response: { 200: McpCall },
      },
    },
    async (request) => {
      const { id: serverId, call_id: id } = request.params;
      const account = accountScopeIfNamed(request)?.account;
      const row = await findLogged(deps.db, scopeOf(request), {
        id,
        serverId,
        account,
        viewsOf: viewsFor(deps, request),
      });
      if (!row) throw notFound("Call");
      return presentCall(deps, request, row);
    },
  );

  app.put(
    "/api/v2/public/mcp-servers/:id/calls/:call_id/approval",
    {
      // Not for session tokens: an agent that holds one would approve its own calls.
      config: { auth: "apiKey" },
      schema: {
        operationId: "decideMcpCall",
        summary: "Approve or reject a call that waits",
        description: "An approved call is made at once, in the background.",
        tags,
        params: ByCall,
        body: Decision,
        response: {
          200: Message,
          409: { ...ErrorReply, description: "It has been decided already." },
          410: { ...ErrorReply, description: "Its time is over." },
        },
      },
    },
    async (request) => {
      const { id, call_id: callId } = request.params;
      const { approved, decided_by: said, reason } = request.body;
      const by = deciderOf(request, said);
      const within = { scope: scopeOf(request), serverId: id };
      const status = await decideCall(deps, { callId, approved, by, reason, within });
      if (status === undefined) throw notFound("Call");
      if (status === "EXPIRED") throw new ApiError("gone", "GONE", "The time to decide is over.");
      if (status !== "WAITING") throw new ApiError("conflict", "CONFLICT", "It has been decided already.");
      return { message: approved ? "Approved" : "Rejected" };
    },
  );
}

function viewsFor(deps: CallRouteDeps, request: FastifyRequest): ViewsOf {
  return isSession(request) ? (ids) => accountViewsOf(deps, ids) : wholeViews;
}

function viewerOf(request: FastifyRequest): Scope {
  return accountScopeIfNamed(request) ?? scopeOf(request);
}

function presentCall(deps: CallRouteDeps, request: FastifyRequest, row: LoggedCall): Static<typeof McpCall> {
  const call = presentLogged(row, deps.clock.now());
  const isShown = call.status === "WAITING" && !isSession(request) && !isBelow(request, "support");
  return { ...call, ...(isShown && { approval_url: approvalUrl(deps, row.id) }) };
}
