import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { LimitedBody } from "./decode-body.ts";
import { createTooLargeError } from "./decode-body.ts";
import { OutboundError, toOutboundError } from "./outbound-error.ts";
import type { Hop } from "./redirect.ts";
import { isStreamedBody, openStreamedBody } from "./streamed-body.ts";

const STREAM_BYTES = 256 * 1024;

/** The most bytes of a body by the response's headers, whose names are in lower case. */
export type BodyLimit = (headers: Readonly<Record<string, string>>) => number;

/** Whether the body of a response is streamed, by its status and its headers. */
export type StreamChoice = (status: number, headers: Readonly<Record<string, string>>) => boolean;

/** The limits of one exchange; `endsAt` in milliseconds of `performance.now()`. */
export interface ExchangeLimits {
  endsAt: number;
  maxBytes: BodyLimit;
  truncate: boolean;
  signal: AbortSignal | undefined;
  /** See `OutboundRequest`. */
  untilSure: (() => Promise<void> | undefined) | undefined;
  streams: StreamChoice | undefined;
}

/** The caller must check whether it may still send this: the request was not sent. */
export class UnconfirmedError extends Error {
  override readonly name = "UnconfirmedError";
}

/** A response as received, with its content encodings not undone. */
export interface WireResponse extends LimitedBody {
  status: number;
  headers: Record<string, string>;
  /** In place of `body`, which is empty then. */
  stream?: Readable;
}

/** The error for a request that exceeded its time limit. */
export function createTimeoutError(host: string): OutboundError {
  return new OutboundError("timeout", `${host} did not respond in time.`);
}

/** The error for a request that its caller cancelled. */
export function createCancelledError(): OutboundError {
  return new OutboundError("aborted", "The request was cancelled.");
}

interface ExchangeOutcome {
  settled(): boolean;
  /** Once there is a connection; ends the request if it was cancelled while it waited for one. */
  started(controller: Dispatcher.DispatchController): void;
  /** Returns a response whose body is still arriving; a failure from now on destroys the stream. */
  begin(response: WireResponse, stream: Readable): void;
  fulfill(response: WireResponse): void;
  fail(error: Error): void;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

function createHandler(
  hop: Hop,
  limits: ExchangeLimits,
  outcome: ExchangeOutcome,
): Dispatcher.DispatchHandler {
  const host = hop.url.hostname;
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let headers: Record<string, string> = {};
  let maxBytes = 0;
  let stream: Readable | undefined;
  const fulfill = (truncated: boolean) =>
    outcome.fulfill({ status, headers, body: Buffer.concat(chunks), truncated });

  return {
    onRequestStart: outcome.started,
    onResponseStart(controller, statusCode, responseHeaders) {
      if (statusCode < 200) return;
      status = statusCode;
      headers = flatten(responseHeaders);
      maxBytes = limits.maxBytes(headers);
      const declared = hop.method === "HEAD" ? 0 : Number(headers["content-length"] ?? 0);
      if (declared > maxBytes && !limits.truncate) outcome.fail(createTooLargeError(host, maxBytes));
      const isStreamed = hop.method !== "HEAD" && limits.streams?.(status, headers);
      if (outcome.settled() || !isStreamed) return;
      stream = createBodyStream(controller, outcome);
      outcome.begin({ status, headers, body: Buffer.alloc(0), truncated: false, stream }, stream);
    },
    onResponseData(controller, chunk) {
      if (outcome.settled()) return;
      if (stream !== undefined) {
        // Decoding counts the bytes.
        if (!stream.push(chunk)) controller.pause();
        return;
      }
      const room = maxBytes - size;
      size += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) return;
      if (limits.truncate) fulfill(true);
      else outcome.fail(createTooLargeError(host, maxBytes));
    },
    onResponseEnd() {
      stream?.push(null);
      fulfill(false);
    },
    onResponseError(_controller, error) {
      outcome.fail(toOutboundError(error, host));
    },
  };
}

/** What arrives of a body; the sender waits while nobody reads. Closing it early ends the exchange. */
function createBodyStream(controller: Dispatcher.DispatchController, outcome: ExchangeOutcome): Readable {
  const stream = new Readable({ read: () => controller.resume(), highWaterMark: STREAM_BYTES });
  // Whoever reads it gets the error; nobody may be reading yet.
  stream.on("error", () => {});
  stream.once("close", () => outcome.fail(createCancelledError()));
  return stream;
}

interface Settlers {
  resolve(response: WireResponse): void;
  reject(error: Error): void;
}

/** Settles once: by the response, an error, the time limit or the caller's signal. */
function createOutcome(host: string, limits: ExchangeLimits, settlers: Settlers): ExchangeOutcome {
  const { signal, endsAt, untilSure } = limits;
  let settled = false;
  let controller: Dispatcher.DispatchController | undefined;
  let stream: Readable | undefined;

  function settle(): boolean {
    if (settled) return false;
    settled = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    return true;
  }
  function begin(response: WireResponse, begun: Readable): void {
    stream = begun;
    settlers.resolve(response);
  }
  function fail(error: Error): void {
    if (!settle()) return;
    settlers.reject(error);
    stream?.destroy(error);
    controller?.abort(error);
  }
  function fulfill(response: WireResponse): void {
    if (!settle()) return;
    settlers.resolve(response);
    if (response.truncated) controller?.abort(createCancelledError());
  }
  function started(connected: Dispatcher.DispatchController): void {
    controller = connected;
    if (settled) connected.abort(createCancelledError());
    const unsure = settled ? undefined : untilSure?.();
    if (!unsure) return;
    // A repeated check gets the result.
    unsure.catch(() => {});
    fail(new UnconfirmedError("Whether this request may be sent is not known."));
  }
  const onAbort = () => fail(createCancelledError());

  const timer = setTimeout(() => fail(createTimeoutError(host)), Math.max(0, endsAt - performance.now()));
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return { settled: () => settled, started, begin, fulfill, fail };
}

/** A body that is read while it is sent keeps its own error, such as that it was changed since it was stored. */
function toSent({ headers, body }: Hop, onError: (error: unknown) => void) {
  if (!isStreamedBody(body)) return { headers, body };
  return {
    headers: { ...headers, "content-length": String(body.length) },
    body: openStreamedBody(body, onError),
  };
}

/** Sends one request and reads its response within the limits; rejects with OutboundError, at the latest at `endsAt`. */
export function sendExchange(
  dispatcher: Dispatcher,
  hop: Hop,
  limits: ExchangeLimits,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const outcome = createOutcome(hop.url.hostname, limits, { resolve, reject });
    if (outcome.settled()) return;
    const { url, method } = hop;
    const { headers, body } = toSent(hop, (error) => {
      if (error instanceof Error) outcome.fail(error);
    });
    // Our timer ends the exchange, so undici's own are disabled.
    const times = { headersTimeout: 0, bodyTimeout: 0 };
    const request = { origin: url.origin, path: url.pathname + url.search, method, headers, body, ...times };
    try {
      dispatcher.dispatch(request, createHandler(hop, limits, outcome));
    } catch (error) {
      outcome.fail(toOutboundError(error, url.hostname));
    }
  });
}
