import { isDataError } from "../platform/database/group-commit.ts";
import type { Json } from "../platform/json.ts";
import { storableValue } from "../platform/storable-text.ts";
import { Cut } from "../platform/work/line.ts";
import { isTakenOver } from "../platform/work/work-table.ts";
import type { StepState } from "./advance.ts";
import { commit, type Progress } from "./progress.ts";
import type { Step } from "./step.ts";
import { rowOf } from "./step-row.ts";

/** A run took longer than its workflow allows. */
export class RunTimedOut extends Error {
  override readonly name = "RunTimedOut";
  constructor() {
    super("The execution took longer than its time limit.");
  }
}

/** Records that a step was under way when its run was stopped, or its time was over; for nothing else. */
export async function recordCutOff(progress: Progress, step: Step, error: unknown): Promise<void> {
  if (!(error instanceof Cut) && !(error instanceof RunTimedOut)) return;
  const { node } = step.planNode;
  const { attempt, given } = step;
  const isStop = error instanceof Cut;
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
    commit(progress, { step: rowOf(progress, step, state, { input, logs: [] }) });
  try {
    // A replay can send it again.
    await record(storableValue(given ?? null));
  } catch (refused) {
    if (!isDataError(refused) || isTakenOver(refused)) throw refused;
    await record(null);
  }
}
