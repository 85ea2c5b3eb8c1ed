import type { FastifyRequest } from "fastify";
import type { IncomingRequest } from "./connector-events.ts";

/** An incoming request as connectors and signatures see it; `body` is the unparsed bytes. */
export function toIncomingRequest(
  { method, query, headers, raw }: Pick<FastifyRequest, "method" | "query" | "headers" | "raw">,
  body: Buffer,
): IncomingRequest {
  return {
    method,
    query: textsOf(Object(query), (values) => values[0] ?? ""),
    headers: textsOf(headers, (values) => values.join(", ")),
    repeatedHeaders: listRepeated(raw.rawHeaders),
    body,
  };
}

/** Names that occur more than once; Node joins the values of some and drops those of others. */
function listRepeated(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
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
