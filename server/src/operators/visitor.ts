import type { FastifyRequest } from "fastify";
import type { Visitor } from "../auth/operator-sessions.ts";
import { callerOf } from "../auth/stranger-limit.ts";

/** The browser that a request comes from, as lists of sessions show it. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: callerOf(request), userAgent: request.headers["user-agent"] ?? "" };
}
