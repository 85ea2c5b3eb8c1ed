import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createEmptyDefinition, type EdgeInput, type NodeInput } from "../definition/graph.ts";
import type { Stage } from "./problem.ts";
import { calls, createProblemFinder, edge, edges, http, start } from "./test-definitions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const problems = createProblemFinder(() => server);

async function problem(
  nodes: NodeInput[],
  given: EdgeInput[] = [],
  stage: Stage = "save",
): Promise<string | undefined> {
  const [first] = await problems(nodes, given, stage);
  return first?.message;
}

describe("a definition is valid", () => {
  test("if it is the one that a new workflow starts with", async () => {
    const { nodes } = createEmptyDefinition();
    expect(await problem(nodes, [], "publish")).toBeUndefined();
  });

  test("if it is empty and only saved", async () => {
    expect(await problem([])).toBeUndefined();
  });

  test("if branches split and join, or nodes are unconnected", async () => {
    const edges = [edge("start", "a"), edge("start", "b"), edge("a", "c"), edge("b", "c")];
    expect(
      await problem([start, http("a"), http("b"), http("c"), http("alone")], edges, "publish"),
    ).toBeUndefined();
  });

  test("if a node is incomplete and only saved", async () => {
    expect(await problem([http("a", { data: null }), { id: "b", type: "action" }])).toBeUndefined();
  });

  test("if an expression is used where its schema requires another type", async () => {
    const data = { url: "{{ input.url }}", timeout_ms: "{{ input.timeout }}" };
    expect(await problem([start, http("a", { data })], [], "publish")).toBeUndefined();
  });

  test("if ids are names of object members", async () => {
    const edges = [edge("start", "constructor"), edge("constructor", "toString")];
    expect(await problem([start, http("constructor"), http("toString")], edges)).toBeUndefined();
  });
});

describe("a definition is rejected with the node and the field", () => {
  test.each<[string, NodeInput[], EdgeInput[], string]>([
    ["an empty node id", [http("")], [], "Node 1: id must not be empty."],
    ["a long node id", [start, http("x".repeat(101))], [], "Node 2: id must have at most 100 characters."],
    ["a node id used twice", [http("a"), http("a")], [], 'Node "a": id is used more than once.'],
    [
      "an unknown type",
      [{ id: "a", type: "teleport" }],
      [],
      'Node "a": type "teleport" is not known; it must be one of start, action, http, code, loop, choice, approval.',
    ],
    [
      "a type that is a member of every object",
      [{ id: "a", type: "constructor" }],
      [],
      'Node "a": type "constructor" is not known; it must be one of start, action, http, code, loop, choice, approval.',
    ],
    [
      "no attempts",
      [http("a", { maximum_attempts: 0 })],
      [],
      'Node "a": maximum_attempts must be a whole number from 1 to 10.',
    ],
    [
      "too many attempts",
      [http("a", { maximum_attempts: 11 })],
      [],
      'Node "a": maximum_attempts must be a whole number from 1 to 10.',
    ],
    [
      "a setting of the wrong type",
      [http("a", { data: { url: 5 } })],
      [],
      'Node "a": data.url must be a string.',
    ],
    [
      "two start nodes",
      [start, { id: "again", type: "start" }],
      [],
      'Node "again": type start is already used; a workflow has one start node.',
    ],
    [
      "an edge id used twice",
      [http("a"), http("b"), http("c")],
      [edge("a", "b", "e"), edge("b", "c", "e")],
      'Edge "e": id is used more than once.',
    ],
    [
      "an edge from nowhere",
      [http("a", { name: "Fetch" })],
      [edge("x", "a")],
      'Edge "x-a": source "x" is not the id of a node here, and the edge leads to node "a" (Fetch): name an existing node, or remove the edge.',
    ],
    [
      "an edge to nowhere",
      [http("a", { name: "Fetch" })],
      [edge("a", "x")],
      'Edge "a-x": target "x" is not the id of a node here, and the edge leaves node "a" (Fetch): name an existing node, or remove the edge.',
    ],
    [
      "an edge to nowhere that was given no id",
      [http("a")],
      [{ source: "a", target: "x" }],
      'Edge from "a" to "x": target "x" is not the id of a node here',
    ],
    [
      "an edge that is there twice",
      [http("a"), http("b")],
      [edge("a", "b", "e1"), edge("a", "b", "e2")],
      'Edge "e2": it already exists as edge "e1", with the same source, target and handles; remove one of them.',
    ],
    [
      "an edge to the start",
      [start, http("a")],
      [edge("a", "start")],
      'Edge "a-start": target "start" is the start node, to which no edge can lead.',
    ],
    [
      "a node that follows itself",
      [http("a")],
      [edge("a", "a")],
      'Node "a": its edges lead back to it (a → a); remove one of them, or repeat nodes with a loop node.',
    ],
    [
      "a cycle of nodes with names",
      [http("a"), http("b", { name: "Fetch" })],
      [edge("a", "b"), edge("b", "a")],
      'Node "b" (Fetch): its edges lead back to it (b → a → b)',
    ],
    [
      "a cycle behind other nodes",
      [start, http("a"), http("b"), http("c"), http("tail")],
      [edge("start", "a"), edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("c", "tail")],
      "lead back to it (",
    ],
  ])("%s", async (_name, nodes, edges, message) => {
    expect(await problem(nodes, edges)).toContain(message);
  });

  test("more than 200 nodes", async () => {
    const nodes = Array.from({ length: 201 }, (_, index) => http(`n${index}`));
    expect(await problem(nodes)).toBe("nodes: a workflow has at most 200 nodes.");
  });

  test.each<[string, NodeInput[], string]>([
    ["no start node", [http("a")], "nodes: a workflow needs a start node before it can be published."],
    ["a missing setting", [start, http("a", { data: {} })], 'Node "a": data.url is required.'],
    [
      "an action node without an action",
      [start, { id: "a", type: "action" }],
      'Node "a": action must name the action to run.',
    ],
  ])("when published: %s", async (_name, nodes, message) => {
    expect(await problem(nodes)).toBeUndefined();
    expect(await problem(nodes, [], "publish")).toBe(message);
  });
});

