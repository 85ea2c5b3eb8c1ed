import type { FastifyReply, FastifyRequest } from "fastify";
import { parseJson } from "../../platform/json/parse-json.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** The token of an `Authorization` header. */
export function parseBearerToken(header: string | undefined): string | undefined {
  return BEARER.exec(header ?? "")?.[1];
}

/** The body, unless it is not JSON: the handler then reads it itself, and reports that. */
export function parseTextBody(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A signal that aborts when the caller disconnects; created on demand, because most calls need none. */
export function createDisconnectSignal({ raw }: FastifyReply): () => AbortSignal {
  let signal: AbortSignal | undefined;
  const open = () => {
    const gone = new AbortController();
    // Not after each response: creating the reason of an abort costs as much as the rest of a call.
    const end = () => raw.writableFinished || gone.abort();
    if (raw.destroyed) end();
    else raw.once("close", end);
    return gone.signal;
  };
  return () => (signal ??= open());
}

/** A request as the protocol's library takes it; `signal` aborts when its caller disconnects. */
export function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string") headers.set(name, value);
  const hasBody = request.method === "POST";
  return new Request(`http://junctor${request.url}`, {
    method: request.method,
    headers,
    signal,
    ...(hasBody && { body: typeof request.body === "string" ? request.body : "" }),
  });
}

/** A refusal before the protocol is reached, in its form. */
export function sendProtocolError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send({ jsonrpc: "2.0", id: null, error: { code: -32000, message } });
}
