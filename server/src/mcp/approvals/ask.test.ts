import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { buildToolCall, startTestApprovals, type TestApprovals } from "./test-asking.ts";

const SECRET = "MARK-of-a-secret";
let shop: TestApprovals;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
});
afterAll(() => shop.close());

test.each(["modern", "legacy"] as const)(
  "an agent of the %s era sees no denied tool, calls read tools at once, and gets the approval link for the rest",
  async (era) => {
    const client = await shop.server.connect(shop.record, shop.token, { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "things_list_things_action",
      "make",
      "get_execution",
      "list_options",
    ]);
    await expect(client.callTool({ name: "delete", arguments: { id: "1" } })).rejects.toThrow(
      "There is no tool delete.",
    );
    const read = await client.callTool({ name: "things_list_things_action", arguments: {} });
    expect(read.structuredContent).toEqual({ things: [] });
    const before = shop.made().length;
    const wrong = await client.callTool({ name: "make", arguments: { name: "lamp" } });
    expect(wrong).toMatchObject({ isError: true });
    const asked = await client.callTool(buildToolCall());
    expect(asked.isError).toBeFalsy();
    expect(asked.structuredContent).toMatchObject({ status: "WAITING" });
    expect(shop.made().length).toBe(before);
  },
);

test("arguments of a waiting call are stored encrypted, and the log has them without secrets", async () => {
  const workflow = await publishTestWorkflow(shop.server, { code: "return { got: input.password.length }" });
  const workflows = [{ id: workflow, name: "Log in", policy: "ask" }];
  const other = await shop.server.record({ associated_apps: [{ slug: "x", workflows }] });
  const url = `/api/v2/public/mcp-servers/${other}`;
  const agent = await shop.server.connect(other, shop.token);
  const asked = await agent.callTool({ name: "x_Log_in_workflow", arguments: { password: SECRET } });
  const { execution_id: id } = asked.structuredContent as { execution_id: string };
  const row = await shop.rowOf(id);
  expect(row.arguments).toEqual({ password: "[redacted]" });
  expect(Buffer.from(row.sealed_call ?? "").includes(SECRET)).toBe(false);
  const { text } = await shop.server.request({ url: `${url}/calls`, key: shop.server.testKey });
  expect(text).not.toContain(SECRET);
  const approval = { method: "PUT", url: `${url}/calls/${id}/approval`, key: shop.server.testKey } as const;
  await shop.server.request({ ...approval, body: { approved: true } });
  await shop.ended(id);
  const result = await agent.callTool({ name: "get_execution", arguments: { execution_id: id } });
  expect(result.structuredContent).toEqual({ got: SECRET.length });
});

