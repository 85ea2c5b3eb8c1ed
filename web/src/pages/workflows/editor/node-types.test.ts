import type { MouseEvent } from "react";
import { expect, test } from "vitest";
import { getIcon } from "../../../parts/workflow-graph/icons.ts";
import { drawWorkflow } from "../../../parts/workflow-graph/layout.ts";
import { getKind } from "../../../parts/workflow-graph/step-kind.ts";
import { presentType, TYPES } from "../../../parts/workflow-graph/test-node-types.ts";
import { getBars } from "../../executions/execution/timeline/bars.ts";
import type { WorkflowNode } from "../workflow.ts";
import { canFail, firstWay, waysFrom } from "./document/branches.ts";
import { newNode, type WorkflowDocument } from "./document/document.ts";
import { placedByLayout } from "./document/place.ts";
import { renameNode } from "./document/rename-node.ts";
import { getControl, type Schema } from "./settings/schema.ts";
import { getChoiceWord, getSettingWords } from "./settings/setting-words.ts";
import { getRoots } from "./settings/step-data.ts";
import { typeGroups } from "./step-picker.tsx";

/** A node type that no server has, as a server declares it: it has branches, waits, and has a link and code. */
const weigh = presentType({
  type: "weigh",
  texts: {
    en: {
      title: "Weigh",
      help: "Puts a parcel on the scales",
      keywords: ["scales"],
      settings: { parcel: { name: "Parcel" }, unit: { name: "Unit", choices: { kg: "Kilograms" } } },
    },
  },
  icon: "scales",
  group: "waiting",
  description: "Weighs a parcel.",
  settings: {
    type: "object",
    properties: { parcel: { type: "string" }, unit: { enum: ["kg", "lb"] }, check: { type: "string" } },
  },
  verbatim: { check: "javascript" },
  branches: { light: "it weighs little", heavy: "it weighs much", never: "it weighs nothing" },
  link: "hook",
  guide: { example: {}, output: "its weight" },
  wake: () => {},
});
const types = new Map([...TYPES, [weigh.type, weigh]]);
const EMPTY: WorkflowDocument = { nodes: [], edges: [], fields: [], types };

function nodeOf(id: string, type: string, data: Record<string, unknown> | null = null): WorkflowNode {
  return { ...newNode(EMPTY, { type, name: id }, { x: 0, y: 0 }), id, data };
}

const scales = nodeOf("scales", "weigh", {
  parcel: "{{ node.start.body }}",
  check: "return node.start.body;",
});
const edgeTo = (target: string, sourceHandle: string | null) => ({
  id: target,
  source: "scales",
  target,
  sourceHandle,
  targetHandle: null,
  type: "smoothstep",
});
const document: WorkflowDocument = {
  nodes: [
    nodeOf("start", "start"),
    scales,
    ...["error", "never", "heavy", "light"].map((id) => nodeOf(id, "log")),
  ],
  edges: [
    { ...edgeTo("scales", null), source: "start" },
    ...["error", "never", "heavy", "light"].map((branch) => edgeTo(branch, branch)),
  ],
  fields: [],
  types,
};

test("is among the steps that can be added, with what people look for", () => {
  const added: unknown[] = [];
  const choice = { kind: "add" as const, onPick: (step: unknown) => added.push(step) };
  const pick = (permitted?: ReadonlySet<string>) =>
    typeGroups(EMPTY, { choice, permitted }, (picked) => picked())
      .find(({ group }) => group === "Waiting")
      ?.actions.find(({ id }) => id === "weigh");
  expect(pick()).toMatchObject({
    label: "Weigh",
    description: "Puts a parcel on the scales",
    keywords: ["weigh", "scales"],
  });
  pick()?.onClick?.({} as MouseEvent<HTMLButtonElement>);
  expect(added).toEqual([{ type: "weigh", name: "Weigh" }]);
  expect(pick(new Set(["log"]))).toBeUndefined();
});

