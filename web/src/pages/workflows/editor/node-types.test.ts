import { describe, expect, test } from "vitest";
import { drawWorkflow } from "../../../parts/workflow-graph/layout.ts";
import { getIcon, getKind } from "../../../parts/workflow-graph/node-types.ts";
import { EDITOR } from "../../../words/workflows/editor.ts";
import { WORKFLOW_GRAPH } from "../../../words/workflows/workflow-graph.ts";
import { WAITING_TYPES } from "../../executions/execution/step-moods.ts";
import type { WorkflowNode } from "../workflow.ts";
import { branchesOf } from "./document/branches.ts";
import { getRoots } from "./settings/step-data.ts";

/** The part of the server's `NodeType` that the dashboard repeats. */
interface ServerNodeType {
  readonly type: string;
  readonly branches?: Readonly<Record<string, string>>;
  readonly link?: string;
  readonly wake?: unknown;
}

// The dashboard's types know nothing of the server's, so this is no import.
const LISTS = import.meta.glob<readonly ServerNodeType[]>(
  "../../../../../server/src/workflows/nodes/list.ts",
  { import: "NODE_TYPES", eager: true },
);
const NODE_TYPES = Object.values(LISTS).flat();
type ListBranches = (type: ServerNodeType, data: unknown) => readonly string[];
const [listBranches = () => []] = Object.values(
  import.meta.glob<ListBranches>("../../../../../server/src/workflows/nodes/node.ts", {
    import: "listBranches",
    eager: true,
  }),
);
const ALL = NODE_TYPES.map(({ type }) => type);
const data = { cases: [{ handle: "vip" }, {}] };
const node = (id: string, type: string) => ({ id, type, name: id, data }) as unknown as WorkflowNode;

test("the dashboard knows exactly the server's node types", () => {
  expect(Object.keys(WORKFLOW_GRAPH.types).sort()).toEqual(ALL.toSorted());
});

describe.each(NODE_TYPES)("$type", (nodeType) => {
  const { type } = nodeType;
  test("has an icon, a name and help", () => {
    expect(getIcon(type)).not.toBe(getIcon("unknown"));
    expect(getKind(node("it", type))).not.toBe(type);
    expect(EDITOR.typeHelp[type]).toBeTruthy();
  });

  test("has the server's branches", () => {
    expect(branchesOf(node("it", type))).toEqual(listBranches(nodeType, data));
  });

  test("is drawn with its branches from left to right", () => {
    const branches = listBranches(nodeType, null);
    const nodes = [node("it", type), ...branches.map((branch) => node(branch, "transform"))];
    const edges = branches.toReversed().map((branch) => ({
      id: branch,
      source: "it",
      target: branch,
      sourceHandle: branch,
    }));
    const { steps } = drawWorkflow(nodes, edges);
    const fromLeft = branches.toSorted((one, other) => (steps.get(one)?.x ?? 0) - (steps.get(other)?.x ?? 0));
    expect(fromLeft).toEqual(branches);
  });
});

test("waiting steps are shown as waiting", () => {
  expect([...WAITING_TYPES].sort()).toEqual(
    NODE_TYPES.flatMap(({ type, wake }) => (wake ? [type] : [])).sort(),
  );
});

test("expressions can use the links of steps that have one", () => {
  const nodes = ALL.map((type) => node(type, type));
  const { links } = getRoots({ _id: "1", nodes, edges: [] }, "start", { nodes: {} }, {});
  expect(Object.keys(links as object)).toEqual(NODE_TYPES.flatMap(({ type, link }) => (link ? [type] : [])));
});
