import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startThirdParty, type ThirdParty } from "../../demo/third-party/third-party.ts";
import { type ListeningServer, startListeningServer } from "../../server/test/listening-server.ts";
import { type Client, createClient } from "./client.ts";
import { createServerClient, type ServerClient } from "./server-client.ts";

const CONNECTORS = new URL("../../demo/connectors", import.meta.url).pathname;
const acme = { linkedAccountId: "acme" };
const MOVEMENT = {
  reference: "M-1",
  direction: "in",
  occurred_at: "2026-01-31T09:30:00Z",
  sku: "A-1",
  product: "Bolts",
  quantity: 2,
  destination: { city: null, country: "AT" },
  note: null,
};

let thirdParty: ThirdParty;
let server: ListeningServer;
let junctor: ServerClient;
let browser: Client;

beforeAll(async () => {
  thirdParty = await startThirdParty({ client: { id: "shop", secret: "secret", redirectUris: [] } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: "shop",
    LEDGERLY_CLIENT_SECRET: "secret",
  };
  server = await startListeningServer({ connectorsDir: CONNECTORS, variable: (name) => variables[name] });
  junctor = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
  await junctor.linkedAccounts.upsert({ linked_account_id: "acme" });
  const { token } = await junctor.sessionTokens.create("acme");
  browser = createClient({ baseUrl: server.baseUrl, token });
  await junctor.connections.saveKey("stockroom", { key: thirdParty.stockroomKey }, acme);
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

describe("connections, from the server", () => {
  test("are created with a key, listed, and checked", async () => {
    const wrong = junctor.connections.saveKey("stockroom", { key: "wrong" }, acme);
    await expect(wrong).rejects.toMatchObject({ status: 400, code: "EXTERNAL_API_FAILURE" });
    const [application] = await junctor.connections.applications({ slug: "stockroom" }, acme);
    expect(application).toMatchObject({ slug: "stockroom", connected: true });
    const slugs = [];
    for await (const connection of junctor.connections.listAll()) slugs.push(connection.slug);
    expect(slugs).toEqual(["stockroom"]);
    const health = await junctor.connections.health("stockroom", acme);
    expect(await browser.applications.health("stockroom")).toMatchObject({ slug: health.slug });
    const { auth_url } = await junctor.connections.signInAddress("ledgerly", acme);
    expect(auth_url).toMatch(/\/connect\/[\w-]{43}$/);
  });

  test("are removed, and the account is returned without them", async () => {
    await junctor.linkedAccounts.upsert({ linked_account_id: "leaving" });
    const leaving = { linkedAccountId: "leaving" };
    await junctor.connections.saveKey("stockroom", { key: thirdParty.stockroomKey }, leaving);
    const account = await junctor.connections.disconnect("stockroom", { ...leaving, type: "keybased" });
    expect(account).toMatchObject({ account_id: "leaving", integrations: [] });
  });

  test("tokens migrated from another system are not stored if the provider rejects them", async () => {
    const body = { slug: "ledgerly", auth_object: { access_token: "x", refresh_token: "y" } };
    await expect(junctor.connections.migrateToken(body, acme)).rejects.toMatchObject({
      status: 400,
      code: "EXTERNAL_API_FAILURE",
    });
  });

  test("credentials of the company's own application are set and removed", async () => {
    expect(await junctor.connections.setCredential("key", { any: 1 }, acme)).toMatchObject({
      action: "added",
    });
    expect(await junctor.connections.deleteCredential("key", acme)).toMatchObject({ success: true });
    await expect(junctor.connections.deleteCredential("key", acme)).rejects.toMatchObject({ status: 404 });
  });
});

describe("actions, without a workflow", () => {
  const record = { slug: "stockroom", action: "create_movement" };

  test("are listed and described for the browser and the server alike", async () => {
    const list = await browser.actions.list("stockroom");
    expect(list.map(({ action_id }) => action_id)).toEqual(["create_movement", "ping"]);
    expect(await junctor.actions.list("stockroom", acme)).toEqual(list);
    const inputs = await browser.actions.inputs(record);
    expect(inputs).toContainEqual(
      expect.objectContaining({ name: "quantity", type: "number", required: true }),
    );
    const noList = browser.actions.options({ ...record, list: "none" });
    await expect(noList).rejects.toMatchObject({ status: 404 });
  });

  test("run once per idempotency key; a failure is returned in the result, invalid inputs are thrown", async () => {
    const options = { ...acme, idempotencyKey: "movement-1" };
    const first = await junctor.actions.execute(record, MOVEMENT, options);
    expect(first).toMatchObject({
      node_status: "Success",
      data: expect.objectContaining({ reference: "M-1" }),
    });
    expect(await junctor.actions.execute(record, MOVEMENT, options)).toEqual(first);
    expect(thirdParty.movements()).toHaveLength(1);
    thirdParty.failNext(1, 422);
    const failed = await browser.actions.execute({ slug: "stockroom", action: "ping" }, {});
    expect(failed).toMatchObject({ node_status: "Errored" });
    const wrong = browser.actions.execute(record, { quantity: "many" });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
  });
});

describe("raw requests", () => {
  test("resolve with the provider's answer, whatever its status", async () => {
    const ping = await junctor.proxy({ slug: "stockroom", path: "/api/ping" }, acme);
    expect(ping.status).toBe(200);
    const body = { ...MOVEMENT, reference: "M-2" };
    const path = "/api/movements";
    const made = await junctor.proxy({ slug: "stockroom", path, method: "POST", body }, acme);
    expect([made.status, (await made.json()).reference]).toEqual([201, "M-2"]);
    const missing = await junctor.proxy({ slug: "stockroom", path: "/api/nothing?a=1" }, acme);
    expect(missing.status).toBe(404);
  });

  test("throw when the request does not reach the provider", async () => {
    const send = (slug: string, path: string, linkedAccountId = "acme") =>
      junctor.proxy({ slug, path }, { linkedAccountId });
    await expect(send("nothing", "/")).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    await expect(send("stockroom", "/", "nobody")).rejects.toMatchObject({ status: 400 });
    for (const path of ["api/ping", "/../../organization", "/%2e%2e/organization"])
      await expect(send("stockroom", path)).rejects.toThrow(TypeError);
    const closed = createServerClient({ baseUrl: "http://127.0.0.1:9", apiKey: "tk" });
    await expect(closed.proxy({ slug: "a", path: "/" }, acme)).rejects.toMatchObject({
      code: "NETWORK_ERROR",
    });
  });
});

test("links to the hosted pages are created for the account", async () => {
  const { hosted_url } = await junctor.portal.createLink({ name: "Acme" }, { ...acme, configId: "main" });
  expect(new URL(hosted_url).pathname).toMatch(/^\/connect\/[\w-]{43}$/);
  expect(new URL(hosted_url).searchParams.get("config_id")).toBe("main");
  expect((await browser.portal.createLink()).hosted_url).toMatch(/\/connect\/[\w-]{43}$/);
});
