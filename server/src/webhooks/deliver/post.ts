import type { Deps } from "../../deps.ts";
import { decodeText } from "../../platform/decode-text.ts";
import { parseRetryAfterMs } from "../../platform/http/retry-after.ts";
import type { OutboundResponse } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import type { WorkContext } from "../../platform/work/line.ts";
import type { WebhookRequest } from "./request.ts";

const TIMEOUT_MS = 15_000;
const ANSWER_LIMIT_BYTES = 4096;
const MOST_HEADERS = 40;
const LONGEST_HEADER = 500;
const GONE = 410;

/** The result of one attempt; `error` is a sentence, absent for a success. */
export interface PostResult {
  durationMs: number;
  statusCode?: number;
  /** The first 4 KB of the response's body. */
  answer?: string;
  /** Of an unsuccessful response, without cookies. */
  answerHeaders?: Record<string, string>;
  error?: string;
  /** How long the endpoint asked to wait. */
  retryAfterMs?: number;
  /** The endpoint says that it will never accept a delivery again. */
  isGone: boolean;
}

/**
 * Sends a delivery to its endpoint once (platform-surface 3.7). Any 2xx is a success. Throws OutboundError `aborted`
 * if `signal` says so or this process closes, which says nothing about the endpoint. Sends nothing before
 * `untilSure` has settled.
 */
export async function sendDelivery(
  { outbound, clock }: Pick<Deps, "outbound" | "clock">,
  { method, url, headers, body }: WebhookRequest,
  { signal, untilSure }: Pick<WorkContext, "signal" | "untilSure">,
): Promise<PostResult> {
  const startedAt = performance.now();
  try {
    const response = await outbound.request({
      method,
      url,
      headers,
      body,
      signal,
      untilSure: () => untilSure()?.then(() => signal.throwIfAborted()),
      timeoutMs: TIMEOUT_MS,
      redirects: "return",
      maxResponseBytes: ANSWER_LIMIT_BYTES,
      truncate: true,
    });
    const { status } = response;
    const error = describeFailure(status);
    return {
      durationMs: Math.round(response.durationMs),
      statusCode: status,
      answer: readText(response),
      answerHeaders: error === undefined ? undefined : shownHeaders(response.headers),
      error,
      retryAfterMs: parseRetryAfterMs(response.headers["retry-after"], clock.now().getTime()),
      isGone: status === GONE,
    };
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === "aborted") throw error;
    const durationMs = Math.round(performance.now() - startedAt);
    return { durationMs, error: error.message, isGone: false };
  }
}

function describeFailure(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === GONE) return "The endpoint responded with 410 (gone), so this webhook was disabled.";
  if (status >= 300 && status < 400)
    return `The endpoint responded with ${status}, a redirect; redirects are not followed.`;
  return `The endpoint responded with ${status}.`;
}

/** At most 40 headers, shortened to what is informative; cookies are the endpoint's secrets. */
function shownHeaders(headers: Record<string, string>): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => name !== "set-cookie");
  return Object.fromEntries(
    shown
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [name, toStorableText(value.slice(0, LONGEST_HEADER))]),
  );
}

/** Text that PostgreSQL can store; a character that the limit has cut in two is left out. */
function readText({ body, headers, truncated }: OutboundResponse): string {
  return toStorableText(decodeText(body, headers["content-type"], { isCut: truncated }));
}
