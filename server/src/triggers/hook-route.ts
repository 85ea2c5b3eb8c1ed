import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { IncomingResult } from "../apps/connector-events.ts";
import { toIncomingRequest } from "../apps/incoming-request.ts";
import { isEnvironment } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { sendHarmless } from "../platform/http/harmless-reply.ts";
import { useReceivedBytes } from "../platform/http/receive-bodies.ts";
import type { App } from "../platform/http/route.ts";
import { receiveDelivery } from "./receive-delivery.ts";
import { receiveShared } from "./shared/receive-shared.ts";

const SharedPath = Type.Object({
  orgId: Type.String(),
  environment: Type.String(),
  slug: Type.String(),
  key: Type.String(),
});

/** The addresses that providers send to; only here bodies stay raw, because signatures cover their bytes. */
export async function registerHookRoute(app: App, deps: Deps): Promise<void> {
  await app.register(async (hooks: App) => {
    useReceivedBytes(hooks, async (_request, bytes) => bytes);
    hooks.route({
      method: ["GET", "POST"],
      url: "/api/v1/hooks/:token",
      config: { auth: "none" },
      // Called by providers, each with its own format: not an operation of the API.
      schema: { hide: true, params: Type.Object({ token: Type.String() }) },
      handler: async (request, reply) => {
        const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
        const answer = await receiveDelivery(deps, request.params.token, toIncomingRequest(request, body));
        return sendAnswer(reply, answer);
      },
    });
    hooks.route({
      method: ["GET", "POST"],
      url: "/api/v1/hooks/:orgId-:environment/:slug/:key",
      config: { auth: "none" },
      schema: { hide: true, params: SharedPath },
      handler: async (request, reply) => {
        const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
        const { environment, ...about } = request.params;
        if (!isEnvironment(environment)) throw notFound("Address");
        const address = { ...about, environment };
        return sendAnswer(reply, await receiveShared(deps, address, toIncomingRequest(request, body)));
      },
    });
  });
}

function sendAnswer(reply: FastifyReply, answer: IncomingResult["reply"]): FastifyReply {
  const { status, type, body } = answer ?? {
    status: 200,
    type: "application/json; charset=utf-8",
    body: "{}",
  };
  return sendHarmless(reply.code(status), type, body);
}
