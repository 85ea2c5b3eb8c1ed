import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";

/**
 * Decodes header texts: Node reads them as latin1, clients send UTF-8. Applies to `names` and to those that the route
 * declares; once per request. Bytes that are not UTF-8 stay as they are.
 */
export function decodeHeaders({ headers, routeOptions }: FastifyRequest, names: readonly string[]): void {
  const declared = routeOptions.schema?.headers as { properties?: object } | undefined;
  for (const name of [...names, ...Object.keys(declared?.properties ?? {})]) {
    const value = headers[name];
    if (typeof value !== "string" || !/[\x80-\xff]/.test(value)) continue;
    const bytes = Buffer.from(value, "latin1");
    if (isUtf8(bytes)) headers[name] = bytes.toString();
  }
}
