import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { findAccount } from "../auth/guard.ts";
import { insertStripeWorkflows, insertTestWorkflow } from "./test-workflow.ts";

const PUBLIC = "/api/v2/public";
let server: TestServer;
let ids: { first: string; second: string };
let accounts = 0;
beforeAll(async () => {
  server = await startTestServer();
  ids = await insertStripeWorkflows(server.deps, server.test);
  await insertTestWorkflow(server.deps, server.test, { name: "Of another application", slug: "airtable" });
});
afterAll(() => server.close());

/** A new linked account with its session token. */
async function account(): Promise<{ id: string; token: string }> {
  const id = `account-${++accounts}`;
  return { id, token: await server.account(id) };
}

test("200: an account's configs for an application, oldest first; 404 for an unknown one", async () => {
  const { token } = await account();
  const list = () => server.request({ url: `${PUBLIC}/slug/stripe/configs`, token });
  expect((await list()).body).toEqual([]);
  for (const config_id of ["", "b", "a"])
    await server.request({
      method: "POST",
      url: "/api/v2/f-sdk/config",
      token,
      body: { slug: "stripe", config_id },
    });
  expect((await list()).body).toEqual([
    { config_id: `account-${accounts}` },
    { config_id: "b" },
    { config_id: "a" },
  ]);
  expect((await server.request({ url: `${PUBLIC}/slug/unknown/configs`, token })).status).toBe(404);
});

test("200: a switch changes one workflow and keeps its values", async () => {
  const { id, token } = await account();
  const fields = { channel: "#a" };
  await server.request({
    method: "POST",
    url: "/api/v2/f-sdk/config",
    token,
    body: { slug: "stripe", workflows: [{ id: ids.first, enabled: true, fields }] },
  });
  const patch = (workflowId: string, body: unknown, configId = id) =>
    server.request({
      method: "PATCH",
      url: `${PUBLIC}/slug/stripe/config/${configId}/workflows/${workflowId}`,
      key: server.testKey,
      account: id,
      body,
    });
  expect(await patch(ids.first, { enabled: false })).toMatchObject({
    status: 200,
    body: {
      workflows: [
        { id: ids.first, enabled: false, fields: [{ value: "#a" }, {}, {}] },
        { id: ids.second, enabled: true },
      ],
    },
  });
  expect((await patch(ids.first, { enabled: "no" })).status).toBe(400);
  expect((await patch(ids.first, {})).status).toBe(400);
  expect((await patch("000000000000000000000000", { enabled: true })).body.message).toBe(
    "Workflow not found",
  );
  expect((await patch(ids.first, { enabled: true }, "other")).body.message).toBe("Config not found");
});

test("200: the enabled workflows, with their config and application", async () => {
  const { id, token } = await account();
  const list = () => server.request({ url: `${PUBLIC}/workflow/enabled`, token });
  expect((await list()).body).toEqual([]);
  await server.request({
    method: "POST",
    url: "/api/v2/f-sdk/config",
    token,
    body: { slug: "stripe" },
  });
  expect((await list()).body).toEqual([
    {
      id: ids.second,
      name: "Second",
      description: "",
      icon: "https://e.com/i.png",
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/\.\d{3}Z$/),
      config_id: id,
      application: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: "Stripe",
        slug: "stripe",
        icon: expect.any(String),
      },
    },
  ]);
});

test("an alias that two workflows have means the organization's, not the customer's own", async () => {
  const { id, token } = await account();
  const row = await findAccount(server.deps.database, server.test, id);
  const twice = (content: object) =>
    insertTestWorkflow(server.deps, server.test, { alias: "twice", ...content });
  const own = await twice({ account_id: row?.id, index_order: -1 });
  const shared = await twice({ index_order: 9 });
  const body = { slug: "stripe", workflows: [{ id: "twice", enabled: true, fields: {} }] };
  const reply = await server.request({ method: "POST", url: "/api/v2/f-sdk/config", token, body });
  const switches = reply.body.workflows.map((one: { id: string; enabled: boolean }) => [one.id, one.enabled]);
  expect(new Map(switches)).toEqual(
    new Map([
      [own, false],
      [ids.first, false],
      [ids.second, true],
      [shared, true],
    ]),
  );
});
