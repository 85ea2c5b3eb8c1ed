import { expect, test } from "vitest";
import { getItem, getLines, getLoop, getSteps, type Step, type StepAttempt, withParked } from "./steps.ts";
import type { ExecutionNode } from "./use-execution.ts";

const NODES = [
  { node_id: "start", node_name: "Start", node_status: "Success" },
  { node_id: "lines", node_name: "Each line", node_status: "Errored" },
  { node_id: "stock", node_name: "Look up stock", node_status: "Errored" },
  { node_id: "mail", node_name: "Send the mail", node_status: "Ready" },
] as ExecutionNode[];

function attemptAt(path: string, status: StepAttempt["status"] = "Success", attempt = 1): StepAttempt {
  const last = path.split("/").at(-1) ?? path;
  return {
    path,
    node_id: last,
    attempt,
    status,
    started_at: "2026-11-23T00:00:00.000Z",
    execution_time: 5,
  };
}

function outlineOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ path, attempts, inside }) => [`${path} ${attempts.length}`, ...outlineOf(inside)]);
}

test("a loop's steps are listed by item, attempts at one step together, unreached ones last", () => {
  const attempts = [
    attemptAt("start"),
    attemptAt("lines", "Errored"),
    attemptAt("lines[1]/stock", "Errored"),
    attemptAt("lines[0]/stock"),
    attemptAt("lines[1]/stock", "Errored", 2),
  ];
  expect(outlineOf(getSteps(attempts, NODES))).toEqual([
    "start 1",
    "lines 1",
    "lines[0]/stock 1",
    "lines[1]/stock 2",
    "mail 0",
  ]);
});

test("a path identifies its loop and its item, also in a nested loop", () => {
  expect(getLoop("start")).toBeUndefined();
  expect(getLoop("outer[1]/inner[20]/stock")).toBe("outer[1]/inner");
  expect(getItem("outer[1]/inner[20]/stock")).toBe(20);
  expect(getItem("outer[1]/inner")).toBe(1);
  expect(getItem("start")).toBeUndefined();
});

test("a large loop shows failed steps and the number of folded ones, and all of them when unfolded", () => {
  const items = Array.from({ length: 100 }, (_, index) =>
    attemptAt(`lines[${index}]/stock`, index === 70 ? "Errored" : "Success"),
  );
  const steps = getSteps([attemptAt("lines", "Errored"), ...items], []);
  const folded = getLines(steps, new Set());
  expect(folded.map((line) => (line.kind === "step" ? line.step.path : line.count))).toEqual([
    "lines",
    "lines[70]/stock",
    99,
  ]);
  expect(getLines(steps, new Set(["lines"]))).toHaveLength(101);
});

test("a step that waits for a reconnect comes before unreached ones, though it made no attempt", () => {
  const nodes = [
    ...NODES,
    { node_id: "slip", node_name: "Packing slip", node_status: "Waiting" } as ExecutionNode,
  ];
  const since = "2026-11-23T00:01:00.000Z";
  const reasons = [{ kind: "reconnect" as const, message: "Expired.", node_id: "slip", since }];
  const attempts = withParked([attemptAt("start"), attemptAt("lines")], { nodes, waiting_for: reasons });
  expect(outlineOf(getSteps(attempts, nodes))).toEqual(["start 1", "lines 1", "slip 1", "mail 0"]);
  expect(attempts.at(-1)).toMatchObject({ status: "Waiting", started_at: since });
  expect(withParked(attempts, { nodes, waiting_for: reasons })).toBe(attempts);
});
