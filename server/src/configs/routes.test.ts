import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { saveApplicationSettings } from "../apps/catalog/application-store.ts";
import { insertStripeWorkflows, insertTestWorkflow } from "./test-workflow.ts";

let server: TestServer;
let ids: { first: string; second: string };
beforeAll(async () => {
  server = await startTestServer();
  ids = await insertStripeWorkflows(server.deps, server.test);
  const store = (content: Parameters<typeof insertTestWorkflow>[2]) =>
    insertTestWorkflow(server.deps, server.test, content);
  await store({ name: "Hidden", hide_in_config: true });
  await store({ name: "Unpublished", published: false });
  await store({ name: "Of another application", slug: "airtable" });
  await insertTestWorkflow(server.deps, server.production, { name: "Of production" });
  const change = { enabled: false };
  await saveApplicationSettings(server.deps.db, server.test, "openai", {
    change,
    now: server.deps.clock.now(),
  });
});
afterAll(() => server.close());

const PUBLIC = "/api/v2/public";
let accounts = 0;

/** A new linked account with its session token. */
async function account(): Promise<{ id: string; token: string }> {
  const id = `account-${++accounts}`;
  return { id, token: await server.account(id) };
}

/** Both ways in: each makes requests for the account. */
const SURFACES = [
  ["a browser's session token", "/api/v2/f-sdk", ({ token }: { token: string }) => ({ token })],
  ["an API key", PUBLIC, ({ id }: { id: string }) => ({ key: server.testKey, account: id })],
] as const;

describe.each(SURFACES)("configs with %s (spec 4.7)", (_name, base, as) => {
  test("200: find-or-create needs only the application, and returns its published workflows", async () => {
    const who = await account();
    const make = () =>
      server.request({ method: "POST", url: `${base}/config`, ...as(who), body: { slug: "stripe" } });
    const reply = await make();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      slug: "stripe",
      config_id: who.id,
      fields: [],
      workflows: [
        {
          id: ids.first,
          name: "First",
          description: "Sends invoices",
          enabled: false,
          fields: [
            {
              id: "channel",
              name: "Channel",
              field_type: "text",
              required: true,
              placeholder: "#sales",
              labels: [],
            },
            {
              id: "count",
              name: "Count",
              field_type: "number",
              required: false,
              defaultValue: 5,
              labels: [],
            },
            {
              id: "map",
              name: "Stages",
              field_type: "map",
              required: false,
              options: [{ name: "Won", value: "won" }],
              labels: [],
            },
          ],
        },
        {
          id: ids.second,
          name: "Second",
          description: "",
          icon: "https://e.com/i.png",
          enabled: true,
          fields: [],
        },
      ],
      field_errors: [],
    });
    expect((await make()).body).toEqual(reply.body);
    expect((await server.request({ url: `${base}/slug/stripe/config`, ...as(who) })).body).toEqual(
      reply.body,
    );
  });

  test("200: an update sets the given values and switches, and keeps the others", async () => {
    const who = await account();
    const send = (method: "POST" | "PUT", body: object): Promise<TestReply> =>
      server.request({
        method,
        url: `${base}/config`,
        ...as(who),
        body: { slug: "stripe", config_id: "eu", ...body },
      });
    await send("POST", { labels: { map: [{ name: "Stage 1", value: "s1" }] } });
    const workflow = { id: ids.first, enabled: true, fields: { channel: "#eu", count: "7" } };
    const reply = await send("PUT", { fields: { region: "EU", limit: 3 }, workflows: [workflow] });
    expect(reply.body).toMatchObject({
      config_id: "eu",
      fields: [
        { id: "limit", field_type: "number", value: 3 },
        { id: "region", name: "region", field_type: "text", required: false, value: "EU", labels: [] },
      ],
      workflows: [
        {
          enabled: true,
          fields: [
            { id: "channel", value: "#eu" },
            { id: "count", value: 7 },
            { id: "map", labels: [{ name: "Stage 1", value: "s1" }] },
          ],
        },
        { enabled: true, fields: [] },
      ],
    });
    expect(reply.body.workflows[0].fields[2]).not.toHaveProperty("value");
    const later = await send("PUT", {
      fields: [{ id: "region", value: null }],
      workflows: [
        { id: ids.first, enabled: true, fields: [{ id: "map", value: { s1: "won" } }] },
        { id: ids.second, enabled: false, fields: [] },
      ],
    });
    expect(later.body.fields).toMatchObject([{ id: "limit", value: 3 }]);
    expect(later.body.workflows).toMatchObject([
      { enabled: true, fields: [{ value: "#eu" }, { value: 7 }, { value: { s1: "won" } }] },
      { enabled: false },
    ]);
    // The published client sends an empty list if the caller gives no labels.
    expect((await send("POST", { labels: [] })).body).toEqual(later.body);
    const url = `${base}/slug/stripe/config/eu`;
    expect((await server.request({ url, ...as(who) })).body).toEqual(later.body);
  });

  test("200: a deleted config is gone; the reply is JSON, even for a request with a body", async () => {
    const who = await account();
    const url = `${base}/slug/stripe/config`;
    for (const config_id of [undefined, "second"])
      await server.request({
        method: "POST",
        url: `${base}/config`,
        ...as(who),
        body: { slug: "stripe", config_id },
      });
    const body = { slug: "stripe" };
    expect(await server.request({ method: "DELETE", url: `${url}/`, ...as(who), body })).toMatchObject({
      status: 200,
      body: { message: "Installation Deleted Success" },
    });
    expect((await server.request({ url, ...as(who) })).status).toBe(404);
    const second = { url: `${url}/second`, ...as(who) };
    expect((await server.request(second)).status).toBe(200);
    expect((await server.request({ method: "DELETE", ...second })).status).toBe(200);
    expect((await server.request({ method: "DELETE", ...second })).status).toBe(404);
  });

  test("404: no config to update or read, unknown applications, and disabled ones", async () => {
    const who = await account();
    for (const method of ["PUT", "GET"] as const) {
      const url = method === "PUT" ? `${base}/config` : `${base}/slug/stripe/config`;
      const body = method === "PUT" ? { slug: "stripe", fields: {} } : undefined;
      expect(await server.request({ method, url, ...as(who), body })).toMatchObject({
        status: 404,
        body: { error_code: "RESOURCE_NOT_FOUND", message: "Config not found" },
      });
    }
    for (const slug of ["unknown", "openai", "__proto__"]) {
      for (const method of ["POST", "PUT"] as const)
        expect(
          await server.request({ method, url: `${base}/config`, ...as(who), body: { slug } }),
        ).toMatchObject({ status: 404, body: { message: "Application not found" } });
      expect((await server.request({ url: `${base}/slug/${slug}/config`, ...as(who) })).status).toBe(404);
      const url = `${base}/slug/${slug}/config`;
      expect((await server.request({ method: "DELETE", url, ...as(who) })).status).toBe(404);
    }
  });

  test("400: invalid input, and nothing of the request is stored", async () => {
    const who = await account();
    const url = `${base}/config`;
    await server.request({ method: "POST", url, ...as(who), body: { slug: "stripe" } });
    const before = await server.request({ url: `${base}/slug/stripe/config`, ...as(who) });
    const first = (fields: unknown) => ({ workflows: [{ id: ids.first, enabled: true, fields }] });
    for (const change of [
      { config_id: 5 },
      { fields: "x" },
      { fields: [{ value: 1 }] },
      { workflows: {} },
      { workflows: [{ id: ids.first, enabled: "true", fields: {} }] },
      { workflows: [{ enabled: true, fields: {} }] },
      { fields: { a: 1 }, workflows: [{ id: "000000000000000000000000", enabled: true, fields: {} }] },
      first({ count: "many" }),
      first({ channel: 5 }),
      first({ unknown: 1 }),
      first({ map: { s1: "lost" } }),
    ]) {
      const body = { slug: "stripe", fields: { kept: true }, ...change };
      expect(await server.request({ method: "PUT", url, ...as(who), body })).toMatchObject({
        status: 400,
        body: { status_code: 400, message: expect.any(String) },
      });
    }
    for (const body of [{}, { slug: 5 }, { slug: "stripe", labels: 5 }, "{", []])
      expect((await server.request({ method: "POST", url, ...as(who), body })).status).toBe(400);
    const after = await server.request({ url: `${base}/slug/stripe/config`, ...as(who) });
    expect(after.body).toEqual(before.body);
  });

  test("401: without a credential", async () => {
    const body = { slug: "stripe" };
    expect((await server.request({ method: "POST", url: `${base}/config`, body })).status).toBe(401);
    expect((await server.request({ url: `${base}/slug/stripe/config` })).status).toBe(401);
  });

  test("another account does not see the config", async () => {
    const who = await account();
    const other = await account();
    const body = { slug: "stripe", config_id: "mine" };
    await server.request({ method: "POST", url: `${base}/config`, ...as(who), body });
    const url = `${base}/slug/stripe/config/mine`;
    for (const method of ["GET", "DELETE"] as const)
      expect((await server.request({ method, url, ...as(other) })).status).toBe(404);
    expect((await server.request({ url, ...as(who) })).status).toBe(200);
  });
});

