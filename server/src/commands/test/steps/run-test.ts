import { JunctorError } from "../../../../../sdk/src/http/error.ts";
import { StartError } from "../../../platform/errors.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import type { TestBench } from "../bench/start-bench.ts";
import type { TestSuite } from "../file/read-test-file.ts";
import type { TestStep, WorkflowTest } from "../file/schema.ts";
import { mergeGiven } from "../file/validate-steps.ts";
import { applyGiven } from "./apply-given.ts";
import { compareThen, describeCall } from "./compare-then.ts";
import { describeMissing } from "./describe-missing.ts";
import { describeObservation } from "./describe-observation.ts";
import { createObserver, type Observation, type Observer } from "./observe.ts";
import { runWhen } from "./run-when.ts";
import { type RunningTest, TestBreak, type TestMisfit } from "./running-test.ts";

/** A test that has ended. */
export interface EndedTest {
  readonly name: string;
  readonly durationMs: number;
  /** Empty if it has passed; paths are those of the file. */
  readonly misfits: readonly TestMisfit[];
  /** What happened in the step that failed, as lines. */
  readonly happened: readonly string[];
}

/** Runs a test of a suite, until a step is not as it says. */
export async function runTest(bench: TestBench, suite: TestSuite, test: WorkflowTest): Promise<EndedTest> {
  const startedAt = performance.now();
  const path = ["tests", suite.file.tests.indexOf(test)];
  const failed = await findFailure(bench, suite, { test, path });
  const durationMs = Math.round(performance.now() - startedAt);
  return { name: test.name, durationMs, misfits: [], happened: [], ...failed };
}

type Failure = Pick<EndedTest, "misfits" | "happened">;

async function findFailure(
  bench: TestBench,
  { file, configuration }: TestSuite,
  { test, path }: { test: WorkflowTest; path: ValuePath },
): Promise<Failure | undefined> {
  let run: RunningTest;
  try {
    run = await applyGiven(bench, configuration, mergeGiven(file.given, test.given));
  } catch (error) {
    return { misfits: [toMisfit(error, path)], happened: [] };
  }
  const observer = createObserver(run);
  for (const [index, step] of test.steps.entries()) {
    const failure = await findStepFailure({ run, observer }, step, [...path, "steps", index]);
    if (failure) return failure;
  }
  return undefined;
}

async function findStepFailure(
  { run, observer }: { run: RunningTest; observer: Observer },
  { when, then = {} }: TestStep,
  path: ValuePath,
): Promise<Failure | undefined> {
  try {
    if (when) await runWhen(run, when);
  } catch (error) {
    const seen = await observer.observe();
    return { misfits: [toMisfit(error, [...path, "when"])], happened: describeObservation(seen) };
  }
  const seen = await observer.observe();
  const misfits = [
    ...findUnanswered(seen).map((one) => ({ ...one, path: [...path, "when"] })),
    ...compareThen(then, seen, (workflow) => describeMissing(run, workflow, when)).map((one) => ({
      ...one,
      path: [...path, "then", ...one.path],
    })),
  ];
  return misfits.length > 0 ? { misfits, happened: describeObservation(seen) } : undefined;
}

/** Each only once: a step that is retried sends it again. */
function findUnanswered({ calls }: Observation): Omit<TestMisfit, "path">[] {
  const texts = calls.filter(({ isUnanswered }) => isUnanswered).map(describeCall);
  return [...new Set(texts)].map((text) => ({
    what: `no answer is given for this request; add one to given.answers: ${text}`,
  }));
}

/** Why a test cannot go on; throws again what is no fault of the test. */
function toMisfit(error: unknown, path: ValuePath): TestMisfit {
  if (error instanceof TestBreak) return { path: [...path, ...error.path], what: error.message };
  if (error instanceof StartError) return { path, what: error.message };
  if (!(error instanceof JunctorError)) throw error;
  const { message, errors = [] } = error;
  const details = errors.map(({ field, message: reason }) => `${field} ${reason}`);
  return { path, what: [message, ...details.filter((one) => !message.includes(one))].join(" ") };
}
