import { type Static, Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { FileError, isFileResponse, isText, limitBody, toFile } from "../../files/file-value.ts";
import { saveFile } from "../../files/save-file.ts";
import { decodeText } from "../../platform/decode-text.ts";
import { describeAnswer, quoteReason } from "../../platform/http/failure-reason.ts";
import { parseRetryAfterMs } from "../../platform/http/retry-after.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { parseForeignJson } from "../../platform/json/json-shape.ts";
import type { OutboundResponse } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { findClientHeaderProblem } from "../../platform/outbound/request-head.ts";
import type { Fields } from "../definition/graph.ts";
import { createFailure } from "./failure.ts";
import type { NodeCall, NodeOutcome, NodeType } from "./node.ts";
import { buildBody, buildMultipart } from "./requests/http-body.ts";
import { withIdempotencyKey } from "./requests/idempotency.ts";
import { ScalarMap } from "./requests/scalar-map.ts";
import { isCredentialHeader, sendRequest } from "./requests/send.ts";
import { httpTexts } from "./words/http.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const MAX_BODY_BYTES = 1024 * 1024;

const Settings = Type.Object({
  url: Type.String({
    minLength: 1,
    description:
      "URL to call. The value of an expression is encoded as one part of the URL and must not be empty, `.` or `..`; an expression at the very beginning is inserted unchanged.",
  }),
  method: Type.Optional(Type.Enum(METHODS, { default: "GET", description: "HTTP method." })),
  headers: Type.Optional(ScalarMap("Headers")),
  query: Type.Optional(ScalarMap("Query parameters")),
  body: Type.Optional(
    Type.Unknown({ description: "Text is sent unchanged, a file as its bytes, any other value as JSON." }),
  ),
  multipart: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Parts of a `multipart/form-data` body, in place of `body`: files, texts, or lists of these.",
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 120_000,
      default: 30_000,
      description: "How long to wait for the response, in milliseconds.",
    }),
  ),
});

/**
 * Calls any address through the guard. A response other than 2xx is a failure; 408, 425, 429 and 5xx may be retried.
 */
export const httpNode: NodeType = {
  type: "http",
  texts: httpTexts,
  icon: "world",
  group: "requests",
  description: "Sends an HTTP request and returns the status, headers and body of the response.",
  outside: "calls",
  errors: { HTTP_STATUS: "The request of this step returned an error." },
  settings: Settings,
  problem: ({ headers, body, multipart }) =>
    headerProblem(headers) ??
    (body !== undefined && multipart !== undefined
      ? "data.multipart and data.body exclude each other"
      : undefined),
  guide: {
    example: {
      id: "stock",
      type: "http",
      maximum_attempts: 3,
      data: {
        url: "https://stock.example.com/items/{{ input.sku }}",
        headers: { accept: "application/json" },
        query: { warehouse: "{{ config.warehouse }}" },
      },
    },
    output:
      '`{ "status": 200, "headers": { … }, "body": … }`. JSON is parsed, other text stays text ([in its encoding](#encodings)), anything else is a [file](#files)',
    notes: `- A response other than 2xx is a failure. Redirects are followed up to five times. A response has at most 1 MiB, a [file](#files) more.
- Only public addresses over https can be called, unless the operator allows others (\`JUNCTOR_OUTBOUND_ALLOW\`).
- An expression without a value in \`url\`, \`headers\` or \`query\` fails the step before anything is sent. For an optional header or parameter write \`{{ input.page ?? null }}\`, which leaves it out.
- \`host\`, \`content-length\`, \`connection\` and similar headers cannot be set.
- Methods other than GET, HEAD and OPTIONS send an \`idempotency-key\`, the same for every attempt.
- The execution's record hides headers with credentials, but the workflow does not: everyone with an API key can read it, and customers too if the organization shows whole workflows. Keep credentials in connections or in password fields of the config.`,
  },
  readings: { url: "address", headers: "complete", query: "complete" },
  recorded: (data) => ({ ...data, ...("headers" in data && { headers: hideCredentials(data.headers) }) }),
  run: async (deps, call) => {
    const { clock } = deps;
    const settings = call.data as Static<typeof Settings>;
    const url = withQuery(settings.url, settings.query);
    if (url === undefined) return createFailure("INVALID_URL", `"${settings.url}" is not an address.`);
    try {
      const response = await sendRequest(deps, call, {
        method: settings.method ?? "GET",
        url,
        ...(await bodyAndHeaders(deps, settings, call)),
        timeoutMs: settings.timeout_ms,
        maxResponseBytes: limitBody(MAX_BODY_BYTES, deps.config.fileBytes),
        streams: isFileResponse,
        redirects: "follow",
        signal: call.signal,
        untilSure: call.untilSure,
        moreRoom: call.moreRoom,
      });
      return await outcomeOf(response, { deps, call, now: clock.now() });
    } catch (error) {
      if (error instanceof FileError) {
        const { code, message } = error;
        return { kind: "fail", error: { code, message }, mayRetry: code === "FILE_UNAVAILABLE" };
      }
      if (!(error instanceof OutboundError)) throw error;
      const mayRetry = ["timeout", "dns", "connect", "tls", "aborted"].includes(error.code);
      return { kind: "fail", error: { code: error.code.toUpperCase(), message: error.message }, mayRetry };
    }
  },
};

