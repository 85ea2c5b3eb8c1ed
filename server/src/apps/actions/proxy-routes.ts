import type { FastifyReply, FastifyRequest } from "fastify";
import { getAccountScope } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import { toActionApiError } from "../action-error.ts";
import { readEnabledApplication } from "../catalog/application.ts";
import { ConnectionHeader } from "../connections/connect-target.ts";
import { ConnectorError, type HttpResponse, type RawRequest } from "../connector.ts";
import { BySlug } from "../schema.ts";
import { readNamedConnection } from "../store.ts";
import { sendRaw } from "./proxy.ts";

// Start of the provider's path, as the caller wrote it: the router's own parameters are decoded.
const ADDRESS = /^\/api\/v2\/public\/proxy\/[^/?]+(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?/;

// Headers for this server, or for the connection to it.
const KEPT_REQUEST_HEADERS = new RegExp(
  "^(?:authorization|cookie|x-api-key|linked_account_id|connection_id|host|origin|referer|user-agent|content-length" +
    "|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|accept-encoding|forwarded|via" +
    "|(?:proxy|sec|x-forwarded|x-real|x-junctor|access-control)-.*)$",
);
// Headers about the response itself; all others concern the connection to the provider, or its own site.
const SHOWN_ANSWER_HEADERS =
  /^(?:content-type|content-language|content-disposition|etag|last-modified|link|location|retry-after|allow|x-.*)$/;
const OWN_ANSWER_HEADERS = /^x-(?:request-id|junctor-.*|frame-options|content-type-options|powered-by)$/;

const LARGEST_BODY_BYTES = 2 ** 20;

/**
 * Raw requests to an application for an account (ours): only with an API key, because they can do anything that the
 * credential can. Our own errors carry `x-junctor-error: true`; everything else is the provider's response.
 */
export async function registerProxyRoutes(app: App, deps: Deps): Promise<void> {
  // An encapsulated context, in which bodies of any type are passed on unchanged.
  await app.register(async (proxy: App) => {
    proxy.removeAllContentTypeParsers();
    proxy.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => body);
    proxy.addHook("onError", async (_request, reply) => {
      reply.header("x-junctor-error", "true");
    });
    // The first two are the provider's root, with and without a trailing slash.
    for (const url of ["/api/v2/public/proxy/:slug", "/api/v2/public/proxy/:slug/*"]) {
      proxy.route({
        method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
        url,
        exposeHeadRoute: false,
        bodyLimit: Math.max(LARGEST_BODY_BYTES, deps.config.fileBytes),
        config: { auth: "keyForAccount", least: "developer" },
        // OpenAPI cannot describe a path that continues as the provider's; docs/applications.md does.
        schema: { hide: true, operationId: "sendRawRequest", params: BySlug, headers: ConnectionHeader },
        handler: async (request, reply) => {
          const scope = getAccountScope(request);
          const { slug } = request.params;
          const connectionId = request.headers.connection_id || undefined;
          await readEnabledApplication(deps, scope, slug);
          await readNamedConnection(deps.database, scope, slug, connectionId);
          const raw = readRequest(request);
          try {
            return answer(reply, await sendRaw(deps, scope, { slug, connectionId, request: raw }));
          } catch (error) {
            if (error instanceof ConnectorError && error.retryAfterMs !== undefined) {
              reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
            }
            throw toProxyError(error);
          }
        },
      });
    }
  });
}

/**
 * Why the provider gave no response: 502 unreachable, 504 timed out, 409 the customer must reconnect (401 would blame
 * the API key); the caller's mistakes as elsewhere. An error that is not a `ConnectorError` is returned unchanged.
 */
export function toProxyError(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const { code, message, status } = error;
  if (code === "remote") return new ApiError("bad_gateway", "EXTERNAL_API_FAILURE", message);
  if (code === "timeout") return new ApiError("gateway_timeout", "EXTERNAL_API_FAILURE", message);
  if (code === "auth" && status === undefined) return new ApiError("conflict", "CONFLICT", message);
  return toActionApiError(error);
}

function readRequest({ method, url, headers, body }: FastifyRequest): RawRequest {
  const { path = "/", query = "" } = ADDRESS.exec(url)?.groups ?? {};
  const named = (headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const sent = Object.entries(headers).filter(
    (header): header is [string, string] =>
      typeof header[1] === "string" && !KEPT_REQUEST_HEADERS.test(header[0]) && !named.includes(header[0]),
  );
  return {
    method,
    path,
    query: readQuery(query),
    headers: Object.fromEntries(sent),
    body: Buffer.isBuffer(body) && body.length > 0 ? body : undefined,
  };
}

function readQuery(text: string): RawRequest["query"] {
  const all = new URLSearchParams(text);
  // Names the account to us; providers do not know it.
  all.delete("linked_account_id");
  const names = [...new Set(all.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = all.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

function answer(reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply {
  for (const [name, value] of Object.entries(headers)) {
    if (SHOWN_ANSWER_HEADERS.test(name) && !OWN_ANSWER_HEADERS.test(name)) reply.header(name, value);
  }
  // Nothing that a provider sends may run as a page of this server.
  reply.header("content-security-policy", "sandbox; default-src 'none'");
  reply.header("x-content-type-options", "nosniff");
  return reply.code(status).send(body);
}
