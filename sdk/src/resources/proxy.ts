import { errorOfReply, JunctorError } from "../http/error.ts";
import { type AccountOptions, type ConnectionOptions, type Credential, readBaseUrl } from "../http/http.ts";

/** A raw request for an account; `path` begins with a slash and is the provider's own, including the query. */
export interface ProxyRequest {
  readonly slug: string;
  /** The account's connection to use; default: the default one. */
  readonly connectionId?: string;
  readonly path: string;
  /** Default: GET. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/**
 * Creates the function that sends raw requests to an application with the account's credential. It resolves with the
 * provider's response, whatever its status; throws JunctorError if the request did not get there. Nothing is retried.
 */
export function createProxy(connection: ConnectionOptions, credential: Credential) {
  const base = readBaseUrl(connection.baseUrl);
  return async (
    { slug, connectionId, path, method = "GET", headers, body }: ProxyRequest,
    { linkedAccountId, signal, timeoutMs = connection.timeoutMs ?? 30_000 }: AccountOptions,
  ): Promise<Response> => {
    const prefix = `${base}/api/v2/public/proxy/${encodeURIComponent(slug)}/`;
    const url = new URL(prefix + path.slice(1));
    // A step upwards would turn this into a request to another address of the server.
    if (!path.startsWith("/") || !url.href.startsWith(prefix))
      throw new TypeError("path must begin with a slash and must not contain .. segments.");
    const timeout = AbortSignal.timeout(timeoutMs);
    const isText = typeof body === "string" || body === undefined;
    const init: RequestInit = {
      method,
      headers: {
        ...(!isText && { "content-type": "application/json" }),
        ...headers,
        ...(await credential()),
        linked_account_id: linkedAccountId,
        ...(connectionId !== undefined && { connection_id: connectionId }),
      },
      body: isText ? body : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    const send = connection.fetch ?? globalThis.fetch;
    let reply: Response;
    try {
      reply = await send(url, init);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const [code, message] = timeout.aborted
        ? (["TIMEOUT", `No reply came within ${timeoutMs} ms.`] as const)
        : (["NETWORK_ERROR", "The server could not be reached."] as const);
      throw new JunctorError({ status: 0, code, message, cause: error });
    }
    if (reply.headers.get("x-junctor-error") !== "true") return reply;
    throw errorOfReply(reply, await reply.text());
  };
}
