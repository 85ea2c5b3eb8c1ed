import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { within } from "../time-limit.ts";
import type { EndedSpan, TraceEncoder } from "./encode-span.ts";
import { runWithoutSpan } from "./tracing.ts";

// A request costs as much as encoding hundreds of spans.
const MOST_AT_ONCE = 2048;
// A burst of executions ends thousands of spans before any is sent; what does not fit is dropped, never waited for.
const MOST_FULL_BATCHES = 4;
const SEND_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const MOST_TRIES = 3;
/** By OTLP's specification, what may be sent again. */
const RETRYABLE = new Set([429, 502, 503, 504]);

/** Sends spans to a collector, many at a time. */
export interface SpanSender {
  /** Never waits, and never throws. */
  add(span: EndedSpan): void;
  /** Sends what waits, for at most `limitMs`. */
  close(limitMs: number): Promise<void>;
}

/** What the sender needs to know. */
interface SenderOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sendEveryMs: number;
  readonly encoder: TraceEncoder;
}

/** The body of a request. */
interface Batch {
  readonly body: Buffer;
  readonly spans: number;
}

class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** Opens a sender. Its failures are told once, until spans are taken again. */
export function openSpanSender(
  { url, headers, sendEveryMs, encoder }: SenderOptions,
  log: Logger,
): SpanSender {
  const waiting: Batch[] = [];
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  const closing = new AbortController();
  const post = async (body: Buffer): Promise<void> => {
    // Unlike fetch(), it sends the body without copying it twice.
    const { request } = await import("undici");
    for (let tries = 1; ; tries++) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
      const reply = await request(url, { method: "POST", headers, body, signal }).catch((error: unknown) => {
        if (tries === MOST_TRIES || closing.signal.aborted) throw error;
        return undefined;
      });
      await reply?.body.dump();
      if (reply && reply.statusCode >= 200 && reply.statusCode < 300) return;
      if (reply && (tries === MOST_TRIES || !RETRYABLE.has(reply.statusCode)))
        throw new RefusedError(`The collector responded with ${reply.statusCode}.`);
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { signal: closing.signal });
    }
  };
  const send = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      try {
        await post(batch.body);
        if (isFailing) log.info("tracing.sent-again");
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error, spans: batch.spans }, "tracing.not-sent");
        isFailing = true;
      }
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (encoder.spans > 0) waiting.push(encoder.takeBatch());
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  return {
    add: (span) => {
      if (waiting.length >= MOST_FULL_BATCHES) return;
      encoder.add(span);
      if (encoder.spans >= MOST_AT_ONCE) void runWithoutSpan(flush);
      else timer ??= runWithoutSpan(() => setTimeout(flush, sendEveryMs).unref());
    },
    close: (limitMs) =>
      within(limitMs, flush, () => {
        closing.abort();
        log.warn({ afterMs: limitMs, spans: countSpans(waiting) }, "tracing.not-flushed");
      }),
  };
}

function countSpans(batches: readonly Batch[]): number {
  return batches.reduce((total, { spans }) => total + spans, 0);
}
