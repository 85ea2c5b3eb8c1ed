import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { jsonb } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";

const URL = "/api/v2/public/application/event";
const ALIAS = "/api/v2/public/event";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (body: unknown, key = server.testKey) => server.request({ method: "POST", url: URL, key, body });
const get = (url: string, key = server.testKey) => server.request({ url, key });
const put = (url: string, body: unknown, key = server.testKey) =>
  server.request({ method: "PUT", url, key, body });
const remove = (url: string, key = server.testKey) => server.request({ method: "DELETE", url, key });

describe("definitions of events (spec 2.7)", () => {
  test("200: POST creates one, with the names of both published forms", async () => {
    const json_schema = { type: "object" };
    const response = JSON.stringify({ order: { total: 12.5 } });
    const reply = await post({ name: "Order Placed", response, json_schema });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      event_id: reply.body._id,
      name: "Order Placed",
      event_name: "Order Placed",
      response: [
        { key: "order", type: "object" },
        { key: "order.total", type: "number" },
      ],
      event_model: { order: "object", "order.total": "number" },
      raw_response: { order: { total: 12.5 } },
      json_schema,
      org_id: server.orgId,
      environment: "test",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: reply.body.createdAt,
      __v: 0,
    });
    for (const url of [`${URL}/${reply.body._id}`, `${ALIAS}/${reply.body._id}`])
      expect((await get(url)).body).toEqual(reply.body);
  });

  test("200: the older form names a model; a name alone is enough", async () => {
    expect((await post({ name: "Older", model: { id: "number", paid: "boolean" } })).body).toMatchObject({
      response: [
        { key: "id", type: "number" },
        { key: "paid", type: "boolean" },
      ],
    });
    const { body } = await post({ name: "Bare" });
    expect(body).toMatchObject({ response: [], event_model: {} });
    expect(body).not.toHaveProperty("raw_response");
    expect(body).not.toHaveProperty("json_schema");
  });

  test.each<[string, unknown]>([
    ["no body", undefined],
    ["no name", { response: {} }],
    ["an empty name", { name: "" }],
    ["a name of the wrong type", { name: 5 }],
    ["a reserved name", { name: "API Call" }],
    ["another reserved name", { name: "Schedule" }],
    ["the reserved name of incoming webhooks", { name: "Webhook" }],
    ["a response that is not JSON", { name: "Bad", response: "{" }],
    ["a response of the wrong type", { name: "Bad", response: 5 }],
    ["an unknown type", { name: "Bad", model: { a: "date" } }],
    ["a schema that is a list", { name: "Bad", json_schema: [] }],
    ["a schema that is not JSON", { name: "Bad", json_schema: "nonsense" }],
  ])("400: %s, and nothing is stored", async (_name, body) => {
    const before = (await get(URL)).body.length;
    expect(await post(body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect((await get(URL)).body).toHaveLength(before);
  });

  test("400: a taken name; another environment may use it", async () => {
    await post({ name: "Taken" });
    expect(await post({ name: "Taken" })).toMatchObject({ status: 400, body: { message: /name/ } });
    const other = await post({ name: "Free" });
    expect((await put(`${URL}/${other.body._id}`, { name: "Taken" })).status).toBe(400);
    expect((await post({ name: "Taken" }, server.productionKey)).status).toBe(200);
  });

  test("200: PUT sets the given fields and keeps the rest, under both paths", async () => {
    const { body: made } = await post({
      name: "Changing",
      response: { a: 1 },
      json_schema: { type: "object" },
    });
    const changed = await put(`${ALIAS}/${made._id}`, {
      event_id: made._id,
      response: [{ key: "b", type: "text" }],
    });
    expect(changed.body).toMatchObject({
      name: "Changing",
      response: [{ key: "b", type: "text" }],
      json_schema: { type: "object" },
      __v: 1,
    });
    expect(changed.body).not.toHaveProperty("raw_response");
    const renamed = await put(`${URL}/${made._id}`, { name: "Changed", json_schema: null });
    expect(renamed.body).toMatchObject({
      event_name: "Changed",
      response: [{ key: "b", type: "text" }],
      __v: 2,
    });
    expect(renamed.body).not.toHaveProperty("json_schema");
  });

  test("200: both lists contain this environment's events, sorted by name", async () => {
    const { testKey, productionKey } = await server.organization();
    for (const name of ["b", "a"]) await post({ name }, testKey);
    await post({ name: "c" }, productionKey);
    for (const url of [URL, ALIAS])
      expect((await get(url, testKey)).body.map((event: { name: string }) => event.name)).toEqual(["a", "b"]);
  });

  test("200: DELETE answers with the message of spec 4.6; then 404", async () => {
    for (const base of [URL, ALIAS]) {
      const { body } = await post({ name: "Leaving" });
      expect(await remove(`${base}/${body._id}`)).toMatchObject({
        status: 200,
        body: { message: "event deleted successfully" },
      });
      expect(await remove(`${base}/${body._id}`)).toMatchObject({
        status: 404,
        body: { error_code: "RESOURCE_NOT_FOUND" },
      });
      expect((await get(`${base}/${body._id}`)).status).toBe(404);
      expect((await put(`${base}/${body._id}`, { name: "Back" })).status).toBe(404);
    }
  });

  test("400: response, model and json_schema have at most 64 KB each", async () => {
    const text = "x".repeat(65 * 1024);
    const model = Object.fromEntries(
      Array.from({ length: 140 }, (_, i) => [`${i}`.padEnd(500, "x"), "text"]),
    );
    const { body: made } = await post({ name: "Small", response: { a: 1 } });
    const url = `${URL}/${made._id}`;
    for (const [field, shape] of Object.entries({
      response: { response: { text } },
      model: { model },
      json_schema: { json_schema: { description: text } },
    })) {
      const told = {
        status: 400,
        body: { message: `${field} must have at most 64 KB, with the paths of its fields.` },
      };
      if (field === "json_schema") told.body.message = "json_schema must have at most 64 KB.";
      expect(await post({ name: "Large", ...shape })).toMatchObject(told);
      expect(await put(url, shape)).toMatchObject(told);
    }
    expect((await get(url)).body).toEqual(made);
  });

  test("400: an environment has at most 500 events", async () => {
    const { testKey: key, productionKey, test: scope } = await server.organization();
    const now = server.deps.clock.now();
    const rows = Array.from({ length: 499 }, (_, i) => ({
      id: createId(),
      org_id: scope.orgId,
      environment: scope.environment,
      name: `event ${i}`,
      fields: jsonb([]),
      sample: null,
      json_schema: null,
      created_at: now,
      updated_at: now,
    }));
    await server.deps.db.insertInto("application_events").values(rows).execute();
    expect((await post({ name: "last" }, key)).status).toBe(200);
    expect(await post({ name: "one more" }, key)).toMatchObject({
      status: 400,
      body: { message: "An environment has at most 500 events: delete one that nothing uses." },
    });
    expect((await get(URL, key)).body).toHaveLength(500);
    expect((await post({ name: "last" }, productionKey)).status).toBe(200);
  });

  test("404: for another environment and organization", async () => {
    const { body } = await post({ name: "Mine" });
    const stranger = await server.organization();
    for (const key of [server.productionKey, stranger.testKey]) {
      const url = `${URL}/${body._id}`;
      expect((await get(url, key)).status).toBe(404);
      expect((await put(url, { name: "Theirs" }, key)).status).toBe(404);
      expect((await remove(url, key)).status).toBe(404);
    }
    expect((await get(`${URL}/${body._id}`)).body).toEqual(body);
  });

  test("401: for a session token", async () => {
    const token = await server.account("reader");
    const { body } = await post({ name: "Guarded" });
    for (const base of [URL, ALIAS]) {
      const calls = [
        server.request({ url: base, token }),
        server.request({ url: `${base}/${body._id}`, token }),
        server.request({ method: "PUT", url: `${base}/${body._id}`, token, body: { name: "x" } }),
        server.request({ method: "DELETE", url: `${base}/${body._id}`, token }),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    }
    expect((await server.request({ method: "POST", url: URL, token, body: { name: "y" } })).status).toBe(401);
  });
});
