import { describe, expect, test } from "vitest";
import { measureCpu } from "../../../test/cpu-time.ts";
import { applyEdgeDefaults, applyNodeDefaults, type EdgeInput } from "./graph.ts";
import { compilePlan, findPlanProblems, type Plan, PlanError, type Region } from "./plan.ts";

/** A definition of nodes `id` or `id:type` and edges `from>to` or `from>to:handle`. */
function define(nodes: string, edges: string) {
  return {
    nodes: applyNodeDefaults(
      nodes.split(" ").map((text) => {
        const [id = "", type = id === "start" ? "start" : "http"] = text.split(":");
        return { id, type };
      }),
    ),
    edges: applyEdgeDefaults(
      edges.split(" ").flatMap((text): EdgeInput[] => {
        const [, source, target, handle] = /^(.+)>([^:]+):?(.*)$/.exec(text) ?? [];
        return source && target
          ? [{ id: `${source}-${target}`, source, target, sourceHandle: handle || null }]
          : [];
      }),
    ),
    settings: {},
  };
}

const compile = (nodes: string, edges: string): Plan => compilePlan(define(nodes, edges));

function problem(nodes: string, edges: string): string {
  const [first] = findPlanProblems(define(nodes, edges));
  expect(() => compile(nodes, edges)).toThrow(first);
  expect(first).toBeInstanceOf(PlanError);
  return first?.message ?? "";
}

/** A region in short: what leads to each node, and the bodies. */
function outline(region: Region): unknown {
  const nodes = [...region.nodes].map(([id, { incoming, body }]) => [
    id,
    { from: incoming.map(({ source, handle }) => (handle ? `${source}:${handle}` : source)).join(" ") },
    ...(body ? [outline(body)] : []),
  ]);
  return { entries: region.entries, exits: region.exits, nodes };
}

describe("a plan contains", () => {
  test.each([
    ["start>a a>b", true],
    ["start>a a>b:true a>c:false b>d c>d", true],
    ["start>a a>b:error a>c", true],
    ["start>a start>b", false],
    ["start>a a>b:true a>c:true", false],
    ["start>a a>b a>c:true", false],
  ])("whether at most one node runs at a time: %s", (edges, isSequential) => {
    expect(compile("start a b c d", edges).isSequential).toBe(isSequential);
  });

  test("branches that split and join, with the last nodes in definition order", () => {
    const plan = compile("z start a b c", "start>a start>b:yes a>c b>c b>z");
    expect(outline(plan)).toEqual({
      entries: ["start"],
      exits: ["z", "c"],
      nodes: [
        ["z", { from: "b" }],
        ["start", { from: "" }],
        ["a", { from: "start" }],
        ["b", { from: "start:yes" }],
        ["c", { from: "a b" }],
      ],
    });
  });

  test("only nodes reachable from the start node, and no edge from elsewhere", () => {
    const plan = compile("start a alone", "start>a alone>a");
    expect(outline(plan)).toEqual({
      entries: ["start"],
      exits: ["a"],
      nodes: [
        ["start", { from: "" }],
        ["a", { from: "start" }],
      ],
    });
    expect(compile("a b", "a>b").nodes.size).toBe(0);
  });

  test("the nodes that handle a failure by an edge; they are last if nothing else follows", () => {
    const plan = compile("start a b", "start>a a>b:error");
    expect(plan.exits).toEqual(["a", "b"]);
    expect([...plan.nodes.values()].map(({ hasErrorEdge }) => hasErrorEdge)).toEqual([false, true, false]);
  });

  test("the body of a loop with its continuation, with and without edges back", () => {
    const edges = "start>l l>a:item a>b b>l a>c l>after:done l>failed:error";
    const plan = compile("start l:loop a b c after failed", edges);
    expect(outline(plan)).toEqual({
      entries: ["start"],
      exits: ["after", "failed"],
      nodes: [
        ["start", { from: "" }],
        [
          "l",
          { from: "start" },
          {
            entries: ["a"],
            exits: ["b", "c"],
            nodes: [
              ["a", { from: "" }],
              ["b", { from: "a" }],
              ["c", { from: "a" }],
            ],
          },
        ],
        ["after", { from: "l:done" }],
        ["failed", { from: "l:error" }],
      ],
    });
  });

  test("nested loops whose ends lead back to both", () => {
    const edges = "start>o o>i:item i>x:item x>i i>y:done y>o o>end";
    const plan = compile("start o:loop i:loop x y end", edges);
    const outer = plan.nodes.get("o")?.body;
    expect([...(outer?.nodes.keys() ?? [])]).toEqual(["i", "y"]);
    expect(outer?.exits).toEqual(["y"]);
    expect([...(outer?.nodes.get("i")?.body?.nodes.keys() ?? [])]).toEqual(["x"]);
    expect(plan.exits).toEqual(["end"]);
  });

  test("a loop without a body, and one whose body starts twice", () => {
    expect(compile("start l:loop", "start>l").nodes.get("l")?.body?.entries).toEqual([]);
    const plan = compile("start l:loop a b", "start>l l>a:item l>b:item");
    expect(plan.nodes.get("l")?.body?.entries).toEqual(["a", "b"]);
  });

  test("nodes named like object members", () => {
    const plan = compile("start __proto__:loop constructor", "start>__proto__ __proto__>constructor:item");
    expect([...(plan.nodes.get("__proto__")?.body?.nodes.keys() ?? [])]).toEqual(["constructor"]);
  });
});

