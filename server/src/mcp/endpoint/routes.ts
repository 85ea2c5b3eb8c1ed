import type { FastifyReply, FastifyRequest } from "fastify";
import { findAddressProblem } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { setActor } from "../../platform/acting.ts";
import type { App } from "../../platform/http/route.ts";
import { buildChallengeHeader } from "../oauth/address.ts";
import { createAgentsAtOnce } from "./agents-at-once.ts";
import { findAuthorizedAgent } from "./caller.ts";
import { createOriginGuard } from "./guard.ts";
import type { Handler } from "./handler.ts";
import {
  createDisconnectSignal,
  parseBearerToken,
  parseTextBody,
  sendProtocolError,
  toWebRequest,
} from "./http.ts";
import type { MethodDeps } from "./methods.ts";
import type { Offers } from "./offers.ts";
import { BODY_LIMIT, registerProtocolRoutes } from "./protocol-routes.ts";

interface Params {
  readonly server_id: string;
  readonly token?: string;
}

/**
 * The live servers: MCP over streamable HTTP, both eras of the protocol at one address, `/mcp/v1/:server_id` with a
 * bearer token, or `/mcp/v1/:token/:server_id`.
 */
export function registerEndpointRoutes(app: App, deps: Deps & MethodDeps, offers: Offers): void {
  const isAllowed = createOriginGuard(deps.config);
  const agents = createAgentsAtOnce(deps.config.mcpAccountConcurrency);
  registerProtocolRoutes<Params, Handler>(app, {
    urls: ["/mcp/v1/:server_id", "/mcp/v1/:token/:server_id"],
    open: async () => (await import("./handler.ts")).openProtocolHandler(deps, BODY_LIMIT),
    answer: async (request, reply, opened) => {
      if (!isAllowed(request.headers))
        return sendProtocolError(reply, 403, "This Host or Origin is not allowed.");
      const caller = await findCaller(deps, request, reply);
      if (!caller) return reply;
      const problem = findAddressProblem(request);
      if (problem !== undefined) return sendProtocolError(reply, 400, problem);
      const { scope } = caller;
      const end = agents.begin(scope.account.id);
      if (!end) return sendProtocolError(reply.header("retry-after", 1), 429, TOO_MANY);
      // Not when the answer begins: it may be a stream of progress.
      reply.raw.once("close", end);
      const offer = await offers.find(scope, request.params.server_id);
      if (!offer) return sendProtocolError(reply, 404, "There is no MCP server with this id.");
      const clientName = caller.clientName ?? userAgentOf(request);
      const incoming = toIncoming(request, reply);
      const session = { scope, ...offer, ...incoming.session, clientName };
      setActor({
        kind: "agent",
        id: scope.account.accountId,
        name: clientName,
        environment: scope.environment,
        operation: "mcp",
      });
      const answer = await (await opened()).answer(incoming.request, session);
      if (typeof answer === "string") reply.type("application/json");
      return reply.send(answer);
    },
  });
}

type EndpointRequest = FastifyRequest<{ Params: Params }>;

/** Whose token it is; otherwise the refusal is sent. */
async function findCaller(deps: Deps, request: EndpointRequest, reply: FastifyReply) {
  const { server_id: serverId, token: inAddress } = request.params;
  const token = inAddress ?? parseBearerToken(request.headers.authorization);
  if (token === undefined) {
    reply.header("www-authenticate", buildChallengeHeader(deps.config, serverId));
    sendProtocolError(reply, 401, "A bearer token is required.");
    return undefined;
  }
  const caller = await findAuthorizedAgent(deps, { token, serverId, inAddress: inAddress !== undefined });
  if (caller) return caller;
  // A client with the token in its URL cannot get another one.
  const status = inAddress === undefined ? 401 : 403;
  if (status === 401)
    reply.header("www-authenticate", buildChallengeHeader(deps.config, serverId, { error: "invalid_token" }));
  sendProtocolError(reply, status, "The token is not valid here.");
  return undefined;
}

/** A request as the handler takes it, and what its session knows from it. */
function toIncoming(request: EndpointRequest, reply: FastifyReply) {
  const { headers, body } = request;
  const gone = createDisconnectSignal(reply);
  return {
    request: {
      headers,
      text: typeof body === "string" ? body : "",
      body: parseTextBody(body),
      request: () => toWebRequest(request, gone()),
    },
    session: {
      gone,
      // Node joins repeated headers into one text.
      idempotencyKey: headers["idempotency-key"] as string | undefined,
      traceparent: headers.traceparent as string | undefined,
    },
  };
}

/** What clients of the legacy era say about themselves with each request, for the log. */
function userAgentOf({ headers }: FastifyRequest): string | undefined {
  const text = headers["user-agent"]?.replaceAll(NOT_PRINTED, "").slice(0, 200);
  return text === "" ? undefined : text;
}

const TOO_MANY =
  "Too many requests of this account are in progress. This one had no effect: send it again when another has finished.";
const NOT_PRINTED = /[^\x20-\x7e]/g;
