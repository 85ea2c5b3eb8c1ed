import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ownApplication } from "../../test/spec/records.ts";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
let organization: TestOrganization;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  organization = await server.organization();
});
afterAll(() => server.close());

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, key: string, body?: object) =>
  server.request({ method, url: `/api/v2/public/${path}`, key, body });
const inTest = (method: Parameters<typeof send>[0], path: string, body?: object) =>
  send(method, path, organization.testKey, body);
const inProduction = (method: Parameters<typeof send>[0], path: string, body?: object) =>
  send(method, path, organization.productionKey, body);

describe("an event of test", () => {
  test("200: is promoted by name or id, and updated by the same call", async () => {
    const body = { name: "order.placed", response: { id: 1 } };
    const made = (await inTest("POST", "application/event", body)).body;
    const first = await inProduction("POST", "application/event/order.placed/promote");
    expect(first).toMatchObject({ status: 200, body: { name: "order.placed", response: made.response } });
    expect(first.body._id).not.toBe(made._id);
    await inTest("PUT", `application/event/${made._id}`, { response: { id: 1, total: 2 } });
    const again = await inProduction("POST", `application/event/${made._id}/promote`);
    expect(again.body).toMatchObject({ _id: first.body._id, response: expect.arrayContaining([]) });
    expect(again.body.response).not.toEqual(first.body.response);
    expect((await inProduction("GET", "application/event")).body).toHaveLength(1);
  });

  test("403: with a test key; 404: one that test does not have", async () => {
    await inTest("POST", "application/event", { name: "order.placed" });
    expect((await inTest("POST", "application/event/order.placed/promote")).status).toBe(403);
    expect((await inProduction("POST", "application/event/order.paid/promote")).status).toBe(404);
    expect((await inProduction("GET", "application/event")).body).toEqual([]);
  });
});

describe("a webhook of test", () => {
  const headers = { authorization: "Bearer of-the-receiver-1234" };
  const make = async () =>
    (
      await inTest("POST", "webhook", {
        webhook_url: "https://hooks.example.com/test",
        webhook_events: ["Workflow Errored"],
        description: "Alerts",
        webhook_headers: headers,
      })
    ).body;

  test("200: is promoted with its own address and secret; a repeated call updates the same one", async () => {
    const made = await make();
    const path = `webhook/${made._id}/promote`;
    const first = await inProduction("POST", path, { webhook_url: "https://hooks.example.com/live" });
    expect(first).toMatchObject({
      status: 200,
      body: {
        webhook_url: "https://hooks.example.com/live",
        description: "Alerts",
        webhook_events: ["Workflow Errored"],
      },
    });
    expect(first.body.secret).toMatch(/^whsec_/);
    expect(first.body.secret).not.toBe(made.secret);
    expect(first.body.webhook_headers).toEqual(made.webhook_headers);
    await inTest("PUT", `webhook/${made._id}`, { description: "All alerts" });
    const { body: again } = await inProduction("POST", path);
    expect(again).toMatchObject({
      _id: first.body._id,
      description: "All alerts",
      webhook_url: "https://hooks.example.com/live",
    });
    expect(again).not.toHaveProperty("secret");
    expect((await inProduction("GET", "webhook")).body).toHaveLength(1);
  });

  test("403: with a test key; 404: another organization's; 400: what production cannot have", async () => {
    const { _id } = await make();
    expect((await inTest("POST", `webhook/${_id}/promote`)).status).toBe(403);
    const stranger = (await server.organization()).productionKey;
    expect((await send("POST", `webhook/${_id}/promote`, stranger)).status).toBe(404);
    await inTest("POST", "workflow", { name: "Of test", workflow_alias: "of-test" });
    const workflow = (await inTest("GET", "workflow/of-test")).body._id;
    await inTest("PUT", `webhook/${_id}`, { workflow_ids: [workflow] });
    expect((await inProduction("POST", `webhook/${_id}/promote`)).status).toBe(400);
    expect((await inProduction("GET", "webhook")).body).toEqual([]);
  });
});

describe("an application of test", () => {
  const settings = (slug: string) => `application/${slug}/settings`;

  test("200: its settings are promoted; production keeps a client of its own", async () => {
    const ofTest = { enabled: true, client_id: "test", client_secret: "of-test-1234", scopes: ["repo"] };
    await inTest("PUT", settings("github"), ofTest);
    const promoted = await inProduction("POST", `${settings("github")}/promote`);
    expect(promoted).toMatchObject({
      status: 200,
      body: { enabled: true, client_id: "test", scopes: ["repo"] },
    });
    expect(promoted.text).not.toContain("of-test-1234");
    await inProduction("PUT", settings("github"), { client_id: "live", client_secret: "of-live-1234" });
    await inTest("PUT", settings("github"), { enabled: false, scopes: ["gist"] });
    const { body } = await inProduction("POST", `${settings("github")}/promote`);
    expect(body).toMatchObject({ enabled: false, client_id: "live", scopes: ["gist"] });
  });

  test("200: a custom application is promoted with its definition; 403 with a test key, 404 if test has none", async () => {
    expect((await inTest("POST", "application", ownApplication("shop"))).status).toBe(200);
    expect((await inTest("POST", `${settings("shop")}/promote`)).status).toBe(403);
    expect((await inProduction("GET", settings("shop"))).status).toBe(404);
    expect((await inProduction("POST", `${settings("shop")}/promote`)).body).toMatchObject({
      name: "Application shop",
    });
    expect((await inProduction("GET", settings("shop"))).status).toBe(200);
    expect((await inProduction("POST", `${settings("none")}/promote`)).status).toBe(404);
  });
});

test("a config accepts a workflow's alias wherever it accepts its id", async () => {
  const key = organization.testKey;
  await server.account("acme", key);
  const made = await inTest("POST", "workflow", {
    name: "Switched",
    slug: "stripe",
    workflow_alias: "switched",
    data_slots: [{ id: "channel", name: "Channel", field_type: "text" }],
  });
  await inTest("PUT", "workflow/switched/publish", { published: true });
  const as = { key, account: "acme" };
  const config = (method: "POST" | "PUT" | "PATCH", path: string, body: object, headers = {}) =>
    server.request({ method, url: `/api/v2/public/${path}`, ...as, body, headers });
  const workflows = [{ id: "switched", enabled: true, fields: { channel: "#sales" } }];
  const { body } = await config("POST", "config", { slug: "stripe", workflows });
  expect(body.workflows[0]).toMatchObject({ id: made.body._id, enabled: true });
  const off = await config("PATCH", "slug/stripe/config/acme/workflows/switched", { enabled: false });
  expect(off.body.workflows[0]).toMatchObject({ id: made.body._id, enabled: false });
  const field = await server.request({
    url: "/api/v2/public/config/field/channel?workflow_id=switched",
    ...as,
    headers: { slug: "stripe" },
  });
  expect(field).toMatchObject({ status: 200, body: { value: "#sales" } });
});