describe("a client that can open URLs", () => {
  const opensUrls = { elicitation: { url: {} } };

  test("opens the page, calls again, and gets that call's result", async () => {
    const opened: string[] = [];
    const client = await shop.server.connect(shop.record, shop.token, {
      open: async (url) => {
        opened.push(url);
        await shop.post(url, "approve");
        return "accept";
      },
    });
    const before = shop.made().length;
    const result = await client.callTool(buildToolCall());
    expect(result.structuredContent).toMatchObject({ made: { name: "lamp" } });
    expect([opened.length, shop.made().length]).toEqual([1, before + 1]);
    const id = String(shop.made().at(-1)?.headers["idempotency-key"]);
    expect(await shop.logged(id)).toMatchObject({ client: "test-agent", status: "COMPLETED" });
  });

  test("learns that the call was rejected, or that it still waits because its user did not open the page", async () => {
    const rejecting = await shop.server.connect(shop.record, shop.token, {
      open: async (url) => {
        await shop.post(url, "reject");
        return "accept";
      },
    });
    expect(await rejecting.callTool(buildToolCall())).toMatchObject({
      isError: true,
      content: [{ text: "The call was rejected, so it was not made." }],
    });
    const leaving = await shop.server.connect(shop.record, shop.token, { open: async () => "decline" });
    expect(await leaving.callTool(buildToolCall())).toMatchObject({
      structuredContent: { status: "WAITING" },
      content: [{ text: expect.stringContaining("/mcp/approve/") }],
    });
  });

  test("cannot reach the call of another account, server or tool", async () => {
    const client = await shop.server.connect(shop.record, shop.token, { capabilities: opensUrls });
    const asked = await client.callTool(buildToolCall({ note: "mine" }), { allowInputRequired: true });
    const { requestState, inputRequests } = asked as unknown as {
      requestState: string;
      inputRequests: Record<string, { params: { message: string } }>;
    };
    expect(inputRequests.approval?.params.message).toBe("Approve “Make a thing” (Things) to continue.");
    const theirs = await shop.server.account("other");
    const elsewhere = await shop.server.record({
      associated_apps: [{ slug: "things", actions: [{ id: "make_thing", tool_name: "make" }] }],
    });
    // The client's types know nothing of calls that are made again by hand.
    const again = Object.assign(buildToolCall(), {
      requestState,
      inputResponses: { approval: { action: "accept" } },
    });
    const before = shop.made().length;
    for (const [id, as, params] of [
      [shop.record, theirs, again],
      [elsewhere, shop.token, again],
      [shop.record, shop.token, { ...again, name: "get_execution", arguments: { execution_id: "x" } }],
      [shop.record, shop.token, { ...again, requestState: `${requestState.slice(0, -5)}AAAAA` }],
    ] as [string, string, ReturnType<typeof buildToolCall>][]) {
      const other = await shop.server.connect(id, as, { capabilities: opensUrls });
      await expect(other.callTool(params, { allowInputRequired: true })).rejects.toThrow("requestState");
    }
    expect(shop.made().length).toBe(before);
  });
});

describe("a repeated call", () => {
  const call = (key: string, more: object = {}) =>
    Object.assign(buildToolCall(more), { _meta: { "junctor/idempotency-key": key } });
  const idOf = (result: object) =>
    (result as { structuredContent: Record<string, string> }).structuredContent;

  test("while it waits is the same call: it has one page, and is made once", async () => {
    const client = await shop.server.connect(shop.record, shop.token, { era: "legacy" });
    const wanted = buildToolCall({ note: "twice" });
    const both = await Promise.all([client.callTool(wanted), client.callTool(wanted)]);
    const [first, second] = both.map(idOf);
    expect(second).toEqual(first);
    expect(first?.approval_url).toContain("/mcp/approve/");
    const other = idOf(await client.callTool(buildToolCall({ note: "another" })));
    expect(other.execution_id).not.toBe(first?.execution_id);
    await shop.decide(String(first?.execution_id), false);
    const after = idOf(await client.callTool(wanted));
    expect(after).toMatchObject({ status: "WAITING" });
    expect(after.execution_id).not.toBe(first?.execution_id);
  });

  test.each(["modern", "legacy"] as const)(
    "with its own idempotency key returns the state of the first, in the %s era",
    async (era) => {
      const client = await shop.server.connect(shop.record, shop.token, { era });
      const key = `asked-${era}`;
      const { execution_id: id = "" } = idOf(await client.callTool(call(key)));
      expect(idOf(await client.callTool(call(key))).execution_id).toBe(id);
      expect(await client.callTool(call(key, { note: "other" }))).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("used for another call") }],
      });
      const before = shop.made().length;
      await shop.decide(id, true);
      await shop.ended(id);
      expect(idOf(await client.callTool(call(key)))).toMatchObject({ made: { name: "lamp" } });
      expect(
        shop
          .made()
          .slice(before)
          .map(({ headers }) => headers["idempotency-key"]),
      ).toEqual([key]);
      const elsewhere = idOf(await client.callTool(call(`${key}-2`)));
      expect(elsewhere).toMatchObject({ status: "WAITING" });
    },
  );

  test("with an invalid key is rejected", async () => {
    const client = await shop.server.connect(shop.record, shop.token);
    expect(await client.callTool(call("with space"))).toMatchObject({ isError: true });
  });
});

