import { ReadableStream } from "node:stream/web";
import type { Dispatcher, Response as UndiciResponse } from "undici";
import { createTooLargeError } from "./decode-body.ts";
import { createTimeoutError } from "./exchange.ts";
import { toOutboundError } from "./outbound-error.ts";
import {
  createBodyRedirectError,
  createRedirectLimitError,
  filterCrossOriginHeaders,
  maxRedirects,
} from "./redirect.ts";
import { normalizeHeaders } from "./request-head.ts";

/** The parts of the guarded fetch; `checkUrl` throws OutboundError for a URL that must not be tried. */
export interface FetchParts {
  agent: Dispatcher;
  checkUrl: (url: URL) => void;
  userAgent: string;
  timeoutMs: number;
  maxBytes: number;
}

interface Deadline {
  signal: AbortSignal;
  clear(): void;
}

function startDeadline(host: string, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(createTimeoutError(host)), timeoutMs);
  // An unread response must not keep the process alive; its socket does while it is in use.
  timer.unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** A dispatcher for the hops of one fetch: each is checked, and other origins get neither credentials nor body. */
function hopDispatcher(parts: FetchParts): Dispatcher {
  let firstOrigin: string | undefined;
  let hasLeft = false;
  let hops = 0;
  return parts.agent.compose((dispatch) => (options, handler) => {
    const url = new URL(String(options.origin));
    firstOrigin ??= url.origin;
    hops += 1;
    if (hops > maxRedirects + 1) throw createRedirectLimitError(url.hostname);
    parts.checkUrl(url);
    hasLeft ||= url.origin !== firstOrigin;
    if (!hasLeft) return dispatch(options, handler);
    if (options.body) throw createBodyRedirectError(new URL(firstOrigin).hostname);
    // fetch passes its header list as a plain record.
    const headers = filterCrossOriginHeaders(options.headers as Record<string, string>);
    return dispatch({ ...options, headers }, handler);
  });
}

function asTypeError(error: unknown, host: string): TypeError {
  const reason = error instanceof TypeError && error.cause !== undefined ? error.cause : error;
  const cause = toOutboundError(reason, host);
  return new TypeError(cause.message, { cause });
}

interface BodyLimit {
  host: string;
  maxBytes: number;
  isEventStream: boolean;
  deadline: Deadline;
  callerSignal: AbortSignal | undefined;
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  limit: BodyLimit,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > limit.maxBytes) throw createTooLargeError(limit.host, limit.maxBytes);
      yield chunk;
      // A stream of events has no end; each event has, marked by a blank line.
      if (limit.isEventStream && /\r?\n\r?\n/.test(Buffer.from(chunk).toString("latin1"))) size = 0;
    }
  } catch (error) {
    throw limit.callerSignal?.aborted ? limit.callerSignal.reason : asTypeError(error, limit.host);
  } finally {
    limit.deadline.clear();
  }
}

function toGlobalResponse(response: UndiciResponse, limit: BodyLimit): Response {
  const { status, statusText, url, redirected } = response;
  const headers = [...response.headers];
  if (!response.body) limit.deadline.clear();
  // The two declarations of ReadableStream (DOM and Node) describe the same class.
  const body = response.body && (ReadableStream.from(limited(response.body, limit)) as unknown as BodyInit);
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
  return copy;
}

async function send(parts: FetchParts, request: Request, deadline: Deadline, callerSignal?: AbortSignal) {
  const url = new URL(request.url);
  parts.checkUrl(url);
  const written: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    written[name] = value;
  });
  const headers = normalizeHeaders(written, parts.userAgent);
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
  const signal = callerSignal ? AbortSignal.any([callerSignal, deadline.signal]) : deadline.signal;
  const { method, redirect } = request;
  const dispatcher = hopDispatcher(parts);
  // Node would load its own copy of what this needs (D440).
  const { fetch } = await import("undici");
  return fetch(url, { method, headers, body, redirect, signal, dispatcher });
}

/** A WHATWG fetch on the guarded agent, limited to `timeoutMs` and `maxBytes` of decompressed body; for an event stream the time ends with its headers and the size counts per event. */
export function createGuardedFetch(parts: FetchParts): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // Not request.signal: it stops following the caller's once the request is garbage-collected.
    const callerSignal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const host = new URL(request.url).hostname;
    const deadline = startDeadline(host, parts.timeoutMs);
    try {
      const response = await send(parts, request, deadline, callerSignal);
      const isEventStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
      if (isEventStream) deadline.clear();
      const { maxBytes } = parts;
      return toGlobalResponse(response, { host, maxBytes, isEventStream, deadline, callerSignal });
    } catch (error) {
      deadline.clear();
      throw callerSignal?.aborted ? callerSignal.reason : asTypeError(error, host);
    }
  };
}
