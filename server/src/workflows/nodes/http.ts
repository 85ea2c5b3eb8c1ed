import { type Static, Type } from "typebox";
import { retryAfterMs } from "../../platform/http/retry-after.ts";
import { MapOf } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json.ts";
import type { OutboundResponse } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { NodeCall, NodeType, Outcome } from "./node.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const SAFE = new Set<string>(["GET", "HEAD", "OPTIONS"]);
const MAX_BODY_BYTES = 1024 * 1024;
const CREDENTIAL = /^(proxy-)?authorization$|^cookie$|(^|[-_])(api)?(auth|key|password|secret|token)$/i;

const Settings = Type.Object({
  method: Type.Optional(Type.Enum(METHODS, { description: "GET by default." })),
  url: Type.String({ minLength: 1, description: "Address to call." }),
  headers: Type.Optional(
    MapOf(Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] })),
  ),
  query: Type.Optional(
    MapOf(Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] })),
  ),
  body: Type.Optional(
    Type.Unknown({ description: "Sent as it stands when it is a text, as JSON otherwise." }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 120_000, description: "30,000 by default." }),
  ),
});

/** Calls any address through the guard. Not a 2xx is a failure; 408, 425, 429 and 5xx may be tried again. */
export const httpNode: NodeType = {
  type: "http",
  title: "HTTP request",
  description:
    "Calls an address and passes on its status, headers and body; an answer other than 2xx is a failure.",
  settings: Settings,
  readings: { url: "address", headers: "complete", query: "complete" },
  recorded: (data) => ({ ...data, ...("headers" in data && { headers: hideCredentials(data.headers) }) }),
  run: async ({ outbound }, call) => {
    const settings = call.data as Static<typeof Settings>;
    const url = withQuery(settings.url, settings.query);
    if (url === undefined) return failure("INVALID_URL", `"${settings.url}" is not an address.`);
    try {
      const response = await outbound.request({
        method: settings.method ?? "GET",
        url,
        ...bodyAndHeaders(settings, call),
        timeoutMs: settings.timeout_ms,
        maxResponseBytes: MAX_BODY_BYTES,
        redirects: "follow",
        signal: call.signal,
      });
      return outcomeOf(response);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const mayRetry = ["timeout", "dns", "connect", "tls", "aborted"].includes(error.code);
      return { kind: "fail", error: { code: error.code.toUpperCase(), message: error.message }, mayRetry };
    }
  },
};

/** Who may read an execution must not learn what it authenticated with. */
function hideCredentials(headers: Json | undefined): Json {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) return headers ?? null;
  const shown = ([name, value]: [string, Json]): [string, Json] =>
    CREDENTIAL.test(name) && name.toLowerCase() !== "idempotency-key" ? [name, "[hidden]"] : [name, value];
  return Object.fromEntries(Object.entries(headers).map(shown));
}

function bodyAndHeaders(
  { method = "GET", headers = {}, body }: Static<typeof Settings>,
  { idempotencyKey }: NodeCall,
) {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== null) sent[name.toLowerCase()] = String(value);
  if (!SAFE.has(method)) sent["idempotency-key"] ??= idempotencyKey;
  if (body === undefined || body === null) return { headers: sent };
  sent["content-type"] ??= typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return { headers: sent, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function withQuery(address: string, query: Static<typeof Settings>["query"]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== null) url.searchParams.append(name, String(value));
  return url.href;
}

function outcomeOf({ status, headers, body }: OutboundResponse): Outcome {
  if (status >= 200 && status < 300)
    return { kind: "next", output: { status, headers, body: readBody(headers, body) } };
  const text = body.toString("utf8").slice(0, 500);
  const mayRetry = status >= 500 || status === 408 || status === 425 || status === 429;
  return {
    kind: "fail",
    error: {
      code: "HTTP_STATUS",
      status,
      message: `The address answered ${status}${text ? `: ${text}` : "."}`,
    },
    mayRetry,
    retryAfterMs: retryAfterMs(headers["retry-after"], Date.now()),
  };
}

/** JSON as its value, text as text, anything else as base64. */
function readBody(headers: Record<string, string>, body: Buffer): Json {
  const type = headers["content-type"] ?? "";
  if (body.length === 0) return null;
  const text = body.toString("utf8");
  if (/[/+]json\b/i.test(type)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return type === "" || /^text\/|xml|form-urlencoded|javascript/i.test(type) ? text : body.toString("base64");
}

function failure(code: string, message: string): Outcome {
  return { kind: "fail", error: { code, message }, mayRetry: false };
}
