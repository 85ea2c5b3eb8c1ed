import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const PUBLIC = "/api/v2/public";
const DECLARED = `${PUBLIC}/application/stripe/fields`;
const CODED = {
  id: "coded",
  field_type: "rule_engine",
  rule_columns: { rhs: { name: "Declared" }, conditional_code: 'console.log("asked for", lhs, fields);' },
};
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await declare(server.testKey, [{ id: "city", name: "City" }, CODED]);
});
afterAll(() => server.close());

const declare = (key: string, fields: unknown) =>
  server.request({ method: "PUT", url: DECLARED, key, body: { fields } });

describe("declaring an application's fields", () => {
  test("200: as they were sent, including code, which customers never see", async () => {
    const { body } = await server.request({ url: DECLARED, key: server.testKey });
    expect(body).toEqual({ slug: "stripe", fields: [{ id: "city", name: "City" }, CODED] });
    const token = await server.account("acme");
    await server.request({ method: "POST", url: `${PUBLIC}/config`, token, body: { slug: "stripe" } });
    const { text } = await server.request({ url: `${PUBLIC}/slug/stripe/config`, token });
    expect(text).not.toContain("console.log");
  });

  test("belong to organization and environment, and to one application", async () => {
    const other = await server.organization();
    for (const key of [other.testKey, server.productionKey])
      expect((await server.request({ url: DECLARED, key })).body).toEqual({ slug: "stripe", fields: [] });
    expect((await declare(other.testKey, [{ id: "x" }])).status).toBe(200);
    expect((await declare(other.testKey, [])).body.fields).toEqual([]);
    const url = `${PUBLIC}/application/airtable/fields`;
    expect((await server.request({ url, key: server.testKey })).body.fields).toEqual([]);
  });

  test("400, 401 and 404: invalid declarations are rejected and change nothing", async () => {
    const before = await server.request({ url: DECLARED, key: server.testKey });
    for (const fields of [
      "x",
      [5],
      [{}],
      [{ id: 5 }],
      [{ id: "a", required: "yes" }],
      [{ id: "a", options: [{ name: "without a value" }] }],
      [{ id: "a", options: [{ value: {} }] }],
      [{ id: "a", data_source: { type: "sql" } }],
      [{ id: "a", data_source: "workflow" }],
      [{ id: "a", parent: "b" }],
      [{ id: "a", rule_columns: { rhs: { type: "date" } } }],
      Array.from({ length: 201 }, (_, id) => ({ id: `f${id}` })),
    ])
      expect(await declare(server.testKey, fields)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    const token = await server.account("acme");
    expect((await server.request({ url: DECLARED, token })).status).toBe(401);
    const unknown = { url: `${PUBLIC}/application/unknown/fields`, key: server.testKey };
    expect((await server.request(unknown)).status).toBe(404);
    expect((await server.request({ url: DECLARED, key: server.testKey })).body).toEqual(before.body);
  });

  test("400: a workflow's data slots are validated in the same way", async () => {
    const body = { name: "W", data_slots: [{ id: "a", parent: "b" }] };
    const reply = await server.request({
      method: "POST",
      url: `${PUBLIC}/workflow`,
      key: server.testKey,
      body,
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { message: 'data_slots: field "a": parent "b" is not a field here.' },
    });
  });
});

describe("a data source", () => {
  const SOURCE = { name: "name", value: "id", type: "action" };
  const ruled = (rhs: object) => ({ id: "a", field_type: "rule_engine", rule_columns: { rhs } });
  const field = (data_source: object) => ({ id: "a", data_source });

  test.each([
    ["list", field({ type: "options", list: "gone" }), "data_source: Slack has no list gone."],
    ["action", field({ ...SOURCE, action: "gone" }), "data_source: Slack has no action gone."],
    [
      "reading action",
      field({ ...SOURCE, action: "send_message" }),
      "data_source: the action send_message changes something, so it cannot be a data source.",
    ],
    ["workflow", field({ type: "workflow", workflow_id: "gone" }), "data_source: there is no workflow gone."],
    [
      "list for one left side",
      ruled({ by_lhs: { x: { data_source: { type: "options", list: "gone" } } } }),
      "rule_columns.rhs.by_lhs.x.data_source: Slack has no list gone.",
    ],
  ])("400: that names an unknown %s is rejected where it is declared", async (_what, slot, problem) => {
    const { testKey: key } = server;
    const url = `${PUBLIC}/application/slack/fields`;
    const refused = (where: string) => ({
      status: 400,
      body: { message: `${where}: field "a": ${problem}` },
    });
    const declared = await server.request({ method: "PUT", url, key, body: { fields: [slot] } });
    expect(declared).toMatchObject(refused("fields"));
    expect((await server.request({ url, key })).body.fields).toEqual([]);
    const made = await server.request({
      method: "POST",
      url: `${PUBLIC}/workflow`,
      key,
      body: { name: "W", slug: "slack" },
    });
    const one = `${PUBLIC}/workflow/${made.body._id}`;
    const body = { name: "W", slug: "slack", data_slots: [slot] };
    const again = await server.request({ method: "POST", url: `${PUBLIC}/workflow`, key, body });
    expect(again).toMatchObject(refused("data_slots"));
    // A workflow keeps its own application.
    const changed = await server.request({ method: "PUT", url: one, key, body: { data_slots: [slot] } });
    expect(changed).toMatchObject(refused("data_slots"));
    expect((await server.request({ url: one, key })).body.data_slots).toEqual([]);
  });

  test("200: that exists, including a workflow's alias, published or not", async () => {
    const { testKey: key } = server;
    const workflow = { name: "Choices", workflow_alias: "choices" };
    await server.request({ method: "POST", url: `${PUBLIC}/workflow`, key, body: workflow });
    const fields = [
      field({ type: "workflow", workflow_id: "choices" }),
      { id: "b", data_source: { type: "options", list: "channels" } },
      { id: "c", data_source: { ...SOURCE, action: "list_channels" } },
    ];
    const url = `${PUBLIC}/application/slack/fields`;
    expect(await server.request({ method: "PUT", url, key, body: { fields } })).toMatchObject({
      status: 200,
    });
    const body = { name: "W", slug: "slack", data_slots: fields };
    expect((await server.request({ method: "POST", url: `${PUBLIC}/workflow`, key, body })).status).toBe(200);
    // Visible only to this organization's test environment.
    const other = await server.organization();
    for (const foreign of [server.productionKey, other.testKey]) {
      const elsewhere = await server.request({ method: "PUT", url, key: foreign, body: { fields } });
      expect(elsewhere).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("no workflow choices") },
      });
    }
  });
});
