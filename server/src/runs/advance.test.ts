import { describe, expect, test } from "vitest";
import { completeEdges, completeNodes, type Definition, type NodeInput } from "../workflows/graph.ts";
import { advance, type StepState } from "./advance.ts";
import { retryDelayMs } from "./backoff.ts";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const LATER = new Date("2026-01-01T00:00:05.000Z");

function workflow(nodes: string[], edges: [string, string][]): Definition {
  const inputs = nodes.map(
    (id): NodeInput => ({ id, type: id === "start" ? "start" : "http", maximum_attempts: 3 }),
  );
  return {
    nodes: completeNodes(inputs),
    edges: completeEdges(edges.map(([source, target]) => ({ source, target }))),
    settings: {},
  };
}

const ok = (body: string): StepState => ({
  status: "Success",
  attempt: 1,
  retryAt: null,
  output: { body },
  error: null,
});
const failed = (retryAt: Date | null): StepState => ({
  status: "Errored",
  attempt: 1,
  retryAt,
  output: null,
  error: { code: "X", message: "no" },
});

const line = workflow(
  ["start", "a", "b"],
  [
    ["start", "a"],
    ["a", "b"],
  ],
);
const diamond = workflow(
  ["start", "a", "b", "join"],
  [
    ["start", "a"],
    ["start", "b"],
    ["a", "join"],
    ["b", "join"],
  ],
);

describe("advance: what a run does next", () => {
  const ready = (definition: Definition, steps: Record<string, StepState>) => {
    const decision = advance(definition, new Map(Object.entries(steps)), NOW);
    return decision.kind === "run"
      ? decision.nodes.map(({ node, attempt }) => `${node.id}#${attempt}`)
      : decision;
  };

  test.each<[string, Definition, Record<string, StepState>, unknown]>([
    ["begins at the start node", line, {}, ["start#1"]],
    ["goes on after each node", line, { start: ok("s") }, ["a#1"]],
    ["starts all branches", diamond, { start: ok("s") }, ["a#1", "b#1"]],
    ["waits at a join for the other branch", diamond, { start: ok("s"), a: ok("a") }, ["b#1"]],
    ["runs a join once", diamond, { start: ok("s"), a: ok("a"), b: ok("b") }, ["join#1"]],
    [
      "completes with the body of the last node",
      line,
      { start: ok("s"), a: ok("a"), b: ok("b") },
      { kind: "complete", response: "b" },
    ],
    ["waits for a retry", line, { start: ok("s"), a: failed(LATER) }, { kind: "wait", until: LATER }],
    ["repeats a node that is due, with the next attempt", line, { start: ok("s"), a: failed(NOW) }, ["a#2"]],
    [
      "fails when the last attempt failed",
      line,
      { start: ok("s"), a: failed(null) },
      { kind: "fail", error: { code: "X", message: "no" } },
    ],
    [
      "fails at once, though another branch could go on",
      diamond,
      { start: ok("s"), a: failed(null) },
      { kind: "fail", error: { code: "X", message: "no" } },
    ],
    ["lets the other branch go on while one waits", diamond, { start: ok("s"), a: failed(LATER) }, ["b#1"]],
    [
      "never reaches a node without an edge",
      workflow(["start", "lost"], []),
      { start: ok("s") },
      { kind: "complete", response: "s" },
    ],
    [
      "answers by node when there are several last ones",
      workflow(
        ["start", "a", "b"],
        [
          ["start", "a"],
          ["start", "b"],
        ],
      ),
      { start: ok("s"), a: ok("1"), b: ok("2") },
      { kind: "complete", response: { a: "1", b: "2" } },
    ],
  ])("%s", (_name, definition, steps, expected) => {
    expect(ready(definition, steps)).toEqual(expected);
  });
});

describe("retryDelayMs", () => {
  test.each([
    [1, undefined, 0.5, 1000],
    [2, undefined, 0.5, 2000],
    [4, undefined, 0.5, 8000],
    [10, undefined, 0.5, 300_000],
    [1, undefined, 0, 900],
    [1, undefined, 1, 1100],
    [1, 30_000, 0.5, 30_000],
    [5, 1000, 0.5, 16_000],
    [1, 999_999_999_999, 0.5, 86_400_000],
  ])("after attempt %i, Retry-After %s, chance %d: %i ms", (attempt, retryAfter, random, expected) => {
    expect(retryDelayMs(attempt, retryAfter, random)).toBe(expected);
  });
});
