import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  type EdgeInput,
  type NodeInput,
} from "../../workflows/definition/graph.ts";
import { compilePlan, type PlanNode, type Region } from "../../workflows/definition/plan.ts";
import { buildItemPrefix, buildStepPath } from "../path.ts";
import type { StepState } from "../store.ts";
import { advanceRegion, buildRegionResult } from "./advance.ts";

const RUNS = { numRuns: 500, seed: 20_260_101 };
const HANDLES = [null, null, "yes", "no", "error"] as const;
const NOW = new Date("2026-01-01T00:00:00.000Z");

interface Shape {
  /** One for each node after the start node: where its edges come from, as numbers of nodes before it. */
  readonly nodes: readonly {
    readonly from: readonly number[];
    readonly handles: readonly number[];
    readonly isLoop: boolean;
  }[];
  /** What each step comes to, in turn. */
  readonly fates: readonly number[];
}

const SHAPES: fc.Arbitrary<Shape> = fc.record({
  nodes: fc.array(
    fc.record({
      from: fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
      handles: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
      isLoop: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  fates: fc.array(fc.nat(1000), { minLength: 200, maxLength: 200 }),
});

/** A graph without cycles: every edge leads to a later node. A loop gets two nodes as its body. */
function planOf({ nodes }: Shape): Region {
  const inputs: NodeInput[] = [{ id: "n0", type: "start" }];
  const edges: EdgeInput[] = [];
  for (const [index, { from, handles, isLoop }] of nodes.entries()) {
    const id = `n${index + 1}`;
    inputs.push({ id, type: isLoop ? "loop" : "http" });
    for (const [at, number] of from.entries()) {
      const sourceHandle = HANDLES[(handles[at] ?? 0) % HANDLES.length] ?? null;
      edges.push({ source: `n${number % (index + 1)}`, target: id, sourceHandle });
    }
    if (!isLoop) continue;
    inputs.push({ id: `${id}x`, type: "http" }, { id: `${id}y`, type: "http" });
    edges.push(
      { source: id, target: `${id}x`, sourceHandle: "item" },
      { source: `${id}x`, target: `${id}y` },
    );
    edges.push({ source: `${id}y`, target: id });
  }
  return compilePlan({ nodes: applyNodeDefaults(inputs), edges: applyEdgeDefaults(edges), settings: {} });
}

/** Carries a plan out as the engine does, in any order, and notes what was begun. */
function carryOut(plan: Region, shape: Shape) {
  const steps = new Map<string, StepState>();
  const begun: string[] = [];
  let turn = 0;
  const chance = () => shape.fates[turn++ % shape.fates.length] ?? 0;
  const end = (node: PlanNode, attempt: number): StepState => {
    const base = {
      attempt,
      retryAt: null,
      handle: null,
      output: { body: attempt } as Json,
      error: null,
      wait: null,
    };
    const draw = chance() % 12;
    if (draw === 0 && attempt < 3)
      return { ...base, status: "Errored", retryAt: NOW, error: { code: "AGAIN", message: "again" } };
    if (draw === 1 && node.hasErrorEdge) return { ...base, status: "Errored_and_Skipped", handle: "error" };
    if (draw === 2) return { ...base, status: "Errored_and_Skipped", handle: "skip" };
    if (draw === 3) return { ...base, status: "Errored_and_Skipped" };
    if (draw === 4) return { ...base, status: "Rejected", handle: "no" };
    const handle = [null, "yes", "no"][chance() % 3] ?? null;
    return { ...base, status: "Success", handle: node.body ? "done" : handle };
  };
  const carry = (region: Region, prefix: string) => {
    const stepOf = (id: string) => steps.get(buildStepPath(prefix, id));
    for (let rounds = 0; ; rounds++) {
      if (rounds > 500) throw new Error("This region never ends.");
      const { ready, waiting, retryAt, failed } = advanceRegion(region, stepOf, NOW);
      expect(failed).toBeUndefined();
      if (ready.length === 0) {
        expect([waiting.length, retryAt]).toEqual([0, undefined]);
        return;
      }
      // Any one of them may end first.
      const { node, attempt } = ready[chance() % ready.length] ?? ready[0] ?? { node: undefined, attempt: 0 };
      if (!node) continue;
      const path = buildStepPath(prefix, node.node.id);
      begun.push(`${path}#${attempt}`);
      expectDecided(region, node, stepOf);
      if (node.body) for (const item of [0, 1]) carry(node.body, buildItemPrefix(path, item));
      steps.set(path, end(node, attempt));
    }
  };
  carry(plan, "");
  return { steps, begun, stepOf: (id: string) => steps.get(id) };
}

/** Nothing that leads to a node may still be open when it begins, and something must have led there. */
function expectDecided(
  region: Region,
  { node, incoming }: PlanNode,
  stepOf: (id: string) => StepState | undefined,
) {
  const reached = incoming.filter(({ source }) => stepOf(source));
  for (const { source } of reached) expect(stepOf(source)).not.toMatchObject({ retryAt: NOW });
  if (!region.entries.includes(node.id)) expect(reached.length).toBeGreaterThan(0);
  for (const { source } of incoming.filter(({ source }) => !stepOf(source)))
    expect(isNeverReached(region, source, stepOf)).toBe(true);
}

/** Whether a node without a step cannot come to one: each way to it was left for another one. */
function isNeverReached(region: Region, id: string, stepOf: (id: string) => StepState | undefined): boolean {
  if (region.entries.includes(id)) return false;
  return (region.nodes.get(id)?.incoming ?? []).every(({ source, handle }) => {
    const step = stepOf(source);
    if (!step) return isNeverReached(region, source, stepOf);
    if (step.status === "Rejected") return handle !== step.handle;
    if (step.status === "Errored_and_Skipped") return step.handle === "skip" || handle !== step.handle;
    return handle !== null && handle !== step.handle;
  });
}

describe("any graph without a cycle", () => {
  test("ends; each step begins once for each attempt, and only when all that leads to it is decided", () => {
    fc.assert(
      fc.property(SHAPES, (shape) => {
        const plan = planOf(shape);
        const { begun, steps, stepOf } = carryOut(plan, shape);
        expect(new Set(begun).size).toBe(begun.length);
        expect(begun[0]).toBe("n0#1");
        for (const [id] of plan.nodes)
          if (!steps.has(id)) expect(isNeverReached(plan, id, stepOf)).toBe(true);
        expect(() => JSON.stringify(buildRegionResult(plan, stepOf))).not.toThrow();
      }),
      RUNS,
    );
  });

  test("comes to the same steps in whatever order they end", () => {
    fc.assert(
      fc.property(SHAPES, fc.nat(199), (shape, turned) => {
        // No draws but the order: every step ends well and takes no branch.
        const plan = planOf({
          ...shape,
          nodes: shape.nodes.map((node) => ({ ...node, handles: [0, 0, 0] })),
        });
        const orders = [shape.fates, [...shape.fates.slice(turned), ...shape.fates.slice(0, turned)]];
        const [one, other] = orders.map((order) => orderOf(plan, order));
        expect(new Set(one)).toEqual(new Set(other));
        expect(one).toHaveLength(plan.nodes.size);
      }),
      { ...RUNS, numRuns: 100 },
    );
  });
});

function orderOf(plan: Region, draws: readonly number[]): string[] {
  const done = new Set<string>();
  const ended: StepState = {
    status: "Success",
    attempt: 1,
    retryAt: null,
    handle: null,
    output: null,
    error: null,
    wait: null,
  };
  for (let turn = 0; ; turn++) {
    const { ready } = advanceRegion(plan, (id) => (done.has(id) ? ended : undefined), NOW);
    const chosen = ready[(draws[turn] ?? 0) % Math.max(1, ready.length)];
    if (!chosen) return [...done];
    done.add(chosen.node.node.id);
  }
}
