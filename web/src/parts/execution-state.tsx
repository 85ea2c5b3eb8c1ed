import { EXECUTION_STATES } from "../words/executions.ts";
import { type Mood, State } from "./state.tsx";

/** How an execution may stand. */
export type ExecutionStatus = keyof typeof EXECUTION_STATES;

/** What each status means to whoever looks. */
export const EXECUTION_MOODS: Readonly<Record<ExecutionStatus, Mood>> = {
  RUNNING: "busy",
  COMPLETED: "good",
  ERRORED: "bad",
  TIMED_OUT: "bad",
  STOPPING: "stopped",
  STOPPED: "stopped",
};

/** How an execution stands: icon and word. */
export function ExecutionState({ status }: { status: ExecutionStatus }) {
  return <State mood={EXECUTION_MOODS[status]} word={EXECUTION_STATES[status]} />;
}
