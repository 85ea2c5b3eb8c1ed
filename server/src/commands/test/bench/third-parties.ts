import { Readable } from "node:stream";
import { USAGE_CAUSES } from "../../../apps/request-log/table.ts";
import type { Json } from "../../../platform/json/json.ts";
import { isHostNamed } from "../../../platform/outbound/diversion.ts";
import type { Outbound, OutboundRequest, OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { normalizeHeaders, normalizeMethod } from "../../../platform/outbound/request-head.ts";
import { isStreamedBody } from "../../../platform/outbound/streamed-body.ts";
import type { SimulatedApplication } from "../../../simulator/application.ts";
import type { GivenAnswer } from "../file/schema.ts";
import type { PlayedApplications } from "./applications.ts";

/** A request that the server sent, with what came back. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** JSON, the fields of a form, or a text. */
  readonly body: Json | undefined;
  /** The connected applications whose host it is for. */
  readonly applications: readonly string[];
  /** What the server sends by itself: polls, subscriptions, checks and renewals of credentials. */
  readonly isUpkeep: boolean;
  /** Whether it is a webhook to the product, which plays along. */
  readonly isWebhook: boolean;
  /** Whether nobody answers such a request. */
  readonly isUnanswered: boolean;
}

/** All that is outside of a tested server: nothing leaves the machine (D568). */
export interface ThirdParties {
  readonly outbound: Outbound;
  /** Forgets everything, and answers by `answers` from now on, else as one of the applications. */
  reset(answers: readonly GivenAnswer[], applications: readonly SimulatedApplication[]): void;
  /** The requests since the last time. */
  take(): SentRequest[];
}

type Reply = Pick<OutboundResponse, "status" | "headers" | "body" | "url">;

/** Creates third parties that answer nothing yet; those that are played answer by `play`. */
export function createThirdParties(play: PlayedApplications["send"]): ThirdParties {
  let answers: { answer: GivenAnswer; left: number }[] = [];
  let playing: readonly SimulatedApplication[] = [];
  let sent: SentRequest[] = [];
  const send = async (request: OutboundRequest): Promise<Reply> => {
    await request.untilSure?.();
    const headers = normalizeHeaders(request.headers ?? {}, "Junctor");
    const body = await readBody(request.body);
    const [method, url] = [normalizeMethod(request.method), request.url];
    const host = URL.canParse(url) ? new URL(url).host : "";
    const applications = playing.filter(({ hosts }) => isHostNamed(hosts, host)).map(({ slug }) => slug);
    const found = answers.find(
      ({ answer, left }) => left > 0 && isRequestOf(answer, { method, url, applications }),
    );
    const isWebhook = "webhook-id" in headers && "webhook-signature" in headers;
    const isUnanswered = !found && !isWebhook && applications.length === 0;
    const value = toValue(body.toString(), headers);
    const isUpkeep = request.cause !== undefined && !CALL_CAUSES.includes(request.cause);
    sent.push({ method, url, headers, body: value, applications, isUpkeep, isWebhook, isUnanswered });
    if (isUnanswered)
      throw new OutboundError("connect", `No answer is given for ${method} ${url.split("?")[0]}.`);
    if (found) found.left--;
    else if (applications.length > 0) return play({ ...request, method, headers, body, streams: undefined });
    return toReply(url, found?.answer ?? {});
  };
  return {
    outbound: {
      request: async (request) => toResponse(request, await send(request)),
      fetch: createFetch(send),
      refusal: (url) => (URL.canParse(url) ? undefined : "The URL is not valid."),
      browserUrl: (url) => url,
      close: async () => undefined,
    },
    reset: (given, applications) => {
      answers = given.map((answer) => ({ answer, left: answer.times ?? Number.POSITIVE_INFINITY }));
      playing = applications;
      sent = [];
    },
    take: () => sent.splice(0),
  };
}

/**
 * Whether a request is one that a file describes: `POST https://erp.example/orders/*`, or beside an application only with
 * the path.
 */
export function isRequestOf(
  { request, application }: Pick<GivenAnswer, "request" | "application">,
  { method, url, applications }: Pick<SentRequest, "method" | "url" | "applications">,
): boolean {
  const [wanted, address = ""] = request.split(" ");
  if (wanted !== method) return false;
  if (application !== undefined && !applications.includes(application)) return false;
  const whole = application === undefined ? url : url.slice(new URL(url).origin.length);
  const [given = ""] = address.includes("?") ? [whole] : whole.split("?");
  const source = address.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`).test(given);
}

const CALL_CAUSES: readonly string[] = USAGE_CAUSES;

function toReply(url: string, { status = 200, headers = {}, body, fails }: Partial<GivenAnswer>): Reply {
  if (fails === "timeout") throw new OutboundError("timeout", "The third party did not respond in time.");
  if (fails === "unreachable") throw new OutboundError("connect", "The third party could not be reached.");
  const isText = typeof body === "string";
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  return {
    status,
    headers: { ...(body !== undefined && { "content-type": type }), ...Object.fromEntries(lower) },
    body: Buffer.from(body === undefined ? "" : isText ? body : JSON.stringify(body)),
    url,
  };
}

function toResponse(request: OutboundRequest, { status, headers, body, url }: Reply): OutboundResponse {
  const isStreamed = request.streams?.(status, headers) ?? false;
  return {
    status,
    headers,
    url,
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
      // Besides tokens, only tools of MCP servers are called so.
      const cause = isTokenRequest(text) ? "token" : undefined;
      const request = { method: asked.method, url: asked.url, headers, body: text, cause };
      const { status, headers: answered, body } = await send(request);
      return new Response(body.length > 0 ? Uint8Array.from(body) : null, { status, headers: answered });
    } catch (cause) {
      throw new TypeError("fetch failed", { cause });
    }
  };
}

/** Every grant of OAuth2 is named so, in a form or in JSON. */
function isTokenRequest(body: string): boolean {
  return /(^|[&"])grant_type["=]/.test(body);
}

async function readBody(body: OutboundRequest["body"]): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (!isStreamedBody(body)) return Buffer.from(body);
  const parts: Uint8Array[] = [];
  for await (const part of body.open()) parts.push(part);
  return Buffer.concat(parts);
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
