import { expect, test } from "vitest";
import { TYPES } from "../../../../parts/workflow-graph/test-node-types.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { branchesOf, canFail, firstWay, followBranches, waysFrom } from "./branches.ts";
import { copyText, paste } from "./clipboard.ts";
import {
  addNode,
  connect,
  getNode,
  insertInto,
  isUnplaced,
  move,
  newNode,
  placeAfter,
  remove,
  replaceNode,
  toBody,
  type WorkflowDocument,
} from "./document.ts";
import { getHistory, record, redo, undo } from "./history.ts";
import { idProblem, renameNode } from "./rename-node.ts";

const EMPTY: WorkflowDocument = { nodes: [], edges: [], fields: [], types: TYPES };
const AT = { x: 0, y: 500 };

function node(id: string, type: string, data: Record<string, unknown> | null = null): WorkflowNode {
  return { ...newNode(EMPTY, { type, name: id }, { x: 0, y: 0 }), id, data };
}

/** start → one → two. */
function line(): WorkflowDocument {
  const first = addNode(EMPTY, node("start", "start"));
  const second = addNode(first, { ...node("one", "transform"), position: { x: 0, y: 106 } }, from("start"));
  return addNode(second, { ...node("two", "http"), position: { x: 0, y: 212 } }, from("one"));
}

const from = (source: string, sourceHandle: string | null = null) => ({ source, sourceHandle });
const waysOf = ({ edges }: WorkflowDocument) =>
  edges.map(({ source, sourceHandle, target }) => `${source} ${sourceHandle ?? ""}> ${target}`);

test("a new node has a unique id, and is connected to its origin", () => {
  const before = line();
  const step = newNode(before, { type: "http", name: "HTTP request" }, AT);
  expect(step).toMatchObject({ id: "http", type: "http", name: "HTTP request", position: AT, data: null });
  const added = addNode(before, step, from("two"));
  expect(newNode(added, { type: "http", name: "HTTP request" }, AT).id).toBe("http_2");
  expect(waysOf(added)).toContain("two > http");
  expect(newNode(before, { type: "action", name: "Post", action: "slack/post_message" }, AT)).toMatchObject({
    id: "post_message",
    action: "slack/post_message",
  });
});

test("the saved document contains exactly the fields that the server stores", () => {
  const { nodes, edges } = toBody(line());
  for (const field of ["status", "attempts_made", "incoming_nodes", "outgoing_nodes", "selected", "measured"])
    expect(nodes.some((one) => field in one)).toBe(false);
  expect(edges.map((edge) => Object.keys(edge).sort())).toEqual(
    edges.map(() => ["id", "source", "sourceHandle", "target", "targetHandle", "type"]),
  );
});

test("a node inserted into an edge is placed between its ends, and later nodes make room", () => {
  const before = line();
  const edge = before.edges.find(({ source }) => source === "one");
  const after = insertInto(before, edge?.id ?? "", node("rule", "rule"), "true");
  expect(waysOf(after)).toEqual(["start > one", "one > rule", "rule true> two"]);
  expect(getNode(after, "rule")?.position).toEqual({ x: 0, y: 212 });
  expect(getNode(after, "two")?.position).toEqual({ x: 0, y: 318 });
  expect(getNode(after, "one")?.position).toEqual({ x: 0, y: 106 });
});

test("removing a node between two others connects them; removing several does not", () => {
  expect(waysOf(remove(line(), new Set(["one"])))).toEqual(["start > two"]);
  expect(remove(line(), new Set(["one", "two"])).edges).toEqual([]);
  const ruled = addNode(addNode(EMPTY, node("start", "start")), node("rule", "rule"), from("start"));
  const branched = addNode(ruled, node("yes", "http"), from("rule", "true"));
  expect(remove(branched, new Set(["rule"])).edges).toEqual([]);
  const [edge] = line().edges;
  const cut = remove(line(), new Set([edge?.id ?? ""]));
  expect(waysOf(cut)).toEqual(["one > two"]);
  expect(cut.nodes).toHaveLength(3);
});

