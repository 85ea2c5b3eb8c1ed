import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { createWorkflowCalls, URL } from "./versions/test-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ID = /^[0-9a-f]{24}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const { create, change, list } = createWorkflowCalls(() => server);

const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "order.created" }] };
const HTTP = { id: "call", type: "http", data: { url: "https://example.com/" } };
const EDGE = { id: "e1", source: "start", target: "call" };

describe("POST /api/v2/public/workflow", () => {
  test("200: with an API key creates a workflow of the organization, in the full form of spec 2.2", async () => {
    const { status, body } = await create({ key: server.testKey });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: expect.stringMatching(ID),
      name: "Sync orders",
      org_id: server.orgId,
      nodes: [
        {
          id: "start",
          type: "start",
          name: "Start",
          position: { x: 0, y: 0 },
          status: "Ready",
          configurable: false,
          maximum_attempts: 1,
          on_error: "fail",
          attempts_made: 0,
          is_batch: false,
          triggers: [{ application: "Junctor", event: "API Call", _id: expect.stringMatching(ID) }],
          trigger_cron: null,
          event_to_dynamic_var_map: [],
          incoming_nodes: [],
          outgoing_nodes: [],
          data: null,
          parsed_response: {},
          request: {},
          input_data: {},
          style: {},
        },
      ],
      edges: [],
      published: false,
      archived: false,
      associated_application: { _id: server.orgId, name: "Junctor", slug: "" },
      index_order: 0,
      test_instance_meta_data: {
        trigger: { application: "Junctor", event: "API Call", _id: expect.stringMatching(ID) },
        environment: "test",
        linked_account_id: "",
      },
      description: "",
      icon: "",
      autoEnable: false,
      hide_in_config: false,
      is_v2: true,
      linked_account_id: "",
      public_access_workflow: true,
      workflow_environment: ["test"],
      data_slots: [],
      associated_public_worklfow: "",
      workflow_alias: null,
      slug: "",
      version: 0,
      settings: {},
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
      __v: 0,
    });
  });

  test("200: stores every given field, and computes the neighbors of each node", async () => {
    const { body } = await create(
      { key: server.productionKey },
      {
        slug: "slack",
        description: "Posts orders",
        icon: "https://example.com/icon.svg",
        index_order: 2.5,
        autoEnable: true,
        hide_in_config: true,
        workflow_environment: ["test", "production"],
        workflow_alias: "post-orders",
        nodes: [
          START,
          { ...HTTP, name: "Call", maximum_attempts: 3, configurable: true, position: { x: 5, y: 9.5 } },
        ],
        edges: [EDGE],
        settings: { timeout: 60 },
        data_slots: [{ id: "channel", name: "Channel", field_type: "text" }],
      },
    );
    expect(body).toMatchObject({
      associated_application: { _id: expect.stringMatching(ID), name: "Slack", slug: "slack" },
      description: "Posts orders",
      icon: "https://example.com/icon.svg",
      index_order: 2.5,
      autoEnable: true,
      hide_in_config: true,
      workflow_environment: ["test", "production"],
      workflow_alias: "post-orders",
      settings: { timeout: 60 },
      data_slots: [{ id: "channel", name: "Channel", field_type: "text" }],
      nodes: [
        { id: "start", outgoing_nodes: ["call"], triggers: [{ event: "order.created" }] },
        {
          id: "call",
          name: "Call",
          action: "no_action",
          maximum_attempts: 3,
          configurable: true,
          position: { x: 5, y: 9.5 },
          incoming_nodes: ["start"],
          data: { url: "https://example.com/" },
        },
      ],
      edges: [{ ...EDGE, sourceHandle: null, targetHandle: null, type: "smoothstep" }],
    });
    expect(body.nodes[0]).not.toHaveProperty("action");
    expect(body.nodes[1]).not.toHaveProperty("triggers");
  });

  test("200: with a session token, or a key that names an account, creates a workflow of that account only", async () => {
    const token = await server.account("maker");
    const own = { linked_account_id: "maker", public_access_workflow: false, workflow_environment: ["test"] };
    expect((await create({ token })).body).toMatchObject(own);
    expect((await create({ key: server.testKey, account: "maker" })).body).toMatchObject(own);
  });

  test("200: an empty workflow can be saved, and a record can be sent back as it was returned", async () => {
    const key = server.testKey;
    expect((await create({ key }, { nodes: [] })).body.nodes).toEqual([]);
    const { body } = await create({ key }, { nodes: [START, HTTP], edges: [EDGE] });
    const again = await change({ key }, body._id, body);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...body, updatedAt: again.body.updatedAt, __v: 1 });
  });

  test.each<[string, unknown, string]>([
    ["no name", {}, "name is required in the body."],
    ["a list", [], "body must be an object."],
    ["a name of the wrong type", { name: 5 }, "body.name must be a string."],
    ["an empty name", { name: "" }, "body.name"],
    [
      "an unknown application",
      { name: "x", slug: "no-such-app" },
      'slug: there is no application "no-such-app".',
    ],
    ["an unknown environment", { name: "x", workflow_environment: ["staging"] }, "test, production"],
    ["no environment", { name: "x", workflow_environment: [] }, "body.workflow_environment"],
    ["an alias in the form of an id", { name: "x", workflow_alias: "a".repeat(24) }, "workflow_alias"],
    ["an alias with odd characters", { name: "x", workflow_alias: "a/b" }, "workflow_alias"],
    ["nodes that are no list", { name: "x", nodes: {} }, "body.nodes must be a list."],
    ["a node without a type", { name: "x", nodes: [{ id: "a" }] }, "nodes.0.type is required"],
    ["data that is no object", { name: "x", nodes: [{ ...HTTP, data: "x" }] }, "body.nodes.0.data"],
    [
      "an unknown node type",
      { name: "x", nodes: [{ id: "a", type: "teleport" }] },
      'Node "a": type "teleport"',
    ],
    [
      "attempts that are no whole number",
      { name: "x", nodes: [{ ...HTTP, maximum_attempts: 1.5 }] },
      'Node "call": maximum_attempts',
    ],
    [
      "a dangling edge",
      { name: "x", nodes: [START], edges: [EDGE] },
      'Edge "e1": target "call" is not the id of a node here, and the edge leaves node "start": name an existing node, or remove the edge.',
    ],
    ["a prototype key", '{"name":"x","settings":{"__proto__":{}}}', "__proto__"],
    ["a NUL character", '{"name":"a\\u0000b"}', "NUL"],
    ["no body", undefined, "body must be an object."],
  ])("400: %s, and nothing is stored", async (_name, body, message) => {
    const { testKey: key } = await server.organization();
    const reply = await server.request({ method: "POST", url: URL, key, body });
    expect(reply).toMatchObject({ status: 400, body: { status_code: 400, http_error_type: "BAD_REQUEST" } });
    expect(reply.body.message).toContain(message);
    expect((await list({ key }, "/all")).body.totalDocs).toBe(0);
  });

  test("400: an account's own workflow cannot be moved to another environment", async () => {
    const token = await server.account("mover");
    const reply = await create({ token }, { workflow_environment: ["test", "production"] });
    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("workflow_environment") },
    });
  });

  test("400: an alias that is part of the API's own paths", async () => {
    const { paths } = (await server.request({ url: "/openapi.json" })).body;
    const words = Object.keys(paths).flatMap((path) => /\/workflow\/([\w-]+)/.exec(path)?.[1] ?? []);
    expect(words).toEqual(expect.arrayContaining(["all", "enabled"]));
    for (const alias of new Set(words))
      expect(await create({ key: server.testKey }, { workflow_alias: alias })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^workflow_alias must not be one of/) },
      });
  });

  test("400: an alias is unique within its owner, in both environments", async () => {
    const [{ testKey, productionKey }, token] = [server, await server.account("alias-owner")];
    expect((await create({ key: testKey }, { workflow_alias: "taken" })).status).toBe(200);
    for (const key of [testKey, productionKey])
      expect(await create({ key }, { workflow_alias: "taken" })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('"taken" is the alias of another workflow, in test') },
      });
    for (const as of [{ token }, { key: (await server.organization()).testKey }])
      expect((await create(as, { workflow_alias: "taken" })).status).toBe(200);
  });

  test("400: an unknown account; 401: no or a wrong credential", async () => {
    expect(await create({ key: server.testKey, account: "nobody" })).toMatchObject({
      status: 400,
      body: { error_code: "INVALID_LINKED_ACCOUNT_ID" },
    });
    for (const as of [{}, { key: "tk_wrong" }, { token: "wrong" }])
      expect((await create(as)).status).toBe(401);
  });

  test("413 and 415: a body that is too large, or not JSON", async () => {
    const key = server.testKey;
    expect((await create({ key }, { description: "x".repeat(1024 * 1024) })).status).toBe(413);
    const headers = { "content-type": "text/plain" };
    expect((await server.request({ method: "POST", url: URL, key, body: "name=x", headers })).status).toBe(
      415,
    );
  });
});
