import type { Mood } from "../../../parts/values/state.tsx";
import type { STEP_STATES } from "../../../words/execution.ts";

/** How a step may stand. */
export type StepStatus = keyof typeof STEP_STATES;

/** What each status of a step means to whoever looks. */
export const STEP_MOODS: Readonly<Record<StepStatus, Mood>> = {
  Success: "good",
  Ready: "none",
  Errored: "bad",
  Waiting: "waiting",
  Stopped: "stopped",
  Rejected: "warn",
  Errored_and_Skipped: "warn",
  Timed_Out: "bad",
};

/** Types of nodes that do nothing but wait. */
export const WAITING_TYPES: ReadonlySet<string> = new Set([
  "delay",
  "approval",
  "wait_for_webhook",
  "sub_flow",
]);
