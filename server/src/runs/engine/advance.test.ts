import { describe, expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { applyEdgeDefaults, applyNodeDefaults } from "../../workflows/definition/graph.ts";
import { compilePlan, type Plan } from "../../workflows/definition/plan.ts";
import type { StepState } from "../store.ts";
import { advanceRegion, buildRegionResult } from "./advance.ts";
import { getRetryDelayMs } from "./backoff.ts";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const LATER = new Date("2026-01-01T00:00:05.000Z");
const LATEST = new Date("2026-01-01T00:00:09.000Z");
const ERROR = { code: "X", message: "no" };

/** `a>b` is an edge, `a:h>b` one from the handle h; a node whose id begins with "loop" is a loop. */
function plan(...edges: string[]): Plan {
  const ends = edges.map((edge) => {
    const [from = "", target = ""] = edge.split(">");
    const [source = "", sourceHandle = null] = from.split(":");
    return { source, target, sourceHandle };
  });
  const ids = new Set(["start", ...ends.flatMap(({ source, target }) => [source, target])]);
  const typeOf = (id: string) => (id === "start" ? "start" : id.startsWith("loop") ? "loop" : "http");
  const nodes = applyNodeDefaults([...ids].map((id) => ({ id, type: typeOf(id) })));
  return compilePlan({ nodes, edges: applyEdgeDefaults(ends), settings: {} });
}

const step = (changes: Partial<StepState>): StepState => ({
  status: "Success",
  attempt: 1,
  retryAt: null,
  handle: null,
  output: null,
  error: null,
  wait: null,
  ...changes,
});
const ok = (body: Json = null, handle: string | null = null) => step({ output: { body }, handle });
const failed = (retryAt: Date | null, attempt = 1) =>
  step({ status: "Errored", retryAt, attempt, error: ERROR });
const skipped = (handle: string | null) =>
  step({ status: "Errored_and_Skipped", handle, output: { error: ERROR }, error: ERROR });
const rejected = (handle: string) => step({ status: "Rejected", handle, output: { body: "no" } });
const waiting = step({ status: "Waiting", wait: { kind: "answer", until: LATER.toISOString() } });

type Steps = Record<string, StepState>;

/** What may begin as `node#attempt`; or what else there is to say. */
function next(region: Plan, steps: Steps): unknown {
  const stand = advanceRegion(region, (id) => steps[id], NOW);
  if (stand.failed) return { failed: stand.failed.code };
  if (stand.ready.length > 0) return stand.ready.map(({ node, attempt }) => `${node.node.id}#${attempt}`);
  if (stand.waiting.length > 0) return { waiting: stand.waiting.map(({ node }) => node.id) };
  if (stand.retryAt) return { retryAt: stand.retryAt };
  return { over: buildRegionResult(region, (id) => steps[id]) };
}

const LINE = plan("start>a", "a>b");
const DIAMOND = plan("start>a", "start>b", "a>join", "b>join");
const CHOICE = plan("start>rule", "rule:yes>a", "rule:no>b", "rule>always", "a>join", "b>join", "join>end");

describe("what a run does next", () => {
  test.each<[string, Plan, Steps, unknown]>([
    ["begins at the start node", LINE, {}, ["start#1"]],
    ["goes on after each node", LINE, { start: ok() }, ["a#1"]],
    ["starts all branches", DIAMOND, { start: ok() }, ["a#1", "b#1"]],
    ["waits at a join for the other branch", DIAMOND, { start: ok(), a: ok() }, ["b#1"]],
    ["runs a join once", DIAMOND, { start: ok(), a: ok(), b: ok() }, ["join#1"]],
    [
      "never reaches what nothing leads to",
      plan("start>a", "lost>found"),
      { start: ok(), a: ok(1) },
      { over: 1 },
    ],
  ])("%s", (_name, region, steps, expected) => {
    expect(next(region, steps)).toEqual(expected);
  });
});

describe("a branch", () => {
  const begun = { start: ok(), always: ok("all") };
  test.each<[string, Plan, Steps, unknown]>([
    [
      "is taken by its handle, beside those from none",
      CHOICE,
      { start: ok(), rule: ok(null, "yes") },
      ["a#1", "always#1"],
    ],
    [
      "that is not taken is not waited for at a join",
      CHOICE,
      { ...begun, rule: ok(null, "no"), b: ok() },
      ["join#1"],
    ],
    [
      "all dead: what hangs on them is skipped, and all that follows",
      CHOICE,
      { ...begun, rule: ok(null, "neither") },
      { over: "all" },
    ],
    [
      "that leads nowhere ends where it was decided",
      plan("start>rule", "rule:yes>a"),
      { start: ok(), rule: ok(false, "no") },
      { over: false },
    ],
    [
      "does not begin while it is undecided whether another leads to it",
      plan("start>a", "start>rule", "rule:yes>b", "b>join", "a>join"),
      { start: ok(), a: ok(), rule: ok(null, "yes") },
      ["b#1"],
    ],
    [
      "from a node that rejected is taken by its own handle only",
      plan("start>ask", "ask:approved>a", "ask:rejected>b", "ask>c"),
      { start: ok(), ask: rejected("rejected") },
      ["b#1"],
    ],
    [
      "of a refusal that nobody has drawn ends there",
      plan("start>ask", "ask>c", "c>d"),
      { start: ok(), ask: rejected("rejected") },
      { over: "no" },
    ],
  ])("%s", (_name, region, steps, expected) => {
    expect(next(region, steps)).toEqual(expected);
  });
});

describe("a failure", () => {
  const HANDLED = plan("start>a", "a>b", "a:error>mend", "b>join", "mend>join");
  test.each<[string, Plan, Steps, unknown]>([
    ["waits for its retry", LINE, { start: ok(), a: failed(LATER) }, { retryAt: LATER }],
    ["is repeated when it is due, with the next attempt", LINE, { start: ok(), a: failed(NOW, 3) }, ["a#4"]],
    [
      "waits for the first of two retries",
      DIAMOND,
      { start: ok(), a: failed(LATEST), b: failed(LATER) },
      { retryAt: LATER },
    ],
    [
      "waits for the first of two retries, also if that step comes first",
      DIAMOND,
      { start: ok(), a: failed(LATER), b: failed(LATEST) },
      { retryAt: LATER },
    ],
    ["lets another branch go on while it waits", DIAMOND, { start: ok(), a: failed(LATER) }, ["b#1"]],
    ["for good ends the run", LINE, { start: ok(), a: failed(null) }, { failed: "X" }],
    [
      "for good ends it at once, though a branch could go on",
      DIAMOND,
      { start: ok(), a: failed(null) },
      { failed: "X" },
    ],
    ["takes the edge from error, and no other", HANDLED, { start: ok(), a: skipped("error") }, ["mend#1"]],
    ["that was handled joins again", HANDLED, { start: ok(), a: skipped("error"), mend: ok() }, ["join#1"]],
    [
      "that did not happen leaves the edge from error dead",
      HANDLED,
      { start: ok(), a: ok(), b: ok() },
      ["join#1"],
    ],
    ["with on_error continue goes on by the normal edges", LINE, { start: ok(), a: skipped(null) }, ["b#1"]],
    [
      "with on_error skip skips what only it leads to",
      plan("start>a", "a>b", "b>c", "start>d"),
      { start: ok(), a: skipped("skip"), d: ok("d") },
      { over: "d" },
    ],
    [
      "with on_error skip does not hold up a join",
      DIAMOND,
      { start: ok(), a: skipped("skip"), b: ok() },
      ["join#1"],
    ],
  ])("%s", (_name, region, steps, expected) => {
    expect(next(region, steps)).toEqual(expected);
  });
});

describe("what waits", () => {
  test("keeps the run open, and lets the others go on", () => {
    expect(next(DIAMOND, { start: ok(), a: waiting })).toEqual(["b#1"]);
    expect(next(DIAMOND, { start: ok(), a: waiting, b: ok() })).toEqual({ waiting: ["a"] });
  });
});

describe("the result", () => {
  const TWO = plan("start>a", "start>b");
  test.each<[string, Plan, Steps, Json]>([
    ["is the body of the last node", LINE, { start: ok(), a: ok(1), b: ok(2) }, 2],
    [
      "is told by node when there are several last ones",
      TWO,
      { start: ok(), a: ok(1), b: ok(2) },
      { a: 1, b: 2 },
    ],
    ["is that of the only one that ran", CHOICE, { start: ok(), rule: ok(null, "x"), always: ok([3]) }, [3]],
    ["leaves out what failed and was skipped", TWO, { start: ok(), a: skipped("skip"), b: ok("b") }, "b"],
    [
      "is that of the node that took the error, not of the one that made it",
      plan("start>a", "a:error>mend"),
      { start: ok(), a: skipped("error"), mend: ok("mended") },
      "mended",
    ],
    ["is null when nothing is left", plan("start>a"), { start: skipped("skip") }, null],
    [
      "is the output itself where that has no body",
      plan("start>a"),
      { start: ok(), a: step({ output: "x" }) },
      "x",
    ],
  ])("%s", (_name, region, steps, expected) => {
    expect(buildRegionResult(region, (id) => steps[id])).toEqual(expected);
  });
});

describe("the body of a loop", () => {
  const body = plan("start>loop", "loop:item>a", "loop:item>b", "a>b", "b>loop").nodes.get("loop")?.body;
  test("begins with what the loop leads to, unless that hangs on another part of it", () => {
    if (!body) throw new Error("The loop has no body.");
    expect(next(body, {})).toEqual(["a#1"]);
    expect(next(body, { a: ok() })).toEqual(["b#1"]);
    expect(next(body, { a: skipped("skip") })).toEqual(["b#1"]);
    expect(next(body, { a: ok(), b: ok(7) })).toEqual({ over: 7 });
  });
});

describe("getRetryDelayMs", () => {
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
    expect(getRetryDelayMs(attempt, retryAfter, random)).toBe(expected);
  });
});
