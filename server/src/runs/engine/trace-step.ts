import { getSpan, runInSpan } from "../../platform/tracing/tracing.ts";
import type { StepRow } from "../store.ts";
import type { Progress, RunningStep } from "./progress.ts";

/** Does something for a step within a span of it, if the run is traced. */
export function runStepInSpan(
  { span: runSpan }: Progress,
  { path, attempt, planNode: { node } }: RunningStep,
  work: () => Promise<void>,
): Promise<void> {
  if (!runSpan?.isRecorded) return work();
  // In a loop, the loop's.
  const span = (getSpan() ?? runSpan).begin({
    name: `step ${node.type}`,
    kind: "internal",
    attributes: {
      "junctor.node.id": node.id,
      "junctor.node.name": node.name,
      "junctor.node.type": node.type,
      "junctor.step.path": path,
      "junctor.step.attempt": attempt,
    },
  });
  return runInSpan(span, work);
}

/** Says on the span of a step how it ended. */
export function recordOutcome({ span: runSpan }: Progress, { status, error }: StepRow): void {
  const span = runSpan?.isRecorded && getSpan();
  if (!span) return;
  span.set({ "junctor.step.status": status });
  if (error) span.fail(error.code);
}
