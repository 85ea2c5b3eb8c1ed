import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const BASE = "/api/v2/public/workflow";
const EXAMPLE = { order: { number: 7 }, tags: ["a"], paid: true };
const FIELDS = [
  { key: "order", type: "object" },
  { key: "order.number", type: "number" },
  { key: "tags", type: "array" },
  { key: "paid", type: "boolean" },
];
const SCHEMA = { type: "object", required: ["order"] };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

const structure = (id: string) => server.request({ url: `${BASE}/request-structure/${id}`, token });

async function publish(triggers: string[], more: object = {}, key = server.testKey): Promise<string> {
  const body = {
    name: "Asked for",
    nodes: [
      {
        id: "start",
        type: "start",
        triggers: triggers.map((event) => ({ application: "Junctor", event })),
      },
      { id: "code", type: "ai_code_executor", data: { code: "return input" } },
    ],
    edges: [{ source: "start", target: "code" }],
    ...more,
  };
  const made = await server.request({ method: "POST", url: BASE, key, body });
  const { _id } = made.body;
  const published = { method: "PUT", url: `${BASE}/${_id}/publish`, key, body: { published: true } } as const;
  expect((await server.request(published)).status).toBe(200);
  return _id;
}

test("200: the structure of the event that starts the workflow, by id, by alias, and with an API key", async () => {
  const body = { name: "order.placed", response: EXAMPLE, json_schema: SCHEMA };
  const made = {
    method: "POST",
    url: "/api/v2/public/application/event",
    key: server.testKey,
    body,
  } as const;
  expect((await server.request(made)).status).toBe(200);
  expect((await server.request({ ...made, body: { name: "another.event" } })).status).toBe(200);
  const id = await publish(["API Call", "order.placed", "another.event"], { workflow_alias: "placed" });
  const expected = { payload: EXAMPLE, schema: SCHEMA, schema_interpreted: FIELDS };
  expect(await structure(id)).toMatchObject({ status: 200, body: expected });
  expect((await structure("placed")).body).toEqual(expected);
  const url = `${BASE}/request-structure/placed`;
  const byKey = await server.request({ url, key: server.testKey, account: "acme" });
  expect(byKey.body).toEqual(expected);
});

test("200: the workflow's own structure; unknown parts are null", async () => {
  const own = await publish(["API Call"], { settings: { manual_execution_payload: EXAMPLE } });
  expect((await structure(own)).body).toEqual({ payload: EXAMPLE, schema: null, schema_interpreted: FIELDS });
  const schema = await publish(["API Call"], { settings: { json_schema: SCHEMA } });
  expect((await structure(schema)).body).toEqual({ payload: null, schema: SCHEMA, schema_interpreted: null });
  const none = await publish(["API Call"]);
  expect((await structure(none)).body).toEqual({ payload: null, schema: null, schema_interpreted: null });
});

test("404 for a draft, an unknown one, another organization's; 400 without an account; 401 without a credential", async () => {
  const made = { method: "POST", url: BASE, key: server.testKey, body: { name: "Draft" } } as const;
  const draft = (await server.request(made)).body._id;
  const foreign = await publish(["API Call"], {}, (await server.organization()).testKey);
  for (const id of [draft, foreign, "no-alias"]) expect((await structure(id)).status, id).toBe(404);
  const url = `${BASE}/request-structure/any`;
  expect((await server.request({ url, key: server.testKey })).status).toBe(400);
  expect((await server.request({ url })).status).toBe(401);
});
