import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { waitForTurn } from "../wait-for-turn.ts";
import type { AddressGuard, AllowList } from "./address-guard.ts";
import { createAddressGuard } from "./address-guard.ts";
import { decodeBody, decodeStream, parseContentCodings } from "./decode-body.ts";
import { createDivertedAgent, type Diversion, toDivertedUrl } from "./diversion.ts";
import type { BodyLimit, ExchangeLimits, StreamChoice, WireResponse } from "./exchange.ts";
import { createCancelledError, createTimeoutError, sendExchange, UnconfirmedError } from "./exchange.ts";
import { createGuardedAgent } from "./guarded-agent.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { OutboundError } from "./outbound-error.ts";
import type { Hop } from "./redirect.ts";
import { buildNextHop, createRedirectLimitError, isRedirect, maxRedirects } from "./redirect.ts";
import { normalizeHeaders, normalizeMethod } from "./request-head.ts";
import type { Resolve } from "./resolve.ts";
import { createResolve } from "./resolve.ts";
import type { StreamedBody } from "./streamed-body.ts";

const defaultTimeoutMs = 30_000;
const defaultMaxResponseBytes = 10 * 1024 * 1024;
const LARGE_BODY = 64 * 1024;

/** What a request requires of its caller. */
export interface RequestHooks {
  /**
   * Called before sending: undefined if the request certainly may be sent; otherwise awaited first, and it rejects if
   * the request may not be sent.
   */
  untilSure?: () => Promise<void> | undefined;
  /**
   * Called before a response with a body of so many bytes is returned, which waits for it, also beyond `timeoutMs`.
   */
  moreRoom?: (bytes: number) => Promise<void>;
}

/** A request to the outside; `timeoutMs` (30,000) bounds the whole exchange with its redirects, `maxResponseBytes` (10 MiB) the decompressed body. */
export interface OutboundRequest extends RequestHooks {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer | StreamedBody;
  timeoutMs?: number;
  maxResponseBytes?: number | BodyLimit;
  /** `return` (default) returns a 3xx as it is, `refuse` makes it an error, `follow` goes at most 5 hops without credentials for other origins. */
  redirects?: "refuse" | "return" | "follow";
  /**
   * Whether a response is returned with its headers, and its body as `stream`, which must be read or closed. The time
   * limit goes on until its end.
   */
  streams?: StreamChoice;
  /** Truncates a larger body at `maxResponseBytes` instead of failing with `too_large`. */
  truncate?: boolean;
  signal?: AbortSignal;
  /** What it is sent for, for those who stand in for the outside; nothing of it is sent. */
  cause?: string;
}

/** A response; header names in lower case and repeated headers joined by ", ", `body` decompressed, `url` the last one of the redirects. `durationMs` ends with the last byte. */
export interface OutboundResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** In place of `body`, where the request's `streams` says so. */
  stream?: Readable;
  truncated: boolean;
  durationMs: number;
  url: string;
}

/** The only way out to other hosts: every socket is guarded, every exchange limited in time and size. */
export interface Outbound {
  /** Sends the request; rejects with OutboundError. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** The same as a WHATWG fetch, for libraries (D435); rejects with a TypeError whose cause is the OutboundError. */
  fetch: typeof globalThis.fetch;
  /** What is certainly wrong with `url`, found without DNS; undefined if it may be tried. */
  refusal(url: string): string | undefined;
  /** Where a browser finds `url`: at another address if requests to its host are diverted. */
  browserUrl(url: string): string;
  /** Closes all sockets; requests under way fail with `aborted`. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  allow: AllowList;
  userAgent?: string;
  /** Replaces DNS; its results are checked like any answer. */
  resolve?: Resolve;
  /** Sends requests to some hosts elsewhere; they are checked before as if they were not. */
  diversion?: Diversion;
  /** The time limit of one `fetch`, except for event streams, and of a `request` without one. */
  timeoutMs?: number;
}

interface Client {
  dispatcher: Dispatcher;
  guard: AddressGuard;
  userAgent: string;
  timeoutMs: number;
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new OutboundError("invalid_url", "The URL is not valid.");
  return new URL(text);
}

function checkUrl(guard: AddressGuard, url: URL): void {
  const refusal = guard.refusal(url);
  if (refusal === undefined) return;
  const isInvalid = !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "";
  throw new OutboundError(isInvalid ? "invalid_url" : "blocked", refusal);
}

function firstHop(client: Client, request: OutboundRequest): Hop {
  const url = parseUrl(request.url);
  checkUrl(client.guard, url);
  return {
    url,
    method: normalizeMethod(request.method),
    headers: normalizeHeaders(request.headers ?? {}, client.userAgent),
    body: request.body,
  };
}

