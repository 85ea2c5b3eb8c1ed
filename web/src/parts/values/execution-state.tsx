import { EXECUTION_STATES, WAITING_STATE } from "../../words/executions.ts";
import { type Mood, State } from "./state.tsx";

/** The visible states of an execution. */
export type ExecutionStatus = keyof typeof EXECUTION_STATES;

/** What each status means to the reader. */
export const EXECUTION_MOODS: Readonly<Record<ExecutionStatus, Mood>> = {
  RUNNING: "busy",
  COMPLETED: "good",
  ERRORED: "bad",
  TIMED_OUT: "bad",
  STOPPING: "stopped",
  STOPPED: "stopped",
};

interface ExecutionStateProps {
  readonly status: ExecutionStatus;
  /** Whether it runs, but waits for something. */
  readonly isWaiting?: boolean;
}

/** The state of an execution: icon and word. */
export function ExecutionState({ status, isWaiting = false }: ExecutionStateProps) {
  if (isWaiting) return <State mood="waiting" word={WAITING_STATE} />;
  return <State mood={EXECUTION_MOODS[status]} word={EXECUTION_STATES[status]} />;
}
