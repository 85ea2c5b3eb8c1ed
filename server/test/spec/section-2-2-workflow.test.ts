import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { promote, publish } from "./records.ts";
import { HEX_ID, INTEGER, TIMESTAMP, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v2/public/workflow";
const TRIGGER = { application: "Junctor", event: "order.placed" };
const BODY = {
  name: "Order to mail",
  description: "Sends a mail for each order.",
  slug: "sendgrid",
  icon: "",
  index_order: 2.5,
  autoEnable: true,
  hide_in_config: false,
  nodes: [
    { id: "start", type: "start", name: "Order", position: { x: 1.5, y: -2 }, triggers: [TRIGGER] },
    { id: "code", type: "ai_code_executor", name: "Code", data: { code: "return 1" }, maximum_attempts: 3 },
  ],
  edges: [{ id: "e1", source: "start", target: "code" }],
  data_slots: [{ id: "to", name: "To", field_type: "text", required: false }],
  test_instance_meta_data: { trigger: TRIGGER, environment: "test", linked_account_id: "acme" },
};

let server: SpecServer;
let token: string;
type Item = Record<string, unknown>;
// The workflow as 4.2 returns it.
let shown: Item & { nodes: Item[]; edges: Item[] };
beforeAll(async () => {
  server = await startSpecServer();
  token = await server.account("acme");
  const { _id } = await publish(server, { key: server.testKey }, BODY);
  await promote(server, _id, TRIGGER.event);
  const { workflows } = await expectOk(server.call({ path: BASE, token }));
  [shown] = workflows;
});
afterAll(() => server.close());

const post = (body: unknown) => server.call({ method: "POST", path: BASE, key: server.testKey, body });
const count = async () => {
  const { totalDocs } = await expectOk(server.call({ path: `${BASE}/all`, key: server.testKey }));
  return totalDocs;
};

test.each([
  ["_id", HEX_ID],
  ["name", BODY.name],
  ["org_id", HEX_ID],
  ["nodes", [expect.any(Object), expect.any(Object)]],
  ["edges", [expect.any(Object)]],
  ["published", true],
  ["associated_application", { _id: HEX_ID, name: "SendGrid", slug: "sendgrid" }],
  ["index_order", 2.5],
  [
    "test_instance_meta_data",
    { trigger: { ...TRIGGER, _id: HEX_ID }, environment: "test", linked_account_id: "acme" },
  ],
  ["description", BODY.description],
  ["icon", ""],
  ["autoEnable", true],
  ["hide_in_config", false],
  ["is_v2", true],
  ["linked_account_id", expect.any(String)],
  ["public_access_workflow", true],
  ["workflow_environment", ["test", "production"]],
  ["data_slots", BODY.data_slots],
  ["associated_public_worklfow", expect.any(String)],
  ["createdAt", TIMESTAMP],
  ["updatedAt", TIMESTAMP],
  ["__v", INTEGER],
])("2.2: a workflow has the field %s", (field, expected) => {
  expect(shown[field]).toEqual(expected);
});

describe("2.2: a node has the field", () => {
  test.each([
    ["id", "start", "code"],
    ["type", "start", "ai_code_executor"],
    ["name", "Order", "Code"],
    ["position", { x: 1.5, y: -2 }, { x: expect.any(Number), y: expect.any(Number) }],
    ["status", "Ready", "Ready"],
    ["configurable", expect.any(Boolean), expect.any(Boolean)],
    ["maximum_attempts", INTEGER, 3],
    ["attempts_made", 0, 0],
    ["is_batch", false, false],
    ["trigger_cron", null, null],
    ["incoming_nodes", [], ["start"]],
    ["outgoing_nodes", ["code"], []],
    // Nullable: for the organization's own workflows it is null with a session token.
    ["data", null, null],
    ["parsed_response", {}, {}],
    ["request", {}, {}],
    ["input_data", {}, {}],
    ["style", {}, {}],
  ])("%s", (field, onStart, onCode) => {
    expect(shown.nodes.map((node) => node[field])).toEqual([onStart, onCode]);
  });
});

test("2.2: action is on nodes other than start, with a value for none", () => {
  expect(shown.nodes[0]).not.toHaveProperty("action");
  expect(shown.nodes[1]).toHaveProperty("action", "no_action");
});

test("2.2: triggers and event_to_dynamic_var_map are on start nodes; a trigger has application, event and _id", () => {
  expect(shown.nodes[0]).toMatchObject({
    triggers: [{ ...TRIGGER, _id: expect.stringMatching(/.+/) }],
    event_to_dynamic_var_map: [],
  });
  expect(shown.nodes[1]).not.toHaveProperty("triggers");
  expect(shown.nodes[1]).not.toHaveProperty("event_to_dynamic_var_map");
});

test("2.2: an edge has id, source, target, sourceHandle, targetHandle and type", () => {
  expect(shown.edges).toEqual([
    {
      id: "e1",
      source: "start",
      target: "code",
      sourceHandle: null,
      targetHandle: null,
      type: expect.any(String),
    },
  ]);
});

test("2.2: org_id is the organization in which the workflow was created", () => {
  expect(shown.org_id).toBe(server.orgId);
});

test("2.2: linked_account_id and public_access_workflow tell an account's own workflow from a public one", async () => {
  const own = await expectOk(server.call({ method: "POST", path: BASE, token, body: { name: "Own" } }));
  expect(own).toMatchObject({ linked_account_id: "acme", public_access_workflow: false });
});

test("2.2: workflow_environment says in which environments it is available", async () => {
  const live = await server.account("acme", server.productionKey);
  const names = async () => {
    const { workflows } = await expectOk(server.call({ path: BASE, token: live }));
    return workflows.map(({ name }: { name: string }) => name);
  };
  expect(await names()).toContain(BODY.name);
  await publish(server, { key: server.testKey }, { ...BODY, name: "Test only" });
  expect(await names()).not.toContain("Test only");
});

test("2.2: associated_public_worklfow is the id of the public workflow that was converted to draft mode", async () => {
  const draft = await expectOk(server.call({ path: `${BASE}/${shown._id}/edit`, key: server.testKey }));
  expect(draft).toMatchObject({ associated_public_worklfow: shown._id, published: false });
  expect(draft._id).not.toBe(shown._id);
});

test("2.2: __v grows with each change, updatedAt never decreases", async () => {
  const change = () =>
    expectOk(
      server.call({
        method: "PUT",
        path: `${BASE}/${shown._id}`,
        key: server.testKey,
        body: { description: "Changed" },
      }),
    );
  const first = await change();
  const second = await change();
  expect(second.__v).toBeGreaterThan(first.__v);
  expect(second.updatedAt >= first.updatedAt).toBe(true);
});

test("2.2: the output of a record can be sent back as its input", async () => {
  const path = `${BASE}/${shown._id}`;
  const before = await expectOk(server.call({ path, key: server.testKey }));
  const { status, body } = await server.call({ method: "PUT", path, key: server.testKey, body: before });
  expect(status).toBe(200);
  expect(body.nodes).toEqual(before.nodes);
  expect(body.edges).toEqual(before.edges);
});

test.each([
  [{}],
  [{ name: "" }],
  [{ name: 1 }],
  [{ name: "x", slug: "no-such-application" }],
  [{ name: "x", nodes: {} }],
  [{ name: "x", nodes: [{ id: "a", type: "no-such-type" }] }],
  [{ name: "x", nodes: [{ type: "start" }] }],
  [{ name: "x", nodes: [...BODY.nodes, ...BODY.nodes] }],
  [{ name: "x", nodes: [{ id: "s", type: "start", maximum_attempts: 0 }] }],
  [{ name: "x", nodes: [{ id: "s", type: "start", maximum_attempts: 1.5 }] }],
  [{ name: "x", nodes: [{ id: "s", type: "start", position: { x: "1", y: 2 } }] }],
  [{ name: "x", nodes: BODY.nodes, edges: [{ source: "start", target: "nowhere" }] }],
  [{ name: "x", nodes: BODY.nodes, edges: [{ source: "code", target: "code" }] }],
  [{ name: "x", workflow_environment: ["staging"] }],
  [{ name: "x", index_order: "first" }],
  [{ name: "x", autoEnable: "yes" }],
])("2.2: creating %j is a 400, nothing stored", async (body) => {
  const before = await count();
  expect((await post(body)).status).toBe(400);
  expect(await count()).toBe(before);
});

test("issue 2, item 5: a session token reads but never changes the organization's workflows", async () => {
  const path = `${BASE}/${shown._id}`;
  const before = await expectOk(server.call({ path, token }));
  const refused = [
    { method: "PUT", path, body: { name: "Mine" } },
    { method: "DELETE", path },
    { method: "PUT", path: `${path}/publish`, body: { published: false } },
    { path: `${path}/edit` },
  ];
  for (const call of refused) expect((await server.call({ ...call, token })).status).toBe(403);
  expect(await expectOk(server.call({ path, token }))).toEqual(before);
});

test("issue 2, item 5: a workflow created by an account belongs to that account only", async () => {
  const other = await server.account("other");
  const own = await expectOk(server.call({ method: "POST", path: BASE, token, body: { name: "Alone" } }));
  const path = `${BASE}/${own._id}`;
  expect((await server.call({ path, token })).status).toBe(200);
  const unknown = await server.call({ path: `${BASE}/${UNKNOWN_ID}`, token: other });
  const foreign = await server.call({ path, token: other });
  expect(foreign.status).toBe(404);
  expect(foreign.body.message).toBe(unknown.body.message);
  const changes = [
    { method: "PUT", path, body: { name: "Taken" } },
    { method: "DELETE", path },
    { method: "PUT", path: `${path}/publish`, body: { published: true } },
  ];
  for (const call of changes) expect((await server.call({ ...call, token: other })).status).toBe(404);
});
