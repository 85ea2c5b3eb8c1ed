import type { FastifyRequest } from "fastify";
import { getCallerAddress } from "../auth/limits/stranger-limit.ts";
import type { Visitor } from "../auth/sessions/operator-sessions.ts";

/** The browser that a request comes from, as lists of sessions show it. */
export function getVisitor(request: FastifyRequest): Visitor {
  return { address: getCallerAddress(request), userAgent: request.headers["user-agent"] ?? "" };
}
