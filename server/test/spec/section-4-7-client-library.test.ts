import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveConsent } from "../../../demo/third-party/approve-consent.ts";
import { startThirdParty, type ThirdParty } from "../../../demo/third-party/third-party.ts";
import { findFreeUrl } from "../free-port.ts";
import { echoWorkflow, publish } from "./records.ts";
import { HEX_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const APP = "/api/v2/f-sdk/application";
const CONFIG = "/api/v2/f-sdk/config";
const KEYED = "stockroom";
const OAUTH = "ledgerly";
const CLIENT = { id: "spec", secret: "client-secret-of-the-spec" };

let server: SpecServer;
let thirdParty: ThirdParty;
let token: string;
let workflow: string;
beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/${OAUTH}/callback`];
  thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  server = await startSpecServer({
    publicUrl,
    connectorsDir: CONNECTORS,
    variable: (name) => variables[name],
  });
  token = await server.account("acme");
  const body = echoWorkflow("order.placed", {
    name: "Offered",
    slug: KEYED,
    data_slots: [
      { id: "direction", name: "Direction", field_type: "text", required: false },
      { id: "limit", name: "Limit", field_type: "number", required: false },
      { id: "loud", name: "Loud", field_type: "json", required: false },
      {
        id: "stages",
        name: "Stages",
        field_type: "map",
        required: false,
        options: [{ name: "A", value: "a" }],
      },
    ],
  });
  workflow = (await publish(server, { key: server.testKey }, body))._id;
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

const get = (path: string, who = token) => server.call({ path, token: who });
const send = (method: string, path: string, body?: unknown, who = token) =>
  server.call({ method, path, token: who, ...(body !== undefined && { body }) });
const application = (slug: string, who = token) => expectOk(get(`${APP}/${slug}`, who));
const saveKey = (key: string, who = token) => send("POST", `/api/v2/app/${KEYED}/save`, { key }, who);
const disconnect = (slug: string, who = token) =>
  send("DELETE", `/api/v1/linked-acc/integration/${slug}`, undefined, who);

async function enable(slug: string, enabled: boolean) {
  const path = `/api/v2/public/application/${slug}/settings`;
  await expectOk(server.call({ method: "PUT", path, key: server.testKey, body: { enabled } }));
}

test("4.7: get applications with a slug returns that application's details", async () => {
  expect(await application(KEYED)).toMatchObject({
    app_id: HEX_ID,
    slug: KEYED,
    name: "Stockroom",
    auth_type: "keybased",
    connected: false,
    connected_accounts: [],
  });
});

test("4.7: get applications without a slug returns all enabled applications", async () => {
  const slugs = async () => (await expectOk(get(APP))).map(({ slug }: { slug: string }) => slug);
  expect(await slugs()).toEqual(expect.arrayContaining([KEYED, OAUTH, "sendgrid", "stripe"]));
  await enable("stripe", false);
  expect(await slugs()).not.toContain("stripe");
  expect((await get(`${APP}/stripe`)).status).toBe(404);
  await enable("stripe", true);
  expect(await slugs()).toContain("stripe");
});

test("4.7: an unknown application is a 404", async () => {
  expect((await get(`${APP}/no-such-app`)).status).toBe(404);
  expect((await send("POST", "/api/v2/app/no-such-app/save", { key: "k" })).status).toBe(404);
  expect((await get("/api/v1/no-such-app/integrate")).status).toBe(404);
});

test("4.7: connecting with auth key-value pairs connects the application", async () => {
  const who = await server.account("keyed");
  expect(await saveKey(thirdParty.stockroomKey, who)).toMatchObject({ status: 200, body: { success: true } });
  expect(await application(KEYED, who)).toMatchObject({
    connected: true,
    reauth_required: false,
    connected_accounts: [{ auth_type: "keybased", status: "active", connectedAt: expect.any(String) }],
  });
  expect((await application(KEYED)).connected).toBe(false);
});

test.each([[{ key: "a-wrong-key" }], [{}], [{ other: "x" }], [{ key: 5 }], [{ key: "" }]])(
  "4.7: connecting with %j is a 400, nothing stored",
  async (payload) => {
    const reply = await send("POST", `/api/v2/app/${KEYED}/save`, payload);
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain("a-wrong-key");
    expect((await application(KEYED)).connected).toBe(false);
  },
);

test("4.7: connecting without a payload leads through the provider's consent, and connects", async () => {
  const who = await server.account("consenting");
  const { auth_url } = await expectOk(get(`/api/v1/${OAUTH}/integrate?`, who));
  expect(auth_url).toMatch(/\/connect\/[\w-]{43}$/);
  expect((await application(OAUTH, who)).connected).toBe(false);
  await approveConsent(auth_url);
  expect(await application(OAUTH, who)).toMatchObject({
    connected: true,
    connected_accounts: [{ auth_type: "oauth2", status: "active", identifier: "northwind-books" }],
  });
});

test("4.7: a callback without an issued state connects nobody", async () => {
  const who = await server.account("forged");
  const callback = `/api/v1/${OAUTH}/callback`;
  for (const query of ["", "?code=x", "?state=x&code=y", "?state=%27--&code=", "?error=access_denied"]) {
    const reply = await server.call({ path: callback + query });
    expect([200, 400]).toContain(reply.status);
    expect(reply.headers["content-type"]).toContain("text/html");
  }
  expect((await application(OAUTH, who)).connected).toBe(false);
});

test("4.7: disconnecting removes the connection and its associated data", async () => {
  const who = await server.account("leaving");
  await expectOk(saveKey(thirdParty.stockroomKey, who));
  await expectOk(send("POST", CONFIG, { slug: KEYED }, who));
  expect(await disconnect(KEYED, who)).toMatchObject({ status: 200, body: { success: true } });
  expect(await application(KEYED, who)).toMatchObject({ connected: false, connected_accounts: [] });
  expect((await get(`/api/v2/f-sdk/slug/${KEYED}/config`, who)).status).toBe(404);
  const { body } = await server.call({ path: "/api/v2/public/linked-account/leaving", key: server.testKey });
  expect(body.integrations).toEqual([]);
});

test("4.7: disconnecting an unconnected application is a 404", async () => {
  expect((await disconnect(KEYED)).status).toBe(404);
});

test("4.7: get or create a config creates it once, under the given config_id or the account's", async () => {
  const first = await expectOk(send("POST", CONFIG, { slug: KEYED }));
  expect(first).toMatchObject({ slug: KEYED, config_id: "acme", fields: [], field_errors: [] });
  expect(await expectOk(send("POST", CONFIG, { slug: KEYED }))).toEqual(first);
  const named = await expectOk(send("POST", CONFIG, { slug: KEYED, config_id: "second" }));
  expect(named.config_id).toBe("second");
  const list = await expectOk(get(`/api/v2/public/slug/${KEYED}/configs`));
  expect(list).toEqual([{ config_id: "acme" }, { config_id: "second" }]);
});

test("2.8: configPayload accepts labels, a map of string to array of labels, which map fields show", async () => {
  const labels = { stages: [{ name: "Won", value: "won" }] };
  const { workflows } = await expectOk(send("POST", CONFIG, { slug: KEYED, config_id: "labelled", labels }));
  const field = workflows[0].fields.find(({ id }: { id: string }) => id === "stages");
  expect(field.labels).toEqual(labels.stages);
});

test("2.8, 4.7: updateConfigPayload sets the fields and workflows, and the updated config is returned", async () => {
  await expectOk(send("POST", CONFIG, { slug: KEYED, config_id: "updated" }));
  const fields = { direction: "out", limit: 5, loud: true };
  const change = {
    slug: KEYED,
    config_id: "updated",
    fields: { region: "eu" },
    workflows: [{ id: workflow, enabled: true, fields }],
  };
  const updated = await expectOk(send("PUT", CONFIG, change));
  const [shown] = updated.workflows;
  expect(shown).toMatchObject({ id: workflow, enabled: true });
  const values = Object.fromEntries(
    shown.fields.map(({ id, value }: { id: string; value: unknown }) => [id, value]),
  );
  expect(values).toMatchObject(fields);
  expect(updated.fields).toEqual([expect.objectContaining({ id: "region", value: "eu" })]);
  expect(await expectOk(get(`/api/v2/f-sdk/slug/${KEYED}/config/updated`))).toEqual(updated);
});

test.each([
  [{ config_id: "strict" }],
  [{ slug: 5, config_id: "strict" }],
  [{ slug: KEYED, config_id: 5 }],
  [{ slug: KEYED, config_id: "strict", fields: "text" }],
  [{ slug: KEYED, config_id: "strict", workflows: {} }],
  [{ slug: KEYED, config_id: "strict", workflows: [{ enabled: true, fields: {} }] }],
  [{ slug: KEYED, config_id: "strict", workflows: [{ id: "$id", fields: {} }] }],
  [{ slug: KEYED, config_id: "strict", workflows: [{ id: "$id", enabled: "yes", fields: {} }] }],
  [{ slug: KEYED, config_id: "strict", workflows: [{ id: "nothing", enabled: true, fields: {} }] }],
  [{ slug: KEYED, config_id: "strict", workflows: [{ id: "$id", enabled: true, fields: { limit: {} } }] }],
])("2.8: updating with %j is a 400, nothing stored", async (change) => {
  const before = await expectOk(send("POST", CONFIG, { slug: KEYED, config_id: "strict" }));
  const body = JSON.parse(JSON.stringify(change).replaceAll("$id", workflow));
  expect((await send("PUT", CONFIG, body)).status).toBe(400);
  expect(await expectOk(get(`/api/v2/f-sdk/slug/${KEYED}/config/strict`))).toEqual(before);
});

test("4.7: updating an unknown config or application is a 404", async () => {
  expect((await send("PUT", CONFIG, { slug: KEYED, config_id: "never-made" })).status).toBe(404);
  expect((await send("PUT", CONFIG, { slug: "no-such-app" })).status).toBe(404);
  expect((await send("POST", CONFIG, { slug: "no-such-app" })).status).toBe(404);
});

test("4.7: deleting a config removes it, with a configId and without", async () => {
  const who = await server.account("tidy");
  for (const config_id of ["tidy", "named"])
    await expectOk(send("POST", CONFIG, { slug: KEYED, config_id }, who));
  const base = `/api/v2/f-sdk/slug/${KEYED}/config`;
  for (const path of [base, `${base}/named`]) {
    expect((await send("DELETE", path, undefined, who)).body).toEqual({
      message: "Installation Deleted Success",
    });
    expect((await get(path, who)).status).toBe(404);
    expect((await send("DELETE", path, undefined, who)).status).toBe(404);
  }
});

test("platform-surface 1.1: PATCH switches one workflow, and returns the workflows", async () => {
  await expectOk(send("POST", CONFIG, { slug: KEYED, config_id: "switched" }));
  const path = `/api/v2/public/slug/${KEYED}/config/switched/workflows/${workflow}`;
  const { workflows } = await expectOk(send("PATCH", path, { enabled: true }));
  expect(workflows).toEqual([expect.objectContaining({ id: workflow, enabled: true })]);
  expect((await send("PATCH", path, { enabled: 1 })).status).toBe(400);
});