describe("if the organization decides by the API", () => {
  const approvals = (value: string | null) =>
    shop.server.request({
      method: "PUT",
      url: "/api/v2/public/mcp-settings",
      key: shop.server.testKey,
      body: { approvals: value },
    });

  test("no agent gets the address, in either era", async () => {
    expect((await approvals("api")).body).toMatchObject({ approvals: "api" });
    for (const era of ["modern", "legacy"] as const) {
      const capabilities = era === "modern" ? { elicitation: { url: {} } } : {};
      const client = await shop.server.connect(shop.record, shop.token, { era, capabilities });
      const asked = await client.callTool(buildToolCall({ note: `by the API, ${era}` }));
      const { execution_id: id, status } = asked.structuredContent as Record<string, string>;
      expect(status).toBe("WAITING");
      const progress = { name: "get_execution", arguments: { execution_id: String(id) } };
      const told = await client.callTool(progress);
      expect(told.structuredContent).toMatchObject({ status: "WAITING" });
      for (const text of [JSON.stringify(asked), JSON.stringify(told)])
        expect(text).not.toContain("approve/");
      expect(await shop.logged(String(id))).toMatchObject({
        approval_url: expect.stringContaining("/mcp/approve/"),
      });
      const reason = "The board has no room.";
      await shop.decide(String(id), false, undefined, { decided_by: "ann@example.com", reason });
      expect(JSON.stringify(await client.callTool(progress))).toContain(reason);
      expect(await shop.logged(String(id))).toMatchObject({
        decided_by: "ann@example.com",
        decision_reason: reason,
      });
    }
    expect((await approvals(null)).body).not.toHaveProperty("approvals");
    expect((await approvals("none")).status).toBe(400);
  });
});

test("an unconnected application is connected first", async () => {
  const fresh = await shop.server.account("fresh");
  const client = await shop.server.connect(shop.record, fresh);
  const refused = await client.callTool(buildToolCall());
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("/connect/") }],
  });
  await shop.connectThings(fresh);
  expect((await client.callTool(buildToolCall())).structuredContent).toMatchObject({ status: "WAITING" });
});

test("at most a hundred calls of an account wait at a time", async () => {
  const busy = await shop.server.account("busy");
  await shop.connectThings(busy);
  const client = await shop.server.connect(shop.record, busy);
  for (let n = 0; n < 100; n += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => client.callTool(buildToolCall({ note: `${n + at}` }))),
    );
  expect((await client.callTool(buildToolCall({ note: "5" }))).structuredContent).toMatchObject({
    status: "WAITING",
  });
  expect(await client.callTool(buildToolCall())).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("Too many calls are already waiting") }],
  });
});

test("call_tool obeys the policy of the tool that it calls, and search_tools finds no denied tool", async () => {
  const description = "A very long description of a tool that does something with words. ".repeat(40);
  const many = Array.from({ length: 60 }, (_, n) => ({
    id: "list_things",
    tool_name: `tool_${n}`,
    description,
  }));
  const id = await shop.server.record({
    associated_apps: [
      {
        slug: "things",
        actions: [
          { id: "make_thing", tool_name: "make", policy: "ask" },
          { id: "delete_thing", tool_name: "delete", policy: "deny" },
          ...many,
        ],
      },
    ],
  });
  const client = await shop.server.connect(id, shop.token);
  const found = await client.callTool({ name: "search_tools", arguments: { query: "thing" } });
  const names = (found.structuredContent as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect([names.includes("make"), names.includes("delete")]).toEqual([true, false]);
  const before = shop.made().length;
  const { name, arguments: args } = buildToolCall();
  const asked = await client.callTool({ name: "call_tool", arguments: { name, arguments: args } });
  expect(asked.structuredContent).toMatchObject({ status: "WAITING" });
  const denied = { name: "delete", arguments: { id: "1" } };
  expect(await client.callTool({ name: "call_tool", arguments: denied })).toMatchObject({ isError: true });
  const described = await client.callTool({ name: "describe_tool", arguments: { name: "delete" } });
  expect(described.isError).toBe(true);
  expect(shop.made().length).toBe(before);
});
