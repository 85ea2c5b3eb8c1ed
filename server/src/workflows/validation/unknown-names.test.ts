import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { jsonb } from "../../platform/database/database.ts";

const BASE = "/api/v2/public/workflow";
const START = { id: "start", type: "start" };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const save = (...nodes: object[]) =>
  server.request({
    method: "POST",
    url: BASE,
    key: server.testKey,
    body: { name: "Names", nodes: [START, ...nodes] },
  });

describe("a setting that the node's type does not have is rejected", () => {
  test.each([
    ["loop", { items: [], concurency: 5 }, "concurency", 'did you mean "concurrency"?'],
    ["http", { url: "https://example.com/", methd: "POST" }, "methd", 'did you mean "method"?'],
    ["log", { levl: "warn" }, "levl", 'did you mean "level"?'],
    ["log", { Level: "warn" }, "Level", 'did you mean "level"?'],
    ["log", { lveel: "warn" }, "lveel", 'did you mean "level"?'],
    ["log", { color: "red" }, "color", "use one of message, level, data."],
    ["delay", { for: { minuts: 5 } }, "for.minuts", 'did you mean "minutes"?'],
    ["switch", { cases: [{ value: 1 }, { valeu: 2 }] }, "cases.1.valeu", 'did you mean "value"?'],
  ])("%s: %j", async (type, data, key, hint) => {
    const field = `data.${key}`;
    const message = `Node "a": ${field}: unknown setting; ${hint}`;
    expect(await save({ id: "a", type, data })).toMatchObject({
      status: 400,
      body: { message, errors: [{ node_id: "a", field, message }] },
    });
  });

  test("also in stored nodes, by their problems and when published", async () => {
    const { body } = await save({ id: "a", type: "log", data: { level: "warn" } });
    const nodes = jsonb(JSON.parse(JSON.stringify(body.nodes).replace('"level"', '"levl"')));
    await server.deps.db.updateTable("workflows").set({ nodes }).where("id", "=", body._id).execute();
    const expected = { errors: [{ node_id: "a", field: "data.levl" }] };
    const { testKey: key } = server;
    expect((await server.request({ url: `${BASE}/${body._id}/problems`, key })).body).toMatchObject(expected);
    const published = { published: true };
    expect(
      await server.request({ method: "PUT", url: `${BASE}/${body._id}/publish`, key, body: published }),
    ).toMatchObject({ status: 400, body: expected });
  });

  test("but the content of an open setting is the workflow's own", async () => {
    const url = "https://example.com/";
    const nodes = [
      { id: "call", type: "http", data: { url, headers: { methd: "x" }, body: { methd: 1 } } },
      { id: "put", type: "datastore", data: { operation: "put", name: "n", fields: { nmae: 1 } } },
      { id: "when", type: "rule", data: { conditions: [{ id: "c1", lhs: 1, operator: "eq", rhs: 1 }] } },
      { id: "act", type: "action", data: { anything: 1 } },
    ];
    expect((await save({ ...START, id: "s", type: "log" }, ...nodes)).status).toBe(200);
    const start = { ...START, data: { label: "Begin" } };
    const body = { name: "Open", nodes: [start] };
    expect((await server.request({ method: "POST", url: BASE, key: server.testKey, body })).status).toBe(200);
  });
});

describe("a field of a node", () => {
  test.each([
    ["maximum_attemps", 5, "maximum_attempts"],
    ["onError", "continue", "on_error"],
    ["timeoutMs", 5, "timeout_ms"],
    ["dta", {}, "data"],
  ])("that resembles a known one is rejected: %s", async (field, value, meant) => {
    const message = `Node "a": ${field}: unknown field; did you mean "${meant}"?`;
    expect(await save({ id: "a", type: "log", [field]: value })).toMatchObject({
      status: 400,
      body: { message, errors: [{ node_id: "a", field, message }] },
    });
  });

  test("with any other name is allowed, as editors send it", async () => {
    const shown = { status: "Ready", attempts_made: 0, incoming_nodes: [], outgoing_nodes: [] };
    const drawn = {
      _id: "x",
      label: "A",
      icon: "",
      icons: [],
      width: 1,
      height: 2,
      selected: true,
      zIndex: 1,
    };
    const flow = { positionAbsolute: { x: 0, y: 0 }, dragging: false, className: "", parentNode: "" };
    expect((await save({ id: "a", type: "log", ...shown, ...drawn, ...flow })).status).toBe(200);
  });

  test("is reported in an import as well", async () => {
    const document = { format: "junctor.workflow", format_version: 1, name: "In", edges: [] };
    const nodes = [START, { id: "a", type: "log", onError: "skip" }];
    const body = { ...document, nodes };
    expect(
      await server.request({ method: "POST", url: `${BASE}/import`, key: server.testKey, body }),
    ).toMatchObject({ status: 400, body: { errors: [{ node_id: "a", field: "onError" }] } });
  });
});

