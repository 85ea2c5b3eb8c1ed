import type { Dispatcher } from "undici";
import type { LimitedBody } from "./decode-body.ts";
import { createTooLargeError } from "./decode-body.ts";
import { OutboundError, toOutboundError } from "./outbound-error.ts";
import type { Hop } from "./redirect.ts";

/** The most bytes of a body by the response's headers, whose names are in lower case. */
export type BodyLimit = (headers: Readonly<Record<string, string>>) => number;

/** The limits of one exchange; `endsAt` in milliseconds of `performance.now()`. */
export interface ExchangeLimits {
  endsAt: number;
  maxBytes: BodyLimit;
  truncate: boolean;
  signal: AbortSignal | undefined;
  /** See `OutboundRequest`. */
  untilSure: (() => Promise<void> | undefined) | undefined;
}

/** The caller must check whether it may still send this: the request was not sent. */
export class UnconfirmedError extends Error {
  override readonly name = "UnconfirmedError";
}

/** A response as received, with its content encodings not undone. */
export interface WireResponse extends LimitedBody {
  status: number;
  headers: Record<string, string>;
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
  fulfill(response: WireResponse): void;
  fail(error: OutboundError | UnconfirmedError): void;
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
  const fulfill = (truncated: boolean) =>
    outcome.fulfill({ status, headers, body: Buffer.concat(chunks), truncated });

  return {
    onRequestStart: outcome.started,
    onResponseStart(_controller, statusCode, responseHeaders) {
      if (statusCode < 200) return;
      status = statusCode;
      headers = flatten(responseHeaders);
      maxBytes = limits.maxBytes(headers);
      const declared = hop.method === "HEAD" ? 0 : Number(headers["content-length"] ?? 0);
      if (declared > maxBytes && !limits.truncate) outcome.fail(createTooLargeError(host, maxBytes));
    },
    onResponseData(_controller, chunk) {
      if (outcome.settled()) return;
      const room = maxBytes - size;
      size += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) return;
      if (limits.truncate) fulfill(true);
      else outcome.fail(createTooLargeError(host, maxBytes));
    },
    onResponseEnd() {
      fulfill(false);
    },
    onResponseError(_controller, error) {
      outcome.fail(toOutboundError(error, host));
    },
  };
}

interface Settlers {
  resolve(response: WireResponse): void;
  reject(error: OutboundError | UnconfirmedError): void;
}

/** Settles once: by the response, an error, the time limit or the caller's signal. */
function createOutcome(host: string, limits: ExchangeLimits, settlers: Settlers): ExchangeOutcome {
  const { signal, endsAt, untilSure } = limits;
  let settled = false;
  let controller: Dispatcher.DispatchController | undefined;

  function settle(): boolean {
    if (settled) return false;
    settled = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    return true;
  }
  function fail(error: OutboundError | UnconfirmedError): void {
    if (!settle()) return;
    settlers.reject(error);
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
  return { settled: () => settled, started, fulfill, fail };
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
    const { url, method, headers, body } = hop;
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
