import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { completeEdges, completeNodes, type EdgeInput, emptyDefinition, type NodeInput } from "./graph.ts";
import { definitionProblem, type NodeTypes } from "./validate.ts";

const TYPES: NodeTypes = [
  { type: "start", settings: Type.Unknown() },
  { type: "action", settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
  {
    type: "http",
    settings: Type.Object({
      url: Type.String({ minLength: 1 }),
      timeout_ms: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  },
];

const start: NodeInput = { id: "start", type: "start" };
const http = (id: string, more: Partial<NodeInput> = {}): NodeInput => ({
  id,
  type: "http",
  data: { url: "https://example.com/" },
  ...more,
});
const edge = (source: string, target: string, id = `${source}-${target}`): EdgeInput => ({
  id,
  source,
  target,
});

function problem(nodes: NodeInput[], edges: EdgeInput[] = [], stage: "save" | "publish" = "save") {
  return definitionProblem(
    { nodes: completeNodes(nodes), edges: completeEdges(edges), settings: {} },
    TYPES,
    stage,
  );
}

describe("a definition is sound", () => {
  test("when it is the one that a new workflow starts with", () => {
    expect(definitionProblem(emptyDefinition(), TYPES, "publish")).toBeUndefined();
  });

  test("when it is empty and only saved", () => {
    expect(problem([])).toBeUndefined();
  });

  test("when branches part and meet again, or nodes stand alone", () => {
    const edges = [edge("start", "a"), edge("start", "b"), edge("a", "c"), edge("b", "c")];
    expect(
      problem([start, http("a"), http("b"), http("c"), http("alone")], edges, "publish"),
    ).toBeUndefined();
  });

  test("when a node is unfinished and only saved", () => {
    expect(problem([http("a", { data: null }), { id: "b", type: "action" }])).toBeUndefined();
  });

  test("when an expression stands where its schema asks for another type", () => {
    const data = { url: "{{ input.url }}", timeout_ms: "{{ input.timeout }}" };
    expect(problem([start, http("a", { data })], [], "publish")).toBeUndefined();
  });

  test("when ids are names of object members", () => {
    const edges = [edge("start", "constructor"), edge("constructor", "toString")];
    expect(problem([start, http("constructor"), http("toString")], edges)).toBeUndefined();
  });
});

describe("a definition is refused with the node and the field", () => {
  test.each<[string, NodeInput[], EdgeInput[], string]>([
    ["an empty node id", [http("")], [], "Node 1: id must not be empty."],
    ["a long node id", [start, http("x".repeat(101))], [], "Node 2: id must have at most 100 characters."],
    ["a node id used twice", [http("a"), http("a")], [], 'Node "a": id is used more than once.'],
    [
      "an unknown type",
      [{ id: "a", type: "teleport" }],
      [],
      'Node "a": type "teleport" is not known; it must be one of start, action, http.',
    ],
    [
      "a type that is a member of every object",
      [{ id: "a", type: "constructor" }],
      [],
      'Node "a": type "constructor" is not known; it must be one of start, action, http.',
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
      'Node "a": data.url must be string.',
    ],
    [
      "two start nodes",
      [start, { id: "again", type: "start" }],
      [],
      'Node "again": type start is used already; a workflow has one start node.',
    ],
    [
      "an edge id used twice",
      [http("a"), http("b"), http("c")],
      [edge("a", "b", "e"), edge("b", "c", "e")],
      'Edge "e": id is used more than once.',
    ],
    ["an edge from nowhere", [http("a")], [edge("x", "a")], 'Edge "x-a": source "x" is not a node.'],
    ["an edge to nowhere", [http("a")], [edge("a", "x")], 'Edge "a-x": target "x" is not a node.'],
    [
      "an edge to the start",
      [start, http("a")],
      [edge("a", "start")],
      'Edge "a-start": target "start" is the start node, which nothing leads to.',
    ],
    [
      "a node that follows itself",
      [http("a")],
      [edge("a", "a")],
      'Node "a": outgoing_nodes lead back to it (a → a).',
    ],
    [
      "a cycle behind other nodes",
      [start, http("a"), http("b"), http("c"), http("tail")],
      [edge("start", "a"), edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("c", "tail")],
      "lead back to it (",
    ],
  ])("%s", (_name, nodes, edges, message) => {
    expect(problem(nodes, edges)).toContain(message);
  });

  test("more than 200 nodes", () => {
    const nodes = Array.from({ length: 201 }, (_, index) => http(`n${index}`));
    expect(problem(nodes)).toBe("nodes: a workflow has at most 200 nodes.");
  });

  test.each<[string, NodeInput[], string]>([
    ["no start node", [http("a")], "nodes: a workflow needs a start node before it can be published."],
    ["a missing setting", [start, http("a", { data: {} })], 'Node "a": data.url is required.'],
    [
      "an action node without an action",
      [start, { id: "a", type: "action" }],
      'Node "a": action must name the action that it carries out.',
    ],
  ])("when it is to be published: %s", (_name, nodes, message) => {
    expect(problem(nodes)).toBeUndefined();
    expect(problem(nodes, [], "publish")).toBe(message);
  });
});
