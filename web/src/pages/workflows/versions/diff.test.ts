import { expect, test } from "vitest";
import { differingLines, fieldChanges } from "../../../parts/changes/changes.ts";
import type { Workflow } from "../workflow.ts";
import { compareWorkflows } from "./diff.ts";

const node = (id: string, data: object, x = 0) => ({
  id,
  type: "http",
  name: id,
  position: { x, y: 0 },
  data,
});
const edge = (id: string, source: string, target: string) => ({ id, source, target, sourceHandle: null });

function workflow(nodes: object[], edges: object[], given: object = {}): Workflow {
  return { name: "Orders", settings: {}, data_slots: [], nodes, edges, ...given } as unknown as Workflow;
}

const BEFORE = workflow(
  [node("a", { url: "/one" }), node("b", {}), node("gone", {})],
  [edge("1", "a", "b"), edge("2", "b", "gone")],
);

test("additions, removals and changes are listed by step, with both values", () => {
  const after = workflow(
    [node("a", { url: "/two" }), node("b", {}, 100), node("new", {})],
    [edge("other id", "a", "b"), edge("3", "b", "new")],
    { name: "All orders" },
  );
  const { steps, marks, nodes, edges, edgeMarks, fields } = compareWorkflows(BEFORE, after);
  expect(steps).toEqual([
    {
      id: "a",
      name: "a",
      change: "changed",
      fields: [{ path: "data.url", before: "/one", after: "/two" }],
    },
    { id: "new", name: "new", change: "added", fields: [] },
    { id: "gone", name: "gone", change: "removed", fields: [] },
  ]);
  expect(marks.has("b")).toBe(false);
  expect(nodes.map(({ id }) => id)).toEqual(["a", "b", "new", "gone"]);
  expect(edges.map(({ id }) => id)).toEqual(["other id", "3", "2 before"]);
  expect(Object.fromEntries(edgeMarks)).toEqual({ "3": "added", "2 before": "removed" });
  expect(fields).toEqual([{ path: "name", before: "Orders", after: "All orders" }]);
});

test("the same workflow has no differences, wherever its steps are drawn", () => {
  const moved = { ...BEFORE, nodes: BEFORE.nodes.map((one) => ({ ...one, position: { x: 9, y: 9 } })) };
  expect(compareWorkflows(BEFORE, moved).isNone).toBe(true);
});

test("new ids of the same triggers are no difference", () => {
  const started = (_id: string, event = "API Call") =>
    workflow([{ ...node("start", {}), triggers: [{ _id, application: "Junctor", event }] }], []);
  expect(compareWorkflows(started("1"), started("2")).isNone).toBe(true);
  expect(compareWorkflows(started("1"), started("1", "Order")).isNone).toBe(false);
});

test("a value that changes its type is one change", () => {
  expect(fieldChanges("body", { a: 1 }, [1])).toEqual([{ path: "body", before: { a: 1 }, after: [1] }]);
  expect(fieldChanges("list", [1, 2], [1])).toEqual([{ path: "list.1", before: 2, after: undefined }]);
});

test("long texts show their changed lines with context", () => {
  const before = ["one", "two", "three", "four", "five"].join("\n");
  const after = ["one", "two", "3", "four", "five"].join("\n");
  expect(differingLines(before, after)).toEqual({ before: "two\nthree\nfour", after: "two\n3\nfour" });
  expect(differingLines("a", "a\nb")).toEqual({ before: "a", after: "a\nb" });
});
