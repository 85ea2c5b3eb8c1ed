import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";

const MAKE = { id: "make_thing", tool_name: "make", policy: "allow" };
describe.each([
  ["by their names", 25_000],
  ["by call_tool", 1],
] as const)("tools that are called %s", (_, mcpTokenBudget) => {
  let shop: TestApprovals;
  let client: Client;
  beforeAll(async () => {
    shop = await startTestApprovals({ mcpTokenBudget });
    const record = await shop.server.record({ associated_apps: [{ slug: "things", actions: [MAKE] }] });
    client = await shop.server.connect(record, shop.token);
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    shop.api.requests.length = 0;
  });

  async function make(args: object) {
    const call =
      mcpTokenBudget === 1 ? { name: "call_tool", arguments: { name: "make", arguments: args } } : undefined;
    const { content, isError } = await client.callTool(call ?? { name: "make", arguments: { ...args } });
    const [{ text = "" } = {}] = content as { text?: string }[];
    return { text, isError, sent: shop.api.requests.map(({ body }) => JSON.parse(body)) };
  }

  test("all that is wrong with arguments is said at once, with the name that may have been meant", async () => {
    expect(await make({ nmae: "lamp", size: "xl", list: "first" })).toEqual({
      text: 'The input must have "name" and "board"; The input must not have the property "nmae" (did you mean "name"?); size must be one of s, m, but is "xl"; list must be an integer, but is "first".',
      isError: true,
      sent: [],
    });
  });

  test("null for an optional argument is left out, unless it can be null; for a required one it is refused", async () => {
    const { sent, isError } = await make({ name: "lamp", board: 1, list: null, size: null, note: null });
    expect([sent, isError]).toEqual([[{ name: "lamp", board: 1, note: null }], undefined]);
    expect(await make({ name: "lamp", board: null })).toMatchObject({
      text: "board must be an integer, but is null.",
      isError: true,
    });
  });
});