test("401: the browser's routes reject API keys", async () => {
  const who = await account();
  const request = { key: server.testKey, account: who.id };
  const url = "/api/v2/f-sdk/slug/stripe/config";
  expect((await server.request({ url, ...request })).status).toBe(401);
});

test("400: an API key must name a linked account", async () => {
  const body = { slug: "stripe", linked_account_id: "in-the-body" };
  const url = `${PUBLIC}/config`;
  expect(await server.request({ method: "PUT", url, key: server.testKey, body })).toMatchObject({
    status: 400,
    body: { error_code: "INVALID_LINKED_ACCOUNT_ID" },
  });
});

test("the other environment has its own configs and workflows", async () => {
  const who = await account();
  await server.request({
    method: "POST",
    url: `${PUBLIC}/config`,
    token: who.token,
    body: { slug: "stripe" },
  });
  await server.account(who.id, server.productionKey);
  const request = { key: server.productionKey, account: who.id };
  expect((await server.request({ url: `${PUBLIC}/slug/stripe/config`, ...request })).status).toBe(404);
  const body = { slug: "stripe" };
  const reply = await server.request({ method: "POST", url: `${PUBLIC}/config`, ...request, body });
  expect(reply.body.workflows).toMatchObject([{ name: "Of production" }]);
});

test("a workflow of one account is offered to that account only", async () => {
  const who = await account();
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", who.id)
    .executeTakeFirstOrThrow();
  await insertTestWorkflow(server.deps, server.test, { name: "Private", account_id: id, index_order: 9 });
  const names = async ({ token }: { token: string }) => {
    const body = { slug: "stripe" };
    const reply = await server.request({ method: "POST", url: "/api/v2/f-sdk/config", token, body });
    return reply.body.workflows.map(({ name }: { name: string }) => name);
  };
  expect(await names(who)).toEqual(["First", "Second", "Private"]);
  expect(await names(await account())).toEqual(["First", "Second"]);
});
