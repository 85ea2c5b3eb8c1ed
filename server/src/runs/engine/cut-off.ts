import type { Json } from "../../platform/json/json.ts";
import { toStorableValue } from "../../platform/measured-value.ts";
import { CutOffError } from "../../platform/work/line.ts";
import type { StepState } from "../store.ts";
import { isInterruption, RunTimeoutError } from "./interruption.ts";
import { commitProgress, type Progress } from "./progress.ts";
import { type RunningStep, toStepRow } from "./step.ts";

/** Records that a step was running when its run was stopped or timed out; for nothing else. */
export async function recordAbort(progress: Progress, step: RunningStep, error: unknown): Promise<void> {
  if (!(error instanceof CutOffError) && !(error instanceof RunTimeoutError)) return;
  const { node } = step.planNode;
  const { attempt, given } = step;
  const isStop = error instanceof CutOffError;
  const failure = { code: isStop ? "STOPPED" : "TIMED_OUT", message: error.message };
  const state: StepState = {
    status: isStop ? "Stopped" : "Timed_Out",
    attempt,
    retryAt: null,
    handle: null,
    output: null,
    error: { ...failure, nodeId: node.id, nodeName: node.name, attempts: attempt },
    wait: null,
  };
  const record = (input: Json) =>
    commitProgress(progress, { step: toStepRow(progress, step, state, { input, logs: [] }) });
  try {
    // A replay can send it again.
    await record(toStorableValue(given ?? null));
  } catch (refused) {
    if (isInterruption(refused)) throw refused;
    await record(null);
  }
}
