import { runStatement } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Topic } from "../../platform/queue/job.ts";
import { TakenOverError } from "../../platform/work/line.ts";
import { isTakenOver } from "../../platform/work/work-table.ts";
import type { StepRow } from "../store.ts";
import { buildCommitStatements } from "./commit/commit.ts";
import { commitDeferred } from "./defer-step.ts";
import type { Progress } from "./progress.ts";

/** A workflow that a step of a run calls, for the same account and config. */
export interface WorkflowCall {
  readonly parentRun: string;
  readonly parentPath: string;
  /** Id or alias. */
  readonly workflow: string;
  readonly input: Json;
  /** The input with the passwords that `input` hides; see `RunPasswords.seal`. */
  readonly sealedInput?: string;
}

/** `startCalledWorkflow` starts the called run, or tells the caller why it cannot start. */
export const callWorkflowTopic: Topic<WorkflowCall> = { name: "runs.call-workflow" };

/** Commits a waiting step together with the call that it waits for. */
export async function callWorkflow(
  progress: Progress,
  step: StepRow,
  { workflow, input }: Pick<WorkflowCall, "workflow" | "input">,
): Promise<void> {
  const { deps, run: parent, context, passwords } = progress;
  await commitDeferred(progress);
  // The input is stored in a job and in the called run, which may not know the passwords.
  const shown = passwords.hide(input);
  const held = { id: parent.id, claim: parent.claim, workerId: context.workerId };
  try {
    await deps.queue.transaction(async (tx) => {
      for (const statement of buildCommitStatements({ held, now: deps.clock.now(), steps: [step] }))
        await runStatement(tx, statement, statement.values);
      await deps.queue.enqueue(tx, callWorkflowTopic, {
        parentRun: parent.id,
        parentPath: step.path,
        workflow,
        input: shown,
        sealedInput: passwords.seal(input, shown) ?? undefined,
      });
    });
  } catch (error) {
    throw isTakenOver(error) ? new TakenOverError() : error;
  }
}