test("edges to the start, to the same node, or duplicates are not drawn", () => {
  const before = line();
  expect(connect(before, { ...from("two"), target: "start" })).toBe(before);
  expect(connect(before, { ...from("one"), target: "one" })).toBe(before);
  expect(connect(before, { ...from("one"), target: "two" })).toBe(before);
  expect(waysOf(connect(before, { ...from("one", "error"), target: "two" }))).toContain("one error> two");
});

test("moving rounds positions, and changes nothing if nothing moved", () => {
  const before = line();
  expect(move(before, new Map([["one", { x: 0.4, y: 106 }]]))).toBe(before);
  expect(getNode(move(before, new Map([["one", { x: 10.6, y: 7 }]])), "one")?.position).toEqual({
    x: 11,
    y: 7,
  });
});

test("a step added beside others of the same source is placed to their right", () => {
  const before = line();
  const [start] = before.nodes;
  expect(placeAfter(before, start, 240)).toEqual({ x: 293, y: 106 });
});

test("expressions and code follow the new id of a node", () => {
  const data = {
    text: "{{ node.one.body }} and node.one, {{ links.one }}, {{ node['one'].status }}, {{ node.one_more.body }}",
    deep: [{ value: "{{ input.node.one + node.one-1 }}" }],
  };
  const code = "// node.one\nreturn node.one.body + x.node.one;";
  const before = {
    ...line(),
    nodes: [...line().nodes, node("map", "transform", data), node("code", "ai_code_executor", { code })],
  };
  const after = renameNode(before, "one", "first-step");
  expect(getNode(after, "map")?.data).toEqual({
    text: '{{ node["first-step"].body }} and node.one, {{ links["first-step"] }}, {{ node["first-step"].status }}, {{ node.one_more.body }}',
    deep: [{ value: '{{ input.node.one + node["first-step"]-1 }}' }],
  });
  expect(getNode(after, "code")?.data).toEqual({
    code: '// node["first-step"]\nreturn node["first-step"].body + x.node.one;',
  });
  expect(waysOf(after)).toEqual(["start > first-step", "first-step > two"]);
  const back = renameNode(after, "first-step", "one");
  expect(getNode(back, "map")?.data).toMatchObject({ deep: data.deep });
});

test("an id with a dash is distinguished from a subtraction by the existing nodes", () => {
  const data = { output: "{{ node.a-b.body + node.a-c }}" };
  const before = {
    nodes: [node("a", "http"), node("a-b", "http"), node("map", "transform", data)],
    edges: [],
    fields: [],
    types: TYPES,
  };
  expect(getNode(renameNode(before, "a", "z"), "map")?.data).toEqual({
    output: "{{ node.a-b.body + node.z-c }}",
  });
  expect(getNode(renameNode(before, "a-b", "z"), "map")?.data).toEqual({
    output: "{{ node.z.body + node.a-c }}",
  });
});

test("an empty, long or duplicate id is rejected", () => {
  expect(idProblem(line(), "one", "")).toBe("empty");
  expect(idProblem(line(), "one", "x".repeat(101))).toBe("long");
  expect(idProblem(line(), "one", "two")).toBe("taken");
  expect(idProblem(line(), "one", "one")).toBeUndefined();
  expect(renameNode(line(), "one", "two")).toEqual(line());
});

test("steps are pasted with new ids, and references among them are updated", () => {
  const reader = node("reader", "transform", { output: "{{ node.two.body }} {{ node.start.body }}" });
  const before = addNode(line(), { ...reader, position: { x: 100, y: 318 } }, from("two"));
  const pasted = paste(before, copyText(before, new Set(["two", "reader"])), AT);
  if ("problem" in pasted) throw new Error(pasted.problem);
  expect(pasted.ids).toEqual(["two_2", "reader_2"]);
  expect(getNode(pasted.document, "reader_2")).toMatchObject({
    position: { x: 100, y: 606 },
    data: { output: "{{ node.two_2.body }} {{ node.start.body }}" },
  });
  expect(waysOf(pasted.document)).toContain("two_2 > reader_2");
  const elsewhere = paste(EMPTY, copyText(before, new Set(["two", "reader"])), AT);
  expect("ids" in elsewhere && elsewhere.ids).toEqual(["two", "reader"]);
});

