import { JunctorError } from "../../../../sdk/src/http/error.ts";
import { describeRequestFailure, type Target } from "../target.ts";
import { describeRefusal, formatProblem } from "./files/read-folder.ts";
import type { ConfigurationPlan, PlanStep } from "./plan/build-plan.ts";

/** A plan that was carried out, as far as that was possible. */
export interface AppliedPlan {
  readonly done: readonly PlanStep[];
  /** The step that failed, and why: lines for people. */
  readonly failure?: { readonly step: PlanStep; readonly lines: readonly string[] };
  readonly open: readonly PlanStep[];
}

/** Carries out the steps in order, until one fails; `onDone` is told of each. */
export async function applyPlan(
  target: Target,
  { steps }: ConfigurationPlan,
  onDone: (step: PlanStep) => void,
): Promise<AppliedPlan> {
  for (const [index, step] of steps.entries()) {
    try {
      await applyStep(target, step);
    } catch (error) {
      const lines = describeFailure(target, step, error);
      if (!lines) throw error;
      return { done: steps.slice(0, index), failure: { step, lines }, open: steps.slice(index + 1) };
    }
    onDone(step);
  }
  return { done: steps, open: [] };
}

async function applyStep(target: Target, step: PlanStep): Promise<void> {
  const { kind } = step;
  if (step.action === "create") return kind.create(target, step.file.document);
  if (step.action === "delete") return kind.delete(target, step.record);
  return kind.update(target, step);
}

/** Problems that the server finds in a file, at their lines; undefined for an error that nobody outside can fix. */
function describeFailure(target: Target, step: PlanStep, error: unknown): string[] | undefined {
  const sentence = describeRequestFailure(target, error);
  if (sentence === undefined) return undefined;
  if (step.action === "delete" || !(error instanceof JunctorError) || error.status !== 400) return [sentence];
  return describeRefusal(step.file, { message: sentence, errors: error.errors }).map(formatProblem);
}
