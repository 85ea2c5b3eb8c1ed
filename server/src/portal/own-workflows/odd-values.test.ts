import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestReply } from "../../../test/test-server.ts";
import { HOSTILE, type TestPortal } from "../test-portal.ts";
import {
  type AttackedPortal,
  BASE,
  buildNodeSequence,
  createAttackCalls,
  LOG,
  START,
  startAttackedPortal,
  WORKFLOW,
} from "./test-attacks.ts";

let attacked: AttackedPortal;
let portal: TestPortal;
let token: string;
beforeAll(async () => {
  attacked = await startAttackedPortal();
  ({ portal, token } = attacked);
});
afterAll(() => portal?.close());
const { ask, make, stored } = createAttackCalls(() => attacked);

const DEEP = JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`);
const TOO_DEEP = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
const ODD: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  " ",
  "\u202e",
  HOSTILE,
  [],
  [null],
  [[]],
  {},
  { constructor: {} },
  { toString: 1 },
  DEEP,
];

/** The reply accepts the value or says what is wrong; it is never an internal error. */
function isClear({ status, text, body }: TestReply, what: string): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  if (status >= 400) expect(body.message, what).toMatch(/\S/);
}

describe("unusual values", () => {
  const FIELDS = [
    "name",
    "slug",
    "description",
    "icon",
    "index_order",
    "autoEnable",
    "hide_in_config",
    "workflow_environment",
    "workflow_alias",
    "nodes",
    "edges",
    "settings",
    "data_slots",
    "test_instance_meta_data",
    "base_revision",
  ];
  test.each(FIELDS)("%s of a workflow", async (field) => {
    const own = await make({ token });
    for (const value of ODD)
      for (const [method, url] of [
        ["PUT", `${WORKFLOW}/${own}`],
        ["POST", `${WORKFLOW}/${own}/problems`],
        ["POST", WORKFLOW],
        ["POST", `${WORKFLOW}/import`],
      ] as const) {
        const before = await stored();
        const body = {
          ...(method === "POST" && {
            name: "New",
            format: "junctor.workflow",
            format_version: 1,
            ...buildNodeSequence(LOG),
          }),
          [field]: value,
        };
        const reply = await ask(method, url, body);
        isClear(reply, `${method} ${url} ${field} ${JSON.stringify(value)}`);
        if (reply.status >= 400) expect(await stored()).toBe(before);
      }
  });

  test.each([
    "id",
    "type",
    "name",
    "position",
    "configurable",
    "maximum_attempts",
    "on_error",
    "timeout_ms",
    "is_batch",
    "action",
    "triggers",
    "trigger_cron",
    "event_to_dynamic_var_map",
    "data",
    "parsed_response",
    "request",
    "input_data",
    "style",
  ])("%s of a node", async (field) => {
    const own = await make({ token });
    for (const value of ODD)
      for (const node of [
        { ...LOG, [field]: value },
        { ...START, id: "start", [field]: value },
      ]) {
        const nodes = node.id === "note" || node.type !== "start" ? [START, node] : [node];
        for (const [method, url] of [
          ["PUT", `${WORKFLOW}/${own}`],
          ["POST", `${WORKFLOW}/${own}/problems`],
          ["POST", `${WORKFLOW}/${own}/test`],
        ] as const)
          isClear(
            await ask(method, url, { nodes, edges: [] }),
            `${method} ${field} ${JSON.stringify(value)}`,
          );
      }
  });

  test.each([
    "input",
    "execution_id",
    "until",
    "node_id",
    "pinned",
    "call_third_parties",
    "config_id",
    "linked_account_id",
  ])("%s of a test", async (field) => {
    const own = await make({ token });
    for (const value of [
      ...ODD,
      { note: null },
      { note: {} },
      { constructor: { body: 1 } },
      ["note", "note"],
      ["constructor"],
    ])
      isClear(
        await ask("POST", `${WORKFLOW}/${own}/test`, { [field]: value }),
        `${field} ${JSON.stringify(value)}`,
      );
  });

  test.each(["data", "type", "roots", "workflow_id", "config_id", "linked_account_id"])(
    "%s of expressions",
    async (field) => {
      for (const value of [...ODD, { constructor: "{{ input.x }}", valueOf: "{{ input.x }} y" }])
        isClear(
          await ask("POST", `${BASE}/expressions/evaluate`, { data: { a: "{{ input.x }}" }, [field]: value }),
          `${field} ${JSON.stringify(value)}`,
        );
    },
  );

  test("settings named constructor and valueOf are ordinary settings", async () => {
    const data = { constructor: "{{ input.x }}", valueOf: "a{{ input.x }}" };
    const { body } = await ask("POST", `${BASE}/expressions/evaluate`, { data });
    expect(body.results).toMatchObject([{ value: null }, { value: "a" }]);
  });

  test.each([
    ["a prototype", '{"name":"x","__proto__":{"nodes":[]}}'],
    ["a prototype in a node", '{"name":"x","nodes":[{"id":"start","type":"start","data":{"__proto__":{}}}]}'],
    ["a constructor's prototype", '{"name":"x","settings":{"constructor":{"prototype":{"a":1}}}}'],
    ["too deep", `{"name":"x","settings":${TOO_DEEP}}`],
    [
      "too many nodes",
      JSON.stringify({
        name: "x",
        nodes: Array.from({ length: 201 }, (_, index) => ({ id: `n${index}`, type: "log" })),
      }),
    ],
    [
      "thousands of edges",
      JSON.stringify({
        name: "x",
        edges: Array.from({ length: 5000 }, () => ({ source: "start", target: "start" })),
      }),
    ],
    ["too long", JSON.stringify({ name: "x", description: "x".repeat(2_000_000) })],
    ["NUL", '{"name":"x\\u0000"}'],
    ["half a character", '{"name":"x\\ud800"}'],
    ["no JSON", '{"name":'],
  ])("a body with %s is rejected, and nothing changes", async (_what, body) => {
    const own = await make({ token });
    const before = await stored();
    for (const [method, url] of [
      ["POST", WORKFLOW],
      ["PUT", `${WORKFLOW}/${own}`],
      ["POST", `${WORKFLOW}/import`],
      ["POST", `${WORKFLOW}/${own}/test`],
    ] as const) {
      const reply = await ask(method, url, body);
      expect([400, 413], `${method} ${url} ${reply.text.slice(0, 200)}`).toContain(reply.status);
    }
    const previewed = await ask("POST", `${WORKFLOW}/${own}/problems`, body);
    if (previewed.status === 200) expect(previewed.body.errors).not.toEqual([]);
    expect(await stored()).toBe(before);
  });
});
