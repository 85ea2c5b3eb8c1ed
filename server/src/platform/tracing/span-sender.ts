import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { within } from "../time-limit.ts";
import { runWithoutSpan } from "./tracing.ts";

// A burst of executions ends thousands of spans before any is sent; what does not fit is dropped, never waited for.
const MOST_WAITING = 8192;
const MOST_AT_ONCE = 512;
const SEND_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const MOST_TRIES = 3;
/** By OTLP's specification, what may be sent again. */
const RETRYABLE = new Set([429, 502, 503, 504]);

/** Sends encoded spans to a collector, some at a time. */
export interface SpanSender {
  /** Never waits, and never throws. */
  add(span: Buffer): void;
  /** Sends what waits, for at most `limitMs`. */
  close(limitMs: number): Promise<void>;
}

/** What the sender needs to know. */
interface SenderOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sendEveryMs: number;
  /** The body of a request with these spans. */
  toBody(spans: readonly Buffer[]): Buffer<ArrayBuffer>;
}

class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** Opens a sender. Its failures are told once, until spans are taken again. */
export function openSpanSender(
  { url, headers, sendEveryMs, toBody }: SenderOptions,
  log: Logger,
): SpanSender {
  let waiting: Buffer[] = [];
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  const closing = new AbortController();
  const post = async (body: Buffer<ArrayBuffer>): Promise<void> => {
    for (let tries = 1; ; tries++) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
      const reply = await fetch(url, { method: "POST", headers, body, signal }).catch((error: unknown) => {
        if (tries === MOST_TRIES || closing.signal.aborted) throw error;
        return undefined;
      });
      await reply?.arrayBuffer();
      if (reply?.ok) return;
      if (reply && (tries === MOST_TRIES || !RETRYABLE.has(reply.status)))
        throw new RefusedError(`The collector responded with ${reply.status}.`);
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { signal: closing.signal });
    }
  };
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        await post(toBody(spans));
        if (isFailing) log.info("tracing.sent-again");
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error, spans: spans.length }, "tracing.not-sent");
        isFailing = true;
      }
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  return {
    add: (span) => {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(span);
      if (waiting.length >= MOST_AT_ONCE) void runWithoutSpan(flush);
      else timer ??= runWithoutSpan(() => setTimeout(flush, sendEveryMs).unref());
    },
    close: (limitMs) =>
      within(limitMs, flush, () => {
        closing.abort();
        log.warn({ afterMs: limitMs, spans: waiting.length }, "tracing.not-flushed");
      }),
  };
}
