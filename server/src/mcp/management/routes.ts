import type { FastifyRequest } from "fastify";
import { getCallerAddress } from "../../auth/limits/stranger-limit.ts";
import type { Operation } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import type { App } from "../../platform/http/route.ts";
import { createOriginGuard } from "../endpoint/guard.ts";
import {
  createDisconnectSignal,
  parseBearerToken,
  parseTextBody,
  sendProtocolError,
  toWebRequest,
} from "../endpoint/http.ts";
import { BODY_LIMIT, registerProtocolRoutes } from "../endpoint/protocol-routes.ts";
import type { ManagementHandler } from "./handler.ts";

const KEY_MISSING = "An API key is required, as bearer token or in x-api-key; there is no OAuth here.";

/**
 * The platform's own API as an MCP server, for the organization's developers: with an API key as bearer token or in
 * `x-api-key`, which selects organization and environment. Session tokens, which are customers', give no access.
 */
export function registerManagementRoutes(
  app: App,
  deps: Deps,
  operations: readonly Operation<never>[],
): void {
  const isAllowed = createOriginGuard(deps.config);
  registerProtocolRoutes<object, ManagementHandler>(app, {
    // A fixed path comes before `/mcp/v1/:server_id`.
    urls: ["/mcp/v1/management"],
    open: async () => {
      const { openManagementHandler } = await import("./handler.ts");
      return openManagementHandler({ ...deps, app, operations }, BODY_LIMIT);
    },
    answer: async (request, reply, opened) => {
      if (!isAllowed(request.headers))
        return sendProtocolError(reply, 403, "This Host or Origin is not allowed.");
      const key = keyOf(request);
      const principal = key === undefined ? undefined : await deps.credentials.apiKey(key, request);
      if (key === undefined || principal === undefined) {
        reply.header("www-authenticate", key === undefined ? "Bearer" : 'Bearer error="invalid_token"');
        return sendProtocolError(reply, 401, KEY_MISSING);
      }
      const handler = await opened();
      const caller = { key: principal, ending: key.slice(-4), address: getCallerAddress(request) };
      const sent = toWebRequest(request, createDisconnectSignal(reply)());
      return reply.send(await handler.answer(sent, caller, parseTextBody(request.body)));
    },
  });
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["x-api-key"];
  return typeof key === "string" && key !== "" ? key : parseBearerToken(headers.authorization);
}