describe("a setting of the workflow", () => {
  const create = (settings: object) =>
    server.request({
      method: "POST",
      url: BASE,
      key: server.testKey,
      body: { name: "Settings", nodes: [START], settings },
    });

  test.each([
    ["timeuot", 60, 'did you mean "timeout"?'],
    ["Concurrency", 5, 'did you mean "concurrency"?'],
    ["retries", 3, "use one of timeout, concurrency, idempotency, keyless_webhooks, associated_page"],
  ])("that is unknown is rejected: %s", async (name, value, hint) => {
    expect(await create({ timeout: 60, [name]: value })).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining(`settings.${name}: unknown setting; ${hint}`),
        errors: [{ node_id: null, edge_id: null, field: `settings.${name}` }],
      },
    });
  });

  test("is kept if other tools for workflows use it", async () => {
    const settings = {
      caching: { any: ["thing"] },
      workflow_response: 5,
      incremental_sync_settings: {},
      json_schema: { type: "object" },
      manual_execution_payload: { a: 1 },
    };
    expect(await create(settings)).toMatchObject({ status: 200, body: { settings } });
  });

  test("of its input's schema is rejected if it cannot be applied, or could block the server", async () => {
    const refusal = async (json_schema: object) => {
      const { status, body } = await create({ json_schema });
      return [status, body.errors?.[0]?.field, body.message];
    };
    const field = "settings.json_schema";
    const text = (more: object) => ({ type: "object", properties: { a: { type: "string", ...more } } });
    expect(await refusal(text({ pattern: "^(a+)+$" }))).toEqual([
      400,
      field,
      `${field} may not use pattern, patternProperties or uniqueItems.`,
    ]);
    expect(await refusal(text({ type: "text" }))).toEqual([
      400,
      field,
      expect.stringContaining(`${field} is not a JSON Schema`),
    ]);
    expect(await refusal({ type: "object", $async: true })).toEqual([
      400,
      field,
      `${field} may not use $async.`,
    ]);
    expect((await refusal({ properties: { a: { $ref: "#x" }, b: { $anchor: "x" } } }))[0]).toBe(200);
  });

  test("stored before this check is reported when published", async () => {
    const { body } = await create({});
    const settings = jsonb({ retries: 3 });
    await server.deps.db.updateTable("workflows").set({ settings }).where("id", "=", body._id).execute();
    const reply = await server.request({
      method: "PUT",
      url: `${BASE}/${body._id}/publish`,
      key: server.testKey,
      body: { published: true },
    });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "settings.retries" }] } });
  });

  test.each([
    [{}, "settings.idempotency must name a header"],
    [{ window_ms: 5000 }, "settings.idempotency must name a header"],
    [
      { path: "id", windw_ms: 5 },
      'settings.idempotency.windw_ms: unknown setting; did you mean "window_ms"?',
    ],
  ])("names the known alternatives: %j", async (idempotency, message) => {
    expect(await create({ idempotency })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });
});

describe("an unknown field of a trigger or an edge is rejected", () => {
  const send = (nodes: object[], edges: object[] = [], url = BASE, more: object = {}) =>
    server.request({
      method: "POST",
      url,
      key: server.testKey,
      body: { name: "Fields", nodes, edges, ...more },
    });
  const trigger = { application: "Junctor", event: "API Call" };
  const log = { id: "a", type: "log" };

  test.each([
    [{ inputs: {} }, "inputs", 'did you mean "input"?'],
    [{ filter: "x" }, "filter", "use one of _id, application, event, input."],
  ])("with the node and the trigger: %j", async (more, field, hint) => {
    const nodes = [{ ...START, triggers: [trigger, { ...trigger, ...more }] }];
    const place = `triggers.1.${field}`;
    expect(await send(nodes)).toMatchObject({
      status: 400,
      body: {
        message: `Node "start": ${place}: unknown field; ${hint}`,
        errors: [{ node_id: "start", field: place }],
      },
    });
  });

  test.each([
    [
      { id: "e1", source_handle: "error" },
      'Edge "e1": source_handle: unknown field; did you mean "sourceHandle"?',
    ],
    [
      { id: "e1", handle: "error" },
      'Edge "e1": handle: unknown field; use one of id, source, target, sourceHandle, targetHandle, type.',
    ],
    [{ condition: "x" }, 'Edge from "start" to "a": condition: unknown field; use one of'],
  ])("with the edge: %j", async (more, message) => {
    const edges = [{ source: "start", target: "a", ...more }];
    expect(await send([START, log], edges)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message), errors: [{ node_id: null }] },
    });
    const document = { format: "junctor.workflow", format_version: 1 };
    expect((await send([START, log], edges, `${BASE}/import`, document)).status).toBe(400);
  });

  test("but fields that editors draw with, and a workflow's display fields, may be sent", async () => {
    const drawn = {
      animated: true,
      selected: false,
      style: {},
      label: "yes",
      labelStyle: {},
      markerEnd: { type: "arrow" },
      data: {},
      zIndex: 1,
      className: "x",
      sourceX: 1,
      targetY: 2,
      _id: "x",
    };
    const edges = [{ source: "start", target: "a", ...drawn }];
    const { status, body } = await send([{ ...START, triggers: [trigger] }, log], edges);
    expect(status).toBe(200);
    const again = await server.request({
      method: "PUT",
      url: `${BASE}/${body._id}`,
      key: server.testKey,
      body,
    });
    expect(again.status).toBe(200);
  });
});
