import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";

/** `GET /metrics` for Prometheus; with the token of the settings, if there is one. */
export function registerMetricsRoute(
  app: FastifyInstance,
  { config: { metricsToken }, metricsRegistry }: Pick<Deps, "config" | "metricsRegistry">,
): void {
  if (metricsRegistry === undefined) return;
  app.get("/metrics", { config: { auth: "none" }, schema: { hide: true } }, async (request, reply) => {
    if (metricsToken !== undefined && !isBearer(request.headers.authorization, metricsToken))
      throw new ApiError(
        "unauthorized",
        "INVALID_TOKEN",
        "Send the token of JUNCTOR_METRICS_TOKEN, as Authorization: Bearer ….",
      );
    reply.header("content-type", metricsRegistry.contentType).header("cache-control", "no-store");
    return metricsRegistry.read();
  });
}

/** Whether a request has the token; how long it takes to say so tells nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(header ?? ""), hash(`Bearer ${token}`));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