test.each([
  ["foreign", "hello"],
  ["foreign", "[1, 2]"],
  ["foreign", '{"nodes": [], "edges": []}'],
  ["broken", '{"junctor_steps": 1, "nodes": "x", "edges": []}'],
  ["broken", '{"junctor_steps": 1, "nodes": [{"id": {}, "type": "http"}], "edges": []}'],
  [
    "broken",
    '{"junctor_steps": 1, "nodes": [{"id": "a", "type": "http", "position": {"x": "1e999"}}], "edges": []}',
  ],
  [
    "unknown",
    '{"junctor_steps": 1, "nodes": [{"id": "a", "type": "shell", "position": {"x": 1, "y": 1}}], "edges": []}',
  ],
  ["large", "x".repeat(1_000_001)],
])("clipboard text other than copied steps is rejected: %s", (problem, text) => {
  expect(paste(line(), text, AT)).toEqual({ problem });
});

test("neither a second start nor unknown fields are pasted", () => {
  const before = line();
  expect(paste(before, copyText(before, new Set(["start"])), AT)).toEqual({
    problem: "nothing",
  });
  expect(paste(EMPTY, copyText(before, new Set(["start"])), AT)).toMatchObject({ ids: ["start"] });
  const hostile = {
    id: "x",
    type: "http",
    position: { x: 0, y: 0 },
    evil: 1,
    maximum_attempts: 1e9,
    name: 7,
  };
  const text = JSON.stringify({
    junctor_steps: 1,
    nodes: [hostile],
    edges: [{ id: "e", source: "x", target: "one" }],
  });
  const pasted = paste(before, text, AT);
  if ("problem" in pasted) throw new Error(pasted.problem);
  expect(getNode(pasted.document, "x")).toEqual({ ...node("x", "http"), position: AT });
  expect(pasted.document.edges).toEqual(before.edges);
});

test("undo and redo work gesture by gesture", () => {
  const [one, two, three] = [line(), line(), line()];
  let history = record(record(record(getHistory(EMPTY), one), two, "typing"), three, "typing");
  expect(history.present).toBe(three);
  history = undo(history);
  expect(history.present).toBe(one);
  expect(redo(history).present).toBe(three);
  history = undo(history);
  expect(history.present).toBe(EMPTY);
  expect(undo(history)).toBe(history);
  expect(record(history, line()).future).toEqual([]);
});

test("branches are those of the type and its settings; a branch used by an edge stays", () => {
  const cases = { cases: [{ value: 1, handle: "one" }, { value: 2 }] };
  expect(branchesOf(node("s", "switch", cases), EMPTY)).toEqual(["one", "case_2", "default"]);
  const document = addNode(addNode(EMPTY, node("s", "switch", cases)), node("t", "http"), from("s", "old"));
  expect(waysFrom(node("s", "switch", cases), document)).toEqual(["one", "case_2", "default", "old"]);
  expect(firstWay(node("r", "rule"), EMPTY)).toBe("true");
  expect(firstWay(node("e", "terminate"), EMPTY)).toBeUndefined();
  const failing = ["start", "terminate", "rule", "unknown"].filter((type) => canFail(node("n", type), EMPTY));
  expect(failing).toEqual(["rule"]);
});

test("edges follow a renamed branch, but none takes that of a removed one", () => {
  const before = node("s", "switch", { cases: [{ value: 1, handle: "one" }] });
  const after = node("s", "switch", { cases: [{ value: 1, handle: "first" }] });
  const document = addNode(addNode(EMPTY, before), node("t", "http"), from("s", "one"));
  expect(waysOf(replaceNode(document, after))).toEqual(["s first> t"]);
  expect(waysOf(replaceNode(document, node("s", "switch", { cases: [] })))).toEqual(["s one> t"]);
  expect(followBranches(document, before, before)).toBe(document.edges);
});

test("nodes without positions are distinguished from placed ones", () => {
  const listed = line().nodes.map((one, index) => ({ ...one, position: { x: 0, y: index * 160 } }));
  expect(isUnplaced({ nodes: listed })).toBe(true);
  expect(isUnplaced(line())).toBe(false);
});
