import type { Deps } from "../../deps.ts";
import { getApprovalExpiry, getCallStatus } from "../calls/call-status.ts";
import type { CallStatus } from "../table.ts";
import { makeApprovedCall } from "./make-approved-call.ts";
import { lockApprovalCall, type ServerFilter, updateWaitingCall } from "./store.ts";

/** A decision on a call. */
export interface CallDecision {
  readonly callId: string;
  readonly approved: boolean;
  /** Who decides, and why, as stated by the API key's holder. */
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** The scope of the call, unless a link names it. */
  readonly within?: ServerFilter;
}

/**
 * Decides on a waiting call, once: an approval commits together with the job that makes the call. Returns the call's
 * previous status; it was decided if that is `WAITING`. Undefined if there is no such call.
 */
export function decideCall(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  { callId, approved, by, reason, within }: CallDecision,
): Promise<CallStatus | undefined> {
  return queue.transaction(async (tx) => {
    const call = await lockApprovalCall(tx, callId, within);
    if (!call) return undefined;
    const now = clock.now();
    const status = getCallStatus(call, now);
    if (status === "EXPIRED")
      await updateWaitingCall(tx, callId, { status, finished_at: getApprovalExpiry(call.created_at) });
    if (status !== "WAITING") return status;
    const decision = { decided_at: now, decided_by: by ?? null, decision_reason: reason ?? null };
    if (approved) {
      await updateWaitingCall(tx, callId, { ...decision, status: "RUNNING" });
      await queue.enqueue(tx, makeApprovedCall, { callId });
    } else await updateWaitingCall(tx, callId, { ...decision, status: "DENIED", finished_at: now });
    return status;
  });
}
