import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";

/**
 * Makes the text of headers out of what came: Node reads them as latin1, clients send UTF-8. Of `names` and of
 * those that the route declares; once for each request. Bytes that are no UTF-8 stay as they came.
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
