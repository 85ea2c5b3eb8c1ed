import { isUtf8 } from "node:buffer";
import {
  type BareCall,
  ConnectorError,
  type HttpRequest,
  type HttpResponse,
  type RawRequest,
} from "../../../connector.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { buildTemplateScope, type Exchange, sendProviderRequest as send } from "./exchange.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Sends a caller's own requests with the connection's credential, below its base address. It uses the same open parts
 * that a manifest may use, so that one guard covers both. Any response is a result.
 */
export function compileRawRequest(
  exchange: Exchange,
): (request: RawRequest, call: BareCall) => Promise<HttpResponse> {
  return async (raw, call) => {
    const { method, path, query, headers, body } = raw;
    if (!METHODS.includes(method))
      throw new ConnectorError("input", `The method must be one of ${METHODS.join(", ")}.`);
    if (!path.startsWith("/")) throw new ConnectorError("input", "The path must begin with a slash.");
    if (body !== undefined && (method === "GET" || method === "HEAD")) {
      throw new ConnectorError("input", `${method} cannot carry a body.`);
    }
    const template: ManifestRequest = {
      method: method as ManifestRequest["method"], // HEAD is for callers only, and is built like GET
      path: "/",
      open: { path: "{{ raw.path }}", query: "{{ raw.query }}", headers: "{{ raw.headers }}" },
    };
    const scope = { ...buildTemplateScope(call), raw: { path, query, headers } };
    const request = exchange.prepare(template)[call.credential.type](scope);
    const sent =
      body === undefined ? request : { ...request, headers: withType(request.headers, body), body };
    return send(sent, call, method !== "POST" && method !== "PATCH");
  };
}

function withType(headers: HttpRequest["headers"], body: string | Buffer): HttpRequest["headers"] {
  return {
    "content-type":
      typeof body === "string" || isUtf8(body) ? "text/plain; charset=utf-8" : "application/octet-stream",
    ...headers,
  };
}
