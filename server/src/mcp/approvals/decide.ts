import type { Deps } from "../../deps.ts";
import { expiryOf, statusAt } from "../calls/call-status.ts";
import type { CallStatus } from "../table.ts";
import { makeApprovedCall } from "./make-approved-call.ts";
import { leaveWaiting, lockAsked, type ServerFilter } from "./store.ts";

/** A decision on a call. */
export interface CallDecision {
  readonly callId: string;
  readonly approved: boolean;
  /** Who decides, and why, as whoever has the API key says. */
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** Where the call must be, unless a link names it. */
  readonly within?: ServerFilter;
}

/**
 * Decides on a call that waits, once: an approval commits together with the job that makes the call. Returns how the
 * call stood before; it was decided where that is `WAITING`. Undefined when there is no such call.
 */
export function decideCall(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  { callId, approved, by, reason, within }: CallDecision,
): Promise<CallStatus | undefined> {
  return queue.transaction(async (tx) => {
    const call = await lockAsked(tx, callId, within);
    if (!call) return undefined;
    const now = clock.now();
    const status = statusAt(call, now);
    if (status === "EXPIRED")
      await leaveWaiting(tx, callId, { status, finished_at: expiryOf(call.created_at) });
    if (status !== "WAITING") return status;
    const decision = { decided_at: now, decided_by: by ?? null, decision_reason: reason ?? null };
    if (approved) {
      await leaveWaiting(tx, callId, { ...decision, status: "RUNNING" });
      await queue.enqueue(tx, makeApprovedCall, { callId });
    } else await leaveWaiting(tx, callId, { ...decision, status: "DENIED", finished_at: now });
    return status;
  });
}