describe("there is no plan for", () => {
  test.each([
    [
      "a node that follows itself",
      "a",
      "a>a",
      'Node "a": its edges lead back to it (a → a); remove one of them, or repeat nodes with a loop node.',
    ],
    [
      "a cycle behind other nodes",
      "start a b c tail",
      "start>a a>b b>c c>a c>tail",
      'Node "b": its edges lead back to it (b → c → a → b); remove one of them, or repeat nodes with a loop node.',
    ],
    [
      "a cycle inside a loop",
      "start l:loop a b",
      "start>l l>a:item a>b b>a",
      'Node "b": its edges lead back to it (b → a → b); remove one of them, or repeat nodes with a loop node.',
    ],
    [
      "a cycle through what comes after a loop",
      "start l:loop a",
      "start>l l>a:done a>l",
      'Node "a": its edges lead back to it (a → l → a); remove one of them, or repeat nodes with a loop node.',
    ],
    [
      "an item edge of a node that is no loop",
      "start a b",
      "start>a a>b:item b>a",
      'Node "b": its edges lead back to it (b → a → b); remove one of them, or repeat nodes with a loop node.',
    ],
    [
      "an edge from outside into a body",
      "start l:loop a b",
      "start>l l>a:item a>b start>b",
      'Edge "a-b": it leads from inside the loop "l" to node "b", which is reached from outside of it too; only an edge back to "l" leads out of the loop.',
    ],
    [
      "an edge from a body to what comes before the loop",
      "start a l:loop b",
      "start>a a>l l>b:item b>a",
      'Edge "b-a": it leads from inside the loop "l" to node "a"',
    ],
    [
      "an edge from an inner body to the outer loop",
      "start o:loop i:loop x",
      "start>o o>i:item i>x:item x>o",
      'Edge "x-o": it leads from inside the loop "i" to node "o"',
    ],
    [
      "a body that begins with a node reached from outside",
      "start l:loop a",
      "start>l start>a l>a:item",
      'Edge "l-a": the body of the loop "l" cannot begin with node "a"',
    ],
    [
      "a body that begins with the loop itself",
      "start l:loop",
      "start>l l>l:item",
      'Edge "l-l": the body of the loop "l" cannot begin with node "l"',
    ],
    [
      "two loops with the same body",
      "start l:loop m:loop a",
      "start>l start>m l>a:item m>a:item",
      'the body of the loop "l" cannot begin with node "a"',
    ],
    [
      "two bodies that meet",
      "start l:loop m:loop a b c",
      "start>l start>m l>a:item m>b:item a>c b>c",
      'it leads from inside the loop "l" to node "c"',
    ],
  ])("%s", (_name, nodes, edges, message) => {
    expect(problem(nodes, edges)).toContain(message);
  });
});

test("a thousand nested loops are planned quickly", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `l${index}`);
  const edges = ids.map((id, index) => (index === 0 ? `start>${id}` : `l${index - 1}>${id}:item`));
  const cpuMs = measureCpu();
  let region: Region | undefined = compile(
    `start ${ids.map((id) => `${id}:loop`).join(" ")}`,
    edges.join(" "),
  );
  expect(cpuMs()).toBeLessThan(5000);
  let depth = 0;
  for (region = region.nodes.get("l0")?.body; region; depth += 1)
    region = region.nodes.get(`l${depth + 1}`)?.body;
  expect(depth).toBe(1000);
});