function headerProblem(headers: Json | undefined): string | undefined {
  if (!isObject(headers)) return undefined;
  const problem = Object.keys(headers).map(findClientHeaderProblem).find(Boolean);
  return problem && `data.headers: ${problem}`;
}

/** Readers of an execution must not learn its credentials. */
function hideCredentials(headers: Json | undefined): Json {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) return headers ?? null;
  const shown = ([name, value]: [string, Json]): [string, Json] =>
    isCredentialHeader(name) ? [name, "[hidden]"] : [name, value];
  return Object.fromEntries(Object.entries(headers).map(shown));
}

async function bodyAndHeaders(
  deps: Deps,
  { method = "GET", headers = {}, body, multipart }: Static<typeof Settings>,
  call: NodeCall,
) {
  const given = Object.entries(headers).filter(([, value]) => value !== null);
  const named = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)]));
  const sent = withIdempotencyKey(method, named, call.idempotencyKey);
  const built =
    multipart === undefined
      ? await buildBody(deps, call, (body ?? null) as Json) // rendered settings are JSON
      : await buildMultipart(deps, call, multipart as Fields);
  if (built === undefined) return { headers: sent };
  if (built.isFixed) sent["content-type"] = built.type;
  else sent["content-type"] ??= built.type;
  return { headers: sent, body: built.content };
}

function withQuery(address: string, query: Static<typeof Settings>["query"]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== null) url.searchParams.append(name, String(value));
  return url.href;
}

interface ResponseContext {
  readonly deps: Deps;
  readonly call: NodeCall;
  readonly now: Date;
}

async function outcomeOf(response: OutboundResponse, context: ResponseContext): Promise<NodeOutcome> {
  const { status, headers, body } = response;
  const { now } = context;
  if (status >= 200 && status < 300)
    return { kind: "next", output: { status, headers, body: await readBody(response, context) } };
  const reason = quoteReason(decodeText(body, headers["content-type"]));
  const mayRetry = status >= 500 || status === 408 || status === 425 || status === 429;
  return {
    kind: "fail",
    error: {
      code: "HTTP_STATUS",
      status,
      message: describeAnswer("The URL", status, reason),
    },
    mayRetry,
    retryAfterMs: parseRetryAfterMs(headers["retry-after"], now.getTime()),
  };
}

/** JSON as its value, text as text, anything else as a file. */
async function readBody(
  { headers, body, stream }: OutboundResponse,
  { deps, call }: ResponseContext,
): Promise<Json> {
  const type = headers["content-type"] ?? "";
  if (stream !== undefined) return saveFile(deps, call.scope, toFile(headers, stream), call.runId);
  if (body.length === 0) return null;
  if (/[/+]json\b/i.test(type)) {
    const text = decodeText(body, type);
    try {
      return parseForeignJson(text);
    } catch (error) {
      if (error instanceof SyntaxError) return text;
      throw error;
    }
  }
  if (isText(body, type)) return decodeText(body, type);
  return saveFile(deps, call.scope, toFile(headers, body), call.runId);
}
