import type { CallStatus } from "../table.ts";

/** How long a call waits for approval. */
const DECIDE_WITHIN_MS = 24 * 3_600_000;

/** When a call that was requested at this time can no longer be approved. */
export function getApprovalExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + DECIDE_WITHIN_MS);
}

/** Calls requested until then no longer wait. */
export function getApprovalCutoff(now: Date): Date {
  return new Date(now.getTime() - DECIDE_WITHIN_MS);
}

/** The status of a call: one whose time is over has expired, even before that is recorded. */
export function getCallStatus(
  { status, created_at }: { status: CallStatus; created_at: Date },
  now: Date,
): CallStatus {
  return status === "WAITING" && getApprovalExpiry(created_at) <= now ? "EXPIRED" : status;
}

/** What an agent is told about a rejected call, with the reason if there is one. */
export function describeDenial(reason: string | null): string {
  return `The call was rejected, so it was not made.${reason ? ` The reason: ${reason}` : ""}`;
}

/** What an agent is told about a call on which nobody decided. */
export const EXPIRED = "Nobody approved the call within 24 hours, so it was not made.";

/** What is known about a call whose process has died. */
export const CUT_OFF =
  "The server stopped in the middle of this call. It may have taken effect: check before you call again.";
