import type { Mood } from "../../../parts/values/state.tsx";
import type { STEP_STATES } from "../../../words/execution.ts";

/** The visible states of a step. */
export type StepStatus = keyof typeof STEP_STATES;

/** What each status of a step means to the reader. */
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
