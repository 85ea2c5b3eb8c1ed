import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { IncomingResult } from "../apps/connector-events.ts";
import { toIncomingRequest } from "../apps/incoming-request.ts";
import type { Deps } from "../deps.ts";
import { sendHarmless } from "../platform/http/harmless-reply.ts";
import { useReceivedBytes } from "../platform/http/receive-bodies.ts";
import type { App } from "../platform/http/route.ts";
import { receiveDelivery } from "./receive-delivery.ts";

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
