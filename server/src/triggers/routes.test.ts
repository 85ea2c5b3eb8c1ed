import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const subscriptions = async (account: string) => {
  const url = "/api/v2/public/trigger-subscriptions";
  return (await shop.server.request({ url, key: shop.server.testKey, account })).body;
};

test("200: an application's triggers with their inputs; 404 for an unknown application", async () => {
  const token = await shop.server.account("lister");
  const reply = await shop.server.request({ url: "/api/v2/public/triggers/shop", token });
  const input = { type: "object", additionalProperties: false, properties: { list: { type: "string" } } };
  const description = "A thing was added.";
  expect(reply.body).toHaveLength(8);
  expect(reply.body[0]).toEqual({
    id: "new_thing",
    title: "New thing",
    description,
    input,
    delivery: "poll",
    automatic: true,
    every_seconds: 60,
    has_examples: true,
  });
  expect(reply.body[3]).toMatchObject({
    id: "changed",
    delivery: "webhook",
    automatic: true,
    has_examples: false,
  });
  expect(reply.body[4]).toMatchObject({ id: "kept", has_examples: true });
  expect(reply.body[7]).toMatchObject({ id: "told", delivery: "webhook", automatic: false });
  const withKey = { url: "/api/v2/public/triggers/shop", key: shop.server.testKey };
  expect((await shop.server.request(withKey)).body).toEqual(reply.body);
  const unknown = await shop.server.request({ url: "/api/v2/public/triggers/none", token });
  expect(unknown.status).toBe(404);
});

test("a trigger that the customer must set up shows address and secret, and requests to it start a run", async () => {
  await shop.server.account("manual");
  const workflow = await shop.publish({ event: "told" });
  await shop.connect("manual");
  await shop.configure("manual", [{ id: workflow, enabled: true }]);
  await shop.pass();
  expect(shop.hooks.size).toBe(0);
  const [shown, ...others] = await subscriptions("manual");
  expect(others).toEqual([]);
  expect(shown).toMatchObject({
    slug: "shop",
    event: "told",
    input: {},
    workflow_id: workflow,
    workflow_name: "Flow",
    config_id: "manual",
    delivery: "webhook",
    status: "active",
    address: expect.stringMatching(/^http:.*\/api\/v1\/hooks\/[\w-]{32}$/),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  for (const [role, isShown] of [
    ["viewer", false],
    ["support", false],
    ["developer", true],
  ] as const) {
    const { headers } = await signInOperator(shop.server, role);
    const url = "/api/v2/public/trigger-subscriptions";
    const { body: seen } = await shop.server.request({ url, headers, account: "manual" });
    expect(["address" in seen[0], "secret" in seen[0]], role).toEqual([isShown, isShown]);
  }
  const body = '{"id":"one"}';
  const signature = createHmac("sha256", shown.secret).update(body).digest("hex");
  const url = new URL(shown.address).pathname;
  const headers = { "x-signature": signature, "content-type": "text/plain" };
  expect((await shop.server.request({ method: "POST", url, body, headers })).status).toBe(200);
  expect(await shop.runs("manual", workflow)).toMatchObject([{ input: { id: "one" } }]);
  expect((await subscriptions("manual"))[0].last_event_at).toMatch(/Z$/);
});

test("a subscription's state is shown only to its account, without fields that only the provider needs", async () => {
  await shop.server.account("auto");
  await shop.server.account("stranger");
  const workflow = await shop.publish({ event: "changed", input: { list: "x" } });
  await shop.connect("auto");
  await shop.configure("auto", [{ id: workflow, enabled: true }]);
  const { answer } = shop.api;
  shop.api.answer = (request) => (request.method === "POST" ? { status: 422 } : answer?.(request));
  await shop.pass();
  shop.api.answer = answer;
  const [shown] = await subscriptions("auto");
  expect(shown).toMatchObject({ status: "broken", last_error: expect.stringContaining("422") });
  expect(shown.next_attempt_at).toMatch(/Z$/);
  expect(shown).not.toHaveProperty("secret");
  expect(shown).not.toHaveProperty("address");
  expect(await subscriptions("stranger")).toEqual([]);
});

const readExamples = async (event: string, body?: object, account = "taster") => {
  const url = `/api/v2/public/triggers/shop/${event}/examples`;
  return shop.server.request({ method: "POST", url, key: shop.server.testKey, account, body });
};

test("examples are what the application lists for the account now, and nothing starts", async () => {
  await shop.server.account("taster");
  await shop.connect("taster");
  const execution = { url: "/api/v2/public/execution", key: shop.server.testKey, account: "taster" };
  shop.add("fresh", 1, 2);
  const things = [...(shop.things.get("fresh") ?? [])].reverse();
  for (const event of ["new_thing", "kept"]) {
    const { status, body } = await readExamples(event, { input: { list: "fresh" } });
    expect({ status, body }, event).toEqual({ status: 200, body: { docs: things } });
  }
  expect((await readExamples("new_thing")).body).toEqual({ docs: [] });
  expect((await shop.server.request(execution)).body.docs).toEqual([]);
});

test("a credential that the application echoes is not in an example", async () => {
  await shop.server.account("echoed");
  shop.keys.add("a-long-secret-key");
  await shop.connect("echoed", "a-long-secret-key");
  shop.things.set("echoes", [{ id: 1, at: "2027-01-01T00:00:00.000Z", echo: "is a-long-secret-key" }]);
  const { body } = await readExamples("new_thing", { input: { list: "echoes" } }, "echoed");
  expect(body.docs).toMatchObject([{ id: 1, echo: "is [redacted]" }]);
});

test("expressions of an example's input read the account and the workflow's settings", async () => {
  await shop.server.account("chooser");
  await shop.connect("chooser");
  const workflow = await shop.publish(
    { event: "new_thing" },
    {
      data_slots: [{ id: "list", name: "List", field_type: "text" }],
    },
  );
  await shop.configure("chooser", [{ id: workflow, enabled: true, fields: { list: "chosen" } }]);
  shop.add("chosen", 5);
  shop.add("of chooser", 6);
  const idsOf = async (list: string, workflow_id?: string) => {
    const { body } = await readExamples("new_thing", { input: { list }, workflow_id }, "chooser");
    return body.docs.map(({ id }: { id: number }) => id);
  };
  expect(await idsOf("{{ config.list }}", workflow)).toEqual([5]);
  expect(await idsOf("of {{ linked_account.account_id }}")).toEqual([6]);
});

test("400 or 404 for examples that cannot be read", async () => {
  await shop.server.account("unconnected");
  const errorOf = async (...asked: Parameters<typeof readExamples>) => {
    const { status, body } = await readExamples(...asked);
    return [status, body.error_code];
  };
  expect(await errorOf("new_thing", {}, "unconnected")).toEqual([400, "EXTERNAL_API_FAILURE"]);
  expect(await errorOf("changed")).toEqual([400, "VALIDATION_ERROR"]);
  expect(await errorOf("new_thing", { input: { list: 7 } })).toEqual([400, "VALIDATION_ERROR"]);
  expect((await errorOf("none"))[0]).toBe(404);
  expect((await errorOf("new_thing", { workflow_id: "0".repeat(24) }))[0]).toBe(404);
  // A customer sees nothing of the company's workflows.
  const reply = await shop.server.request({
    method: "POST",
    url: "/api/v2/public/triggers/shop/new_thing/examples",
    token: await shop.server.account("taster"),
    body: { workflow_id: await shop.publish({ event: "new_thing" }) },
  });
  expect(reply.status).toBe(404);
});
