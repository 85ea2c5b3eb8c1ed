import { Readable } from "node:stream";
import type { Json } from "../../../platform/json/json.ts";
import type { Outbound, OutboundRequest, OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { normalizeHeaders, normalizeMethod } from "../../../platform/outbound/request-head.ts";
import { isStreamedBody } from "../../../platform/outbound/streamed-body.ts";
import type { GivenAnswer } from "../file/schema.ts";

/** A request that the server sent, with what came back. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** JSON, the fields of a form, or a text. */
  readonly body: Json | undefined;
  /** Whether it is a webhook to the product, which plays along. */
  readonly isWebhook: boolean;
  /** Whether nobody answers such a request. */
  readonly isUnanswered: boolean;
}

/** All that is outside of a tested server: nothing leaves the machine (D568). */
export interface ThirdParties {
  readonly outbound: Outbound;
  /** Forgets everything, and answers by `answers` from now on. */
  reset(answers: readonly GivenAnswer[]): void;
  /** The requests since the last time. */
  take(): SentRequest[];
}

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Creates third parties that answer nothing yet. */
export function createThirdParties(): ThirdParties {
  let answers: { answer: GivenAnswer; left: number }[] = [];
  let sent: SentRequest[] = [];
  const send = async (request: OutboundRequest): Promise<Reply> => {
    await request.untilSure?.();
    const headers = normalizeHeaders(request.headers ?? {}, "Junctor");
    const body = await readBody(request.body);
    const [method, url] = [normalizeMethod(request.method), request.url];
    const found = answers.find(
      ({ answer, left }) => left > 0 && isRequestOf(answer.request, { method, url }),
    );
    const isWebhook = "webhook-id" in headers && "webhook-signature" in headers;
    const isUnanswered = !found && !isWebhook;
    sent.push({ method, url, headers, body: toValue(body, headers), isWebhook, isUnanswered });
    if (found) found.left--;
    if (isUnanswered)
      throw new OutboundError("connect", `No answer is given for ${method} ${url.split("?")[0]}.`);
    return toReply(found?.answer ?? {});
  };
  return {
    outbound: {
      request: async (request) => toResponse(request, await send(request)),
      fetch: createFetch(send),
      refusal: (url) => (URL.canParse(url) ? undefined : "The URL is not valid."),
      browserUrl: (url) => url,
      close: async () => undefined,
    },
    reset: (given) => {
      answers = given.map((answer) => ({ answer, left: answer.times ?? Number.POSITIVE_INFINITY }));
      sent = [];
    },
    take: () => sent.splice(0),
  };
}

/** Whether a request is one that `pattern` describes: `POST https://erp.example/orders/*`. */
export function isRequestOf(pattern: string, { method, url }: Pick<SentRequest, "method" | "url">): boolean {
  const [wanted, address = ""] = pattern.split(" ");
  if (wanted !== method) return false;
  const [given = ""] = address.includes("?") ? [url] : url.split("?");
  const source = address.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`).test(given);
}

function toReply({ status = 200, headers = {}, body, fails }: Partial<GivenAnswer>): Reply {
  if (fails === "timeout") throw new OutboundError("timeout", "The third party did not respond in time.");
  if (fails === "unreachable") throw new OutboundError("connect", "The third party could not be reached.");
  const isText = typeof body === "string";
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  return {
    status,
    headers: { ...(body !== undefined && { "content-type": type }), ...Object.fromEntries(lower) },
    body: Buffer.from(body === undefined ? "" : isText ? body : JSON.stringify(body)),
  };
}

function toResponse(request: OutboundRequest, { status, headers, body }: Reply): OutboundResponse {
  const isStreamed = request.streams?.(status, headers) ?? false;
  return {
    status,
    headers,
    url: request.url,
    body: isStreamed ? Buffer.alloc(0) : body,
    ...(isStreamed && { stream: Readable.from([body]) }),
    truncated: false,
    durationMs: 0,
  };
}

function createFetch(send: (request: OutboundRequest) => Promise<Reply>): Outbound["fetch"] {
  return async (input, init) => {
    const asked = new Request(input, init);
    const text = await asked.text();
    const headers: Record<string, string> = {};
    asked.headers.forEach((value, name) => {
      if (name !== "content-length") headers[name] = value;
    });
    try {
      const request = { method: asked.method, url: asked.url, headers, body: text };
      const { status, headers: answered, body } = await send(request);
      return new Response(body.length > 0 ? Uint8Array.from(body) : null, { status, headers: answered });
    } catch (cause) {
      throw new TypeError("fetch failed", { cause });
    }
  };
}

async function readBody(body: OutboundRequest["body"]): Promise<string> {
  if (body === undefined) return "";
  if (!isStreamedBody(body)) return body.toString();
  const parts: Uint8Array[] = [];
  for await (const part of body.open()) parts.push(part);
  return Buffer.concat(parts).toString();
}

function toValue(text: string, headers: { readonly [name: string]: string }): Json | undefined {
  if (text === "") return undefined;
  const type = headers["content-type"] ?? "";
  if (type.includes("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
