import { expect, test } from "vitest";
import { getApps, keyOfTool, newTool } from "../servers/server-values.ts";
import { getOutcomes, type ToolPreview } from "./tool-costs.ts";

const tool = (fields: object) => ({ name: "t", title: "T", tokens: 10, ...fields });
const preview = (docs: object[], unavailable: object[] = []) =>
  ({ docs, unavailable_tools: unavailable }) as unknown as ToolPreview;

test("each entry gets its cost, workflows by their id or in their order", () => {
  const entries = [
    newTool("workflow", "desk", "by-alias"),
    newTool("action", "desk", "make"),
    { ...newTool("action", "desk", "drop"), policy: "deny" as const },
    newTool("action", "desk", "gone"),
    newTool("workflow", "workflows", "2"),
  ];
  const outcomes = getOutcomes(
    entries,
    preview(
      [
        tool({ kind: "workflow", workflow_id: "1", tokens: 1 }),
        tool({ kind: "action", slug: "desk", action_id: "make", tokens: 2 }),
        tool({ kind: "workflow", workflow_id: "2", tokens: 3 }),
        tool({ kind: "built_in" }),
      ],
      [{ slug: "desk", id: "gone", message: "There is none." }],
    ),
  );
  const told = entries.map((entry) => outcomes.get(keyOfTool(entry)));
  expect(told.map((one) => one?.tool?.tokens ?? one?.problem)).toEqual([
    1,
    2,
    undefined,
    "There is none.",
    3,
  ]);
});

test("entries are grouped by application, with the given fields only", () => {
  const named = { ...newTool("action", "desk", "make"), toolName: "make_it", policy: "ask" as const };
  expect(getApps([named, newTool("workflow", "desk", "w"), newTool("action", "shop", "sell")])).toEqual([
    {
      slug: "desk",
      workflows: [{ id: "w" }],
      actions: [{ id: "make", tool_name: "make_it", policy: "ask" }],
    },
    { slug: "shop", workflows: [], actions: [{ id: "sell" }] },
  ]);
});
