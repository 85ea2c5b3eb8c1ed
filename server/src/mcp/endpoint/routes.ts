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
    answer: serve,
  });

  async function serve(
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    opened: () => Promise<Handler>,
  ): Promise<unknown> {
    if (!isAllowed(request.headers))
      return sendProtocolError(reply, 403, "This Host or Origin is not allowed.");
    const { server_id: serverId, token: inAddress } = request.params;
    const token = inAddress ?? parseBearerToken(request.headers.authorization);
    if (token === undefined) {
      reply.header("www-authenticate", buildChallengeHeader(deps.config, serverId));
      return sendProtocolError(reply, 401, "A bearer token is required.");
    }
    const caller = await findAuthorizedAgent(deps, { token, serverId, inAddress: inAddress !== undefined });
    if (!caller) {
      // A client with the token in its URL cannot get another one.
      if (inAddress !== undefined) return sendProtocolError(reply, 403, "The token is not valid here.");
      reply.header(
        "www-authenticate",
        buildChallengeHeader(deps.config, serverId, { error: "invalid_token" }),
      );
      return sendProtocolError(reply, 401, "The token is not valid here.");
    }
    const problem = findAddressProblem(request);
    if (problem !== undefined) return sendProtocolError(reply, 400, problem);
    const { scope } = caller;
    const end = agents.begin(scope.account.id);
    if (!end) {
      reply.header("retry-after", 1);
      return sendProtocolError(reply, 429, TOO_MANY);
    }
    // Not when the answer begins: it may be a stream of progress.
    reply.raw.once("close", end);
    const offer = await offers.find(scope, serverId);
    if (!offer) return sendProtocolError(reply, 404, "There is no MCP server with this id.");
    const gone = createDisconnectSignal(reply);
    const clientName = caller.clientName ?? userAgentOf(request);
    setActor({
      ...{ kind: "agent", id: scope.account.accountId, name: clientName },
      ...{ environment: scope.environment, operation: "mcp" },
    });
    // Node joins repeated headers into one text.
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined;
    const session = { scope, ...offer, idempotencyKey, gone, clientName };
    const handler = await opened();
    const incoming = {
      headers: request.headers,
      text: typeof request.body === "string" ? request.body : "",
      body: parseTextBody(request.body),
      request: () => toWebRequest(request, gone()),
    };
    const answer = await handler.answer(incoming, session);
    if (typeof answer === "string") reply.type("application/json");
    return reply.send(answer);
  }
}

/** What clients of the legacy era say about themselves with each request, for the log. */
function userAgentOf({ headers }: FastifyRequest): string | undefined {
  const text = headers["user-agent"]?.replaceAll(NOT_PRINTED, "").slice(0, 200);
  return text === "" ? undefined : text;
}

const TOO_MANY =
  "Too many requests of this account are in progress. This one had no effect: send it again when another has finished.";
const NOT_PRINTED = /[^\x20-\x7e]/g;
