import type { Tx } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Topic } from "../../platform/queue/job.ts";
import { getSpan } from "../../platform/tracing/tracing.ts";
import { getRunScope } from "../store.ts";
import type { Progress } from "./progress.ts";

/** A workflow that a step of a run calls, for the same account and config. */
export interface WorkflowCall {
  readonly parentRun: string;
  readonly parentPath: string;
  /** Id or alias. */
  readonly workflow: string;
  readonly input: Json;
  /** The input with the passwords that `input` hides; see `RunPasswords.seal`. */
  readonly sealedInput?: string | undefined;
  /** `input` is null, because the called run may have a redaction policy. */
  readonly isSealed?: boolean;
  /** Where the called run continues the trace of the step. */
  readonly traceparent?: string;
}

/** `startCalledWorkflow` starts the called run, or tells the caller why it cannot start. */
export const callWorkflowTopic: Topic<WorkflowCall> = { name: "runs.call-workflow" };

/** Calls a workflow for the step at `parentPath`, in the transaction that commits that the step waits for it. */
export async function callWorkflow(
  tx: Tx,
  { deps, run, passwords }: Progress,
  call: Pick<WorkflowCall, "parentPath" | "workflow" | "input">,
): Promise<void> {
  // The input is stored in a job and in the called run, which may not know the passwords, but may have a redaction
  // policy of its own.
  const isSealed = deps.redaction.hasAny(getRunScope(run)) || run.redaction !== null;
  const input = isSealed ? null : passwords.hide(call.input);
  const sealedInput = passwords.seal(call.input, input) ?? undefined;
  await deps.queue.enqueue(tx, callWorkflowTopic, {
    ...call,
    parentRun: run.id,
    input,
    sealedInput,
    traceparent: getSpan()?.traceparent,
    isSealed,
  });
}
