import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { parseTraceparent } from "../platform/tracing/traceparent.ts";
import { getSpan, runWithin, type Span, type Tracer } from "../platform/tracing/tracing.ts";

// Machines ask for these all day, and nobody looks for their traces.
const UNTRACED = new Set(["health", "metrics"]);
const FIRST_ERROR_STATUS = 500;

declare module "fastify" {
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/**
 * Runs the handlers of all requests within spans, by OpenTelemetry's conventions for HTTP. A request that is refused
 * before its handler has none. Register it after the guard: only who has proved who they are continues a trace of
 * theirs, and so decides whether it is recorded; from anybody else, it is a link (D532).
 */
export function useTraces(app: FastifyInstance, { tracer }: Pick<Deps, "tracer">): void {
  if (!tracer) return;
  app.decorateRequest("span", undefined);
  // As late as this, because a body is read in events of the socket, which do not belong to the request.
  app.addHook("preHandler", (request, reply, done) => {
    if (request.is404 || UNTRACED.has(partOf(request))) return done();
    request.span = startRequestSpan(tracer, request, Date.now() - reply.elapsedTime);
    runWithin(request.span, done);
  });
  app.addHook("onResponse", async ({ span }, { statusCode }) => {
    if (!span) return;
    span.set({ "http.response.status_code": statusCode });
    if (statusCode >= FIRST_ERROR_STATUS) span.fail(String(statusCode));
    span.end();
  });
}

function startRequestSpan(tracer: Tracer, request: FastifyRequest, startedAtMs: number): Span {
  const { method, principal, operator, headers, routeOptions } = request;
  const caller = parseTraceparent(headers.traceparent) && String(headers.traceparent);
  const isKnown = principal !== undefined || operator !== undefined;
  const start = {
    name: `${method} ${routeOptions.url}`,
    kind: "server" as const,
    startedAtMs,
    links: caller !== undefined && !isKnown ? [caller] : [],
    attributes: {
      "http.request.method": method,
      "http.route": routeOptions.url,
      "url.scheme": request.protocol,
      "junctor.operation": routeOptions.schema?.operationId,
      "junctor.request.id": request.id,
      "junctor.environment": principal?.scope.environment,
      "junctor.organization.id": principal?.scope.orgId,
    },
  };
  // What an agent does by the API is sent from within its call.
  const isInside = principal?.kind === "apiKey" && principal.agent !== undefined;
  if (isInside) return getSpan()?.begin(start) ?? tracer.begin(start, null);
  return tracer.begin(start, isKnown ? (caller ?? null) : null);
}

function partOf({ routeOptions: { url = "" } }: FastifyRequest): string {
  return url.split("/")[1] ?? "";
}