describe("all problems are reported", () => {
  test("at once, with their node or edge and their field", async () => {
    const nodes = [
      start,
      http("a", { data: { url: 5, timeout_ms: 0 }, maximum_attempts: 0 }),
      { id: "b", type: "teleport" },
      calls("c", "{{ node.nobody.body }} {{ nope.x }}"),
    ];
    const found = await problems(nodes, [edge("a", "ghost"), ...edges("start>a start>c:maybe")]);
    expect(found.map(({ node_id, edge_id, field }) => [node_id ?? edge_id, field])).toEqual([
      ["a", "maximum_attempts"],
      ["a", "data.url"],
      ["a", "data.timeout_ms"],
      ["b", "type"],
      ["a-ghost", "target"],
      ["start-c:maybe", "sourceHandle"],
      ["c", "data.url"],
      ["c", "data.url"],
    ]);
    expect(found.every(({ message }) => /^(Node|Edge) ".+": .+\.$/.test(message))).toBe(true);
  });

  test("but at most 100 of each kind", async () => {
    const nodes = Array.from({ length: 150 }, (_, index) => ({ id: `n${index}`, type: "teleport" }));
    expect(await problems(nodes)).toHaveLength(100);
  });
});

describe("edges", () => {
  test("start from none, from error, or from a branch of their node", async () => {
    const choice: NodeInput = { id: "c", type: "choice", data: { yes: 1, no: 2 } };
    const nodes = [start, choice, http("x"), http("y")];
    expect(await problems(nodes, edges("start>c c>x:yes c>x:no c>y:error start>y:error"))).toEqual([]);
    expect(await problem(nodes, edges("start>c c>x:maybe"))).toBe(
      'Edge "c-x:maybe": sourceHandle "maybe" is not a branch of node "c"; it must be null or one of "error", "yes", "no".',
    );
  });

  test("lead back only to a surrounding loop, and leave it nowhere else", async () => {
    const nodes = [start, { id: "l", type: "loop" }, http("a"), http("z")];
    expect(await problems(nodes, edges("start>l l>a:item a>l l>z:done"), "publish")).toEqual([]);
    expect(await problem(nodes, edges("start>l l>a:item a>z l>z:done"))).toContain(
      'Edge "a-z": it leads from inside',
    );
    expect(await problem(nodes, edges("start>l l>a:done a>l"))).toContain("lead back to it");
  });

  test("give a loop its body before it is published", async () => {
    const nodes = [start, { id: "l", type: "loop" }];
    expect(await problems(nodes, edges("start>l"))).toEqual([]);
    expect(await problem(nodes, edges("start>l"), "publish")).toBe(
      'Node "l": connect its branch "item" to the first step to repeat.',
    );
  });
});

describe("settings", () => {
  test("are checked by their type beyond the schema when published", async () => {
    const choice: NodeInput = { id: "c", type: "choice", data: { never: true } };
    expect(await problems([start, choice], [edge("start", "c")])).toEqual([]);
    expect(await problems([start, choice], [edge("start", "c")], "publish")).toMatchObject([
      { node_id: "c", field: "data.never", message: 'Node "c": data.never: it is never chosen.' },
    ]);
  });

  test("are templates whatever they are called, unless their type takes them literally", async () => {
    const literal: NodeInput = {
      id: "l",
      type: "code",
      data: { code: "return 1;", prompt: "{{ an open brace" },
    };
    const choice: NodeInput = { id: "c", type: "choice", data: { constructor: "{{ an open brace" } };
    const found = await problems([start, literal, choice], [edge("start", "l"), edge("l", "c")]);
    expect(found.map(({ field }) => field)).toEqual(["data.constructor"]);
  });
});
