import type { Deps } from "../../deps.ts";
import { defineJob } from "../../platform/queue/job.ts";
import { updateWaitingCall } from "./store.ts";

/** Ends a call on which nobody has decided in time, and deletes its arguments. */
export const expireCall = defineJob<{ callId: string }, Pick<Deps, "queue" | "clock">>({
  name: "mcp.expire-call",
  concurrency: 2,
  run: async ({ queue, clock }, { callId }) => {
    await queue.transaction((tx) =>
      updateWaitingCall(tx, callId, { status: "EXPIRED", finished_at: clock.now() }),
    );
  },
});
