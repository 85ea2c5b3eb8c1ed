import { readSigningKey } from "../auth/keys.ts";
import type { Deps } from "../deps.ts";
import { retryAfterMs } from "../platform/http/retry-after.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";
import { storableText } from "../platform/storable-text.ts";
import { writeBody } from "./body.ts";
import { isChat, openUrl } from "./chat-url.ts";
import type { DueDelivery } from "./delivery-store.ts";
import { readSigningSecrets } from "./secret.ts";
import { bodySignature, standardHeaders } from "./sign.ts";

const TIMEOUT_MS = 15_000;
const ANSWER_LIMIT_BYTES = 4096;
const GONE = 410;

export type PostDeps = Pick<Deps, "db" | "vault" | "outbound" | "clock">;

/** What one attempt came to; `error` is a sentence, absent for a success. */
export interface PostResult {
  attemptedAt: Date;
  durationMs: number;
  statusCode?: number;
  /** The first 4 KB of the answer's body. */
  answer?: string;
  error?: string;
  /** What the endpoint asked to wait. */
  retryAfterMs?: number;
  /** The endpoint says that it will never take a delivery again. */
  isGone: boolean;
}

/**
 * Posts a delivery to its webhook once, signed (platform-surface 3.7, Standard Webhooks). Any 2xx is a success.
 * Throws OutboundError `aborted` when this process closes, which says nothing about the endpoint.
 */
export async function post(deps: PostDeps, due: DueDelivery): Promise<PostResult> {
  const attemptedAt = deps.clock.now();
  const body = writeBody(due.type, due.event, due.payload);
  const headers = {
    "content-type": "application/json",
    ...(isChat(due.type) ? {} : await signatureHeaders(deps, due, body, attemptedAt)),
  };
  const startedAt = performance.now();
  try {
    const {
      status,
      headers: answered,
      ...response
    } = await deps.outbound.request({
      method: "POST",
      url: openUrl(deps.vault, due.webhook_id, due),
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      redirects: "return",
      maxResponseBytes: ANSWER_LIMIT_BYTES,
      truncate: true,
    });
    return {
      attemptedAt,
      durationMs: Math.round(response.durationMs),
      statusCode: status,
      answer: readText(response.body),
      error: describeFailure(status),
      retryAfterMs: retryAfterMs(answered["retry-after"], deps.clock.now().getTime()),
      isGone: status === GONE,
    };
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === "aborted") throw error;
    const durationMs = Math.round(performance.now() - startedAt);
    return { attemptedAt, durationMs, error: error.message, isGone: false };
  }
}

async function signatureHeaders(
  { db, vault }: PostDeps,
  due: DueDelivery,
  body: string,
  at: Date,
): Promise<Record<string, string>> {
  const secrets = await readSigningSecrets(db, vault, due.webhook_id, at);
  const apiKey = await readSigningKey(db, vault, { orgId: due.org_id, environment: due.environment });
  return {
    ...standardHeaders({ id: due.id, at, body }, secrets),
    ...(apiKey !== undefined && { "x-cobalt-signature": bodySignature(body, apiKey) }),
  };
}

function describeFailure(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === GONE) return "The endpoint answered with 410 (gone), so this webhook was disabled.";
  if (status >= 300 && status < 400)
    return `The endpoint answered with ${status}, a redirect; deliveries follow none.`;
  return `The endpoint answered with ${status}.`;
}

/** Text that PostgreSQL can store; a character that the limit has cut in two is left out. */
function readText(body: Buffer): string {
  return storableText(new TextDecoder().decode(body, { stream: true }));
}
