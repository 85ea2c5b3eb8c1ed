import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { defineTimer, SHORT_BUCKETS } from "../platform/metrics/metrics.ts";

/** Requests to this process. */
export const HTTP_REQUESTS = defineTimer({
  name: "junctor_http_request_seconds",
  about:
    "Time that requests to this process took, by group of the API's operations or first part of the path.",
  labels: ["group", "method", "status"],
  buckets: SHORT_BUCKETS,
});

/** Times all requests of `app`. */
export function useRequestMetrics(
  app: FastifyInstance,
  { metrics, metricsRegistry }: Pick<Deps, "metrics" | "metricsRegistry">,
): void {
  if (metricsRegistry === undefined) return;
  app.addHook("onResponse", async (request, { statusCode, elapsedTime }) => {
    const labels = {
      group: groupOf(request),
      method: request.method,
      status: `${Math.floor(statusCode / 100)}xx`,
    };
    metrics.time(HTTP_REQUESTS, labels, elapsedTime);
  });
}

/** Of the route, never of the address, which anybody may make up. */
function groupOf({ is404, routeOptions: { url = "", schema } }: FastifyRequest): string {
  if (is404) return "unknown";
  return schema?.tags?.[0] ?? url.split("/")[1] ?? "";
}
