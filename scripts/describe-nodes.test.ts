import { readFileSync } from "node:fs";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NODE_TYPES } from "../server/src/workflows/nodes/list.ts";
import type { NodeType } from "../server/src/workflows/nodes/node.ts";
import { createWorkflowCalls } from "../server/src/workflows/versions/test-calls.ts";
import { startTestServer, type TestServer } from "../server/test/test-server.ts";
import { describeNodes } from "./describe-nodes.ts";

const PAGE = readFileSync(new URL("../docs/nodes.md", import.meta.url), "utf8");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const { create, publish } = createWorkflowCalls(() => server);

const knock: NodeType = {
  type: "knock",
  texts: { en: { title: "Knock", help: "Knocks" } },
  icon: "door",
  group: "waiting",
  untimed: "it knocks until the door opens",
  description: "Knocks at a door. And waits.",
  settings: Type.Object({
    door: Type.String({ description: "Front | back." }),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 3, description: "How often." })),
    how: Type.Optional(Type.Enum(["softly", "hard"])),
    with: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Number()])),
    guests: Type.Optional(Type.Array(Type.Object({ name: Type.String() }), { maxItems: 5 })),
    anything: Type.Optional(Type.Unknown()),
  }),
  branches: { open: "somebody is in" },
  guide: {
    example: {
      id: "a",
      type: "knock",
      data: { door: "front", guests: [{ name: "x".repeat(60) }, { name: "y" }] },
    },
    output: "nothing",
    notes: "Politely.",
  },
  run: async () => ({ kind: "next", output: null }),
};

test("a node type is described by its settings and its guide", () => {
  const page = describeNodes(PAGE, [knock]);
  for (const line of [
    "| [`knock`](#knock) | Knock | Knocks at a door. |",
    "### `knock`",
    "Knocks at a door. And waits.",
    "| `door` | string | required | Front \\| back. |",
    "| `times` | integer, 1 to 1,000 | 3 | How often. |",
    "| `how` | `softly`, `hard` |  |  |",
    "| `with` | string, at most 20 characters or number |  |  |",
    "| `guests` | array, at most 5 items |  |  |",
    "| `guests[].name` | string | required |  |",
    "| `anything` | any JSON |  |  |",
    "| `open` | somebody is in |",
    "Output: nothing.",
    "Politely.",
    "`timeout_ms` cannot be set: it knocks until the door opens.",
  ])
    expect(page.split("\n")).toContain(line);
  const example = /```json\n([\s\S]*?)```/.exec(page.slice(page.indexOf("### `knock`")))?.[1] ?? "";
  expect(JSON.parse(example)).toEqual(knock.guide.example);
  expect(Math.max(...example.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
});

test("only the text between the markers changes, and a page without markers is rejected", () => {
  expect(describeNodes(describeNodes(PAGE, [knock]), NODE_TYPES)).toBe(describeNodes(PAGE, NODE_TYPES));
  expect(() => describeNodes("# Nodes", [knock])).toThrow(/must hold the lines/);
});

test("every link within the page leads to a heading", () => {
  const headings = [...PAGE.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  const targets = [...PAGE.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
  expect(targets.filter((target) => !headings.includes(target ?? ""))).toEqual([]);
  expect(targets.length).toBeGreaterThan(NODE_TYPES.length);
});

test("every example on the page is JSON, and every whole workflow can be published", async () => {
  const examples = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = ""]) => JSON.parse(text));
  const workflows = examples.filter((example) => "nodes" in example);
  expect(workflows.length).toBeGreaterThan(0);
  for (const workflow of workflows) {
    const as = { key: server.testKey };
    const { body } = await create(as, workflow);
    expect([body.message, (await publish(as, body._id)).body.message]).toEqual([undefined, undefined]);
  }
});
