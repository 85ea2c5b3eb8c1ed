import type { FastifyRequest } from "fastify";
import type { IncomingRequest } from "./connector-events.ts";

/** An incoming request as connectors and signatures see it; `body` is the unparsed bytes. */
export function toIncomingRequest(
  { method, query, headers }: Pick<FastifyRequest, "method" | "query" | "headers">,
  body: Buffer,
): IncomingRequest {
  return {
    method,
    query: textsOf(Object(query), (values) => values[0] ?? ""),
    headers: textsOf(headers, (values) => values.join(", ")),
    body,
  };
}

function textsOf(
  from: Readonly<Record<string, unknown>>,
  ofMany: (values: string[]) => string,
): Record<string, string> {
  const entries = Object.entries(from)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? ofMany(value.map(String)) : String(value)]);
  return Object.fromEntries(entries);
}
