import type { CallStatus } from "../table.ts";

/** So long a call waits for somebody's approval. */
const DECIDE_WITHIN_MS = 24 * 3_600_000;

/** When a call that was asked for at this time can no longer be approved. */
export function getApprovalExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + DECIDE_WITHIN_MS);
}

/** Calls that were asked for until then wait no longer. */
export function getApprovalCutoff(now: Date): Date {
  return new Date(now.getTime() - DECIDE_WITHIN_MS);
}

/** How a call stands: one whose time is over has expired, also before that is written down. */
export function getCallStatus(
  { status, created_at }: { status: CallStatus; created_at: Date },
  now: Date,
): CallStatus {
  return status === "WAITING" && getApprovalExpiry(created_at) <= now ? "EXPIRED" : status;
}

/** What an agent is told of a call that was rejected, with the reason where there is one. */
export function describeDenial(reason: string | null): string {
  return `The call was rejected, so it was not made.${reason ? ` The reason: ${reason}` : ""}`;
}

/** What an agent is told of a call on which nobody decided. */
export const EXPIRED = "Nobody approved the call within 24 hours, so it was not made.";

/** What is known of a call whose process has gone. */
export const CUT_OFF =
  "The server stopped in the middle of this call. It may have been done: check before you call again.";
