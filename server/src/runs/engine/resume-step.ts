import { isObject, type Json } from "../../platform/json/json.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import { createFailure } from "../../workflows/nodes/failure.ts";
import { findNodeType } from "../../workflows/nodes/list.ts";
import type { FailOutcome, NextOutcome, NodeFailure, Wake } from "../../workflows/nodes/node.ts";
import { openStepInput } from "../passwords.ts";
import type { StepState } from "../store.ts";
import { readFailureForCaller } from "../view/account-view.ts";
import { toFailOutcome } from "./call-node.ts";
import { findStepState, type Progress, type RunningStep } from "./progress.ts";
import { commitResult } from "./step.ts";

/** What a waiting step can resume with, if it has arrived. */
export function findWake(
  { arrivals: { signals } }: Progress,
  path: string,
  { wait }: StepState,
  now: Date,
): Wake | undefined {
  if (wait?.kind === "child") {
    const body = signals.get(`child ${path}`);
    if (body !== undefined) return readChild(body);
    return wait.until !== undefined && new Date(wait.until) <= now ? { kind: "time" } : undefined;
  }
  if (wait?.kind !== "time" && wait?.kind !== "answer") return undefined;
  const body = wait.kind === "answer" ? signals.get(`answer ${path}`) : undefined;
  if (body !== undefined) return { kind: "answer", body };
  return new Date(wait.until) <= now ? { kind: "time" } : undefined;
}

/** As reported with the end of the called run. */
function readChild(body: Json): Wake {
  const { run_id, ...end } = body as { run_id: string; error: NodeFailure | null; response: Json };
  return { kind: "child", runId: run_id, ...end };
}

/** Resumes a step whose wait is over. */
export async function resumeStep(progress: Progress, step: RunningStep, wake: Wake): Promise<void> {
  const { node } = step.planNode;
  const data = await readRecordedInput(progress, step);
  const outcome = wakeOrFail(progress, step, { data, wake: await redactWake(progress, wake) });
  // Nobody needs a called workflow that took too long.
  const givesUp = wake.kind === "time" && findStepState(progress, step.frame, node.id)?.wait?.kind !== "time";
  await commitResult(progress, step, { outcome, givesUp });
}

/** What has arrived, as far as the run may know of it. */
async function redactWake({ deps }: Progress, wake: Wake): Promise<Wake> {
  if (wake.kind !== "child" || wake.error === null || wake.runId === "") return wake;
  return { ...wake, error: await readFailureForCaller(deps, wake.runId, wake.error) };
}

function wakeOrFail(
  progress: Progress,
  step: RunningStep,
  { data, wake }: { data: Fields; wake: Wake },
): NextOutcome | FailOutcome {
  const { type, is_batch: isBatch } = step.planNode.node;
  try {
    return (
      findNodeType(type)?.wake?.({ data, isBatch }, wake) ??
      createFailure("UNKNOWN_NODE", `A node of type "${type}" does not wait.`)
    );
  } catch (error) {
    return toFailOutcome(progress, step, error);
  }
}

/** The node's input, as it was recorded before the node waited. */
async function readRecordedInput({ deps, run }: Progress, { path, attempt }: RunningStep): Promise<Fields> {
  const row = await deps.db
    .selectFrom("run_steps")
    .select(["input", "sealed"])
    .where("run_id", "=", run.id)
    .where("path", "=", path)
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  const input = row && openStepInput(deps.vault, run, row);
  return isObject(input) ? input : {};
}