test("a start can be added only to a workflow without one", () => {
  const choice = { kind: "add" as const, onPick: () => {} };
  const hasStart = (nodes: readonly WorkflowNode[]) =>
    typeGroups({ nodes, types }, { choice, permitted: new Set(["log"]) }, () => {}).some(({ actions }) =>
      actions.some(({ id }) => id === "start"),
    );
  expect([hasStart([]), hasStart([nodeOf("start", "start")])]).toEqual([true, false]);
});

test("is among the steps without a group if the dashboard does not know its group", () => {
  const later = new Map([["weigh", { ...weigh, group: "scales" }]]);
  const choice = { kind: "add" as const, onPick: () => {} };
  const groups = typeGroups({ nodes: [], types: later }, { choice, permitted: undefined }, () => {});
  const filled = groups.filter(({ actions }) => actions.length > 0);
  expect(filled.map(({ group }) => group)).toEqual(["Steps"]);
});

test("is drawn with its name and, if the dashboard does not know its icon, a general one", () => {
  expect(getKind(scales, types)).toBe("Weigh");
  expect(getIcon(weigh)).toBe(getIcon(undefined));
  expect(getIcon(types.get("loop"))).not.toBe(getIcon(undefined));
});

test("an action and a trigger say the name of their application, if it is known", () => {
  const names = new Map([["github", "GitHub"]]);
  const action = (name: string) => getKind({ ...scales, type: "action", action: name }, types, names);
  expect([action("github/create_issue"), action("my-crm/add"), action("github")]).toEqual([
    "GitHub · Create issue",
    "My crm · Add",
    "Github",
  ]);
  const triggers = [{ application: "github", event: "issue_opened" }];
  expect(getKind({ ...scales, type: "start", triggers }, types, names)).toBe("GitHub · Issue opened");
});

test("has a form with its settings, and their names", () => {
  const { properties = {} } = weigh.settings as Schema;
  expect(Object.values(properties).map(getControl)).toEqual(["text", "choice", "text"]);
  expect(getSettingWords(weigh, "data.parcel", {}).label).toBe("Parcel");
  expect(getChoiceWord(weigh, "data.unit", "kg")).toBe("Kilograms");
});

test("has its branches, and its failure, from left to right", () => {
  expect(waysFrom(scales, document)).toEqual(["light", "heavy", "never"]);
  expect(firstWay(scales, EMPTY)).toBe("light");
  expect(canFail(scales, document)).toBe(true);
  const fromLeft = (placed: ReadonlyMap<string, { readonly x: number }>) =>
    document.edges
      .flatMap(({ sourceHandle: branch }) => branch ?? [])
      .sort((one, other) => (placed.get(one)?.x ?? 0) - (placed.get(other)?.x ?? 0));
  expect(fromLeft(placedByLayout(document))).toEqual(["light", "heavy", "never", "error"]);
  expect(fromLeft(drawWorkflow(document).steps)).toEqual(["light", "heavy", "never", "error"]);
});

test("has a link for expressions, and code that follows the names of steps", () => {
  const { links } = getRoots({ _id: "1", ...document }, "start", { nodes: {} }, {});
  expect(Object.keys(links as object)).toEqual(["scales"]);
  const [, renamed] = renameNode(document, "start", "begin").nodes;
  expect(renamed?.data).toEqual({ parcel: "{{ node.begin.body }}", check: "return node.begin.body;" });
});

test("is shown as a wait in the timeline of an execution", () => {
  const attempt = {
    path: "scales",
    node_id: "scales",
    attempt: 1,
    status: "Success" as const,
    started_at: "2026-01-31T09:30:00Z",
    execution_time: 5000,
  };
  const barsOf = (type: string) =>
    getBars({ attempts: [attempt] }, () => types.get(type), 0).map(({ isWait }) => isWait);
  expect(barsOf("weigh")).toEqual([true]);
  expect(barsOf("log")).toEqual([false]);
});
