import { expect, test } from "vitest";
import { TYPES } from "../../../../parts/workflow-graph/test-node-types.ts";
import type { StepAttempt } from "../steps.ts";
import { scaleFor } from "./bars.ts";

const DAY_MS = 86_400_000;

const attempt = (node_id: string, fromMs: number, execution_time: number) =>
  ({ node_id, status: "Success", started_at: new Date(fromMs).toISOString(), execution_time }) as StepAttempt;

test("attempts copied from the replayed execution do not stretch the timeline", () => {
  const copied = { ...attempt("http", 0, 1000), is_copied: true };
  const scale = scaleFor([copied, attempt("http", DAY_MS, 1000)], (type) => TYPES.get(type), DAY_MS + 1000);
  expect([scale(DAY_MS), scale(DAY_MS + 1000)]).toEqual([0, 1]);
});

test("what a loop takes is not work of its own, so waits in its body stay short", () => {
  const attempts = [
    attempt("loop", 0, 3 * DAY_MS),
    attempt("http", 0, 1000),
    attempt("http", 3 * DAY_MS - 1000, 1000),
  ];
  const scale = scaleFor(attempts, (type) => TYPES.get(type), 3 * DAY_MS);
  expect(scale(1000)).toBeGreaterThan(0.3);
  expect(scale(3 * DAY_MS - 1000)).toBeLessThan(0.7);
});
