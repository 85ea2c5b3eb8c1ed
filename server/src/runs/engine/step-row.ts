import type { Json } from "../../platform/json.ts";
import type { StepRow } from "../store.ts";
import type { StepState } from "./advance.ts";
import type { Progress } from "./progress.ts";
import type { RunningStep } from "./step.ts";

/** What stands in the record of a step: no password, though what comes after it goes on with what it gave. */
export function rowOf(
  { run, passwords }: Progress,
  { path, attempt, planNode, startedAt, startMs, standIn }: RunningStep,
  state: StepState,
  { input, logs }: { input: Json; logs: string[] },
): StepRow {
  const output = passwords.hide(state.output);
  return {
    run_id: run.id,
    path,
    attempt,
    node_id: planNode.node.id,
    status: state.status,
    input: passwords.hide(input),
    output,
    sealed: passwords.seal(state.output, output),
    error: state.error,
    logs: logs.length > 0 ? passwords.hide(logs) : null,
    handle: state.handle,
    wait: state.wait,
    retry_at: state.retryAt,
    started_at: startedAt,
    duration_ms: Math.round(performance.now() - startMs),
    stand_in: standIn,
  };
}
