import { expect, test } from "vitest";
import { applyEdgeDefaults, applyNodeDefaults, type EdgeInput, type NodeInput } from "../definition/graph.ts";
import type { WorkflowContent } from "../table.ts";
import { blankVersion } from "../validation/test-definitions.ts";
import { compareContents, mergeChanges } from "./revision-changes.ts";

const content = (
  nodes: NodeInput[],
  edges: EdgeInput[] = [],
  rest: Partial<WorkflowContent> = {},
): WorkflowContent => ({
  ...blankVersion({ slug: null, name: "Sync" }),
  environments: ["test"],
  alias: null,
  nodes: applyNodeDefaults(nodes),
  edges: applyEdgeDefaults(edges),
  ...rest,
});
const node = (id: string, url = "https://example.com") => ({
  id,
  type: "http",
  position: { x: 0, y: 0 },
  data: { url },
});
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });

test("lists added, removed and changed nodes, edges and fields", () => {
  const before = content([node("a"), node("b"), node("c")], [edge("a", "b"), edge("b", "c")]);
  const after = content(
    [node("c"), { ...node("a", "https://other.example"), position: { x: 5, y: 5 } }, node("d")],
    [edge("a", "d")],
    { name: "Renamed", alias: "sync", auto_enable: true },
  );
  const changes = compareContents(before, after);
  expect(changes.nodes).toEqual([
    { id: "a", name: "a", change: "changed", fields: ["position", "data"] },
    { id: "d", name: "d", change: "added", fields: [] },
    { id: "b", name: "b", change: "removed", fields: [] },
  ]);
  expect(changes.edges.map(({ id, change }) => [id, change])).toEqual([
    ["a-d", "added"],
    ["a-b", "removed"],
    ["b-c", "removed"],
  ]);
  expect(changes.fields).toEqual(["name", "autoEnable", "workflow_alias"]);
});

test("consecutive changes are combined", () => {
  const steps = [
    content([node("a"), node("b")]),
    content([node("a", "https://1.example"), node("b"), node("new"), node("brief")]),
    content([{ ...node("a", "https://2.example"), name: "Renamed" }, node("new", "https://1.example")]),
    content([{ ...node("a", "https://2.example"), name: "Renamed" }, node("new"), node("b")]),
  ];
  const all = steps.slice(1).map((after, index) => compareContents(steps[index] as WorkflowContent, after));
  expect(mergeChanges(all).nodes).toEqual([
    { id: "a", name: "Renamed", change: "changed", fields: ["data", "name"] },
    { id: "new", name: "new", change: "added", fields: [] },
    { id: "b", name: "b", change: "changed", fields: [] },
  ]);
});