async function decode(response: WireResponse, host: string, limits: ExchangeLimits): Promise<WireResponse> {
  const codings = parseContentCodings(response.headers["content-encoding"]);
  const { truncate, signal, endsAt } = limits;
  const maxBytes = limits.maxBytes(response.headers);
  if (response.stream !== undefined)
    return decodeStreamed(response, response.stream, { codings: codings ?? [], maxBytes, host });
  if (!codings || response.body.length === 0) return response;
  const decoded = await decodeBody(codings, response, { maxBytes, truncate, host });
  if (signal?.aborted) throw createCancelledError();
  if (performance.now() > endsAt) throw createTimeoutError(host);
  return { ...response, ...decoded, headers: withoutCoding(response.headers) };
}

function decodeStreamed(
  response: WireResponse,
  stream: Readable,
  { codings, ...limit }: { codings: readonly string[]; maxBytes: number; host: string },
): WireResponse {
  const headers = codings.length > 0 ? withoutCoding(response.headers) : response.headers;
  const decoded = Readable.from(decodeStream(codings, stream, limit), { highWaterMark: 2 });
  // Closing it ends the exchange at once: by itself, it would first wait for the next bytes, which may never come.
  const closeDecoded = decoded._destroy.bind(decoded);
  decoded._destroy = (error, callback) => {
    stream.destroy();
    closeDecoded(error, callback);
  };
  // Whoever reads it gets the error.
  decoded.on("error", () => {});
  return { ...response, headers, stream: decoded };
}

/** Both headers described the compressed body. */
function withoutCoding(headers: Record<string, string>): Record<string, string> {
  const { "content-encoding": _encoding, "content-length": _length, ...others } = headers;
  return others;
}

function redirectTarget(request: OutboundRequest, hop: Hop, response: WireResponse): string | undefined {
  if (!isRedirect(response.status) || (request.redirects ?? "return") === "return") return undefined;
  if (request.redirects === "refuse") {
    throw new OutboundError("redirect", `${hop.url.hostname} responded with a redirect.`);
  }
  return response.headers.location;
}

/** Nothing was sent because the caller was not certain of its claim just then: it checks first. */
async function exchangeConfirmed(
  dispatcher: Dispatcher,
  hop: Hop,
  limits: ExchangeLimits,
): Promise<WireResponse> {
  for (;;) {
    await limits.untilSure?.();
    try {
      return await sendExchange(dispatcher, hop, limits);
    } catch (error) {
      if (!(error instanceof UnconfirmedError)) throw error;
    }
  }
}

async function send(client: Client, request: OutboundRequest): Promise<OutboundResponse> {
  const startedAt = performance.now();
  const most = request.maxResponseBytes ?? defaultMaxResponseBytes;
  const limits: ExchangeLimits = {
    endsAt: startedAt + (request.timeoutMs ?? client.timeoutMs),
    maxBytes: typeof most === "number" ? () => most : most,
    truncate: request.truncate ?? false,
    signal: request.signal,
    untilSure: request.untilSure,
    // The first byte says which deflate it is.
    streams: (status, headers) =>
      !headers["content-encoding"]?.includes("deflate") && (request.streams?.(status, headers) ?? false),
  };
  let hop = firstHop(client, request);
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const wire = await exchangeConfirmed(client.dispatcher, hop, limits);
    const durationMs = performance.now() - startedAt;
    const location = redirectTarget(request, hop, wire);
    if (location === undefined) {
      const response = await decode(wire, hop.url.hostname, limits);
      await request.moreRoom?.(response.body.length);
      // Many responses may arrive at one moment, and each takes a while to read.
      if (response.body.length > LARGE_BODY) await waitForTurn();
      return { ...response, durationMs, url: hop.url.href };
    }
    hop = buildNextHop(hop, wire.status, location);
    checkUrl(client.guard, hop.url);
  }
  throw createRedirectLimitError(hop.url.hostname);
}

/** Creates the outgoing client with its own connection pool; close it at the end. */
export function createOutbound(options: OutboundOptions): Outbound {
  const guard = createAddressGuard(options.allow);
  const { diversion, resolve = createResolve() } = options;
  const guarded = createGuardedAgent(guard, resolve);
  const { agent, close } = diversion ? createDivertedAgent(guarded, diversion, resolve) : guarded;
  const userAgent = options.userAgent ?? "Junctor";
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const client: Client = { dispatcher: agent, guard, userAgent, timeoutMs };
  const maxBytes = defaultMaxResponseBytes;
  return {
    request: (request) => send(client, request),
    fetch: createGuardedFetch({
      agent,
      checkUrl: (url) => checkUrl(guard, url),
      userAgent,
      timeoutMs,
      maxBytes,
    }),
    refusal: (url) => (URL.canParse(url) ? guard.refusal(new URL(url)) : "The URL is not valid."),
    browserUrl: (url) => (diversion && toDivertedUrl(diversion, new URL(url))?.href) ?? url,
    close,
  };
}
