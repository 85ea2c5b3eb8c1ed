import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
let api: ThingsApi;
let record: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  await server.account("acme");
  const url = "/api/v2/public/application";
  const body = buildThingsDefinition("things", api.url);
  await server.request({ method: "POST", url, key: server.testKey, body });
  const actions = [{ id: "list_things" }];
  record = await server.record({ associated_apps: [{ slug: "things", actions }] });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

describe("a tool of an unconnected application", () => {
  test("answers with a link, and works after connecting there", async () => {
    const other = await server.account("other");
    const client = await server.connect(record, other);
    const call = { name: "things_list_things_action", arguments: {} };
    const refused = await client.callTool(call);
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/http\S+\/connect\/\S+/) }],
    });
    await server.request({
      method: "POST",
      url: "/api/v2/app/things/save",
      token: other,
      body: { key: "good" },
    });
    expect((await client.callTool(call)).isError).toBeFalsy();
  });

  test("asks a client that can open URLs to show the link", async () => {
    const third = await server.account("third");
    const client = await server.connect(record, third, { capabilities: { elicitation: { url: {} } } });
    const call = { name: "things_list_things_action", arguments: {} };
    const asked = await client.callTool(call, { allowInputRequired: true });
    expect(asked).toMatchObject({
      resultType: "input_required",
      inputRequests: {
        connect: {
          method: "elicitation/create",
          params: {
            mode: "url",
            url: expect.stringMatching(/\/connect\/[\w-]{43}$/),
            message: "Connect Things to continue.",
          },
        },
      },
    });
  });
});

test("of an application that uses your_app.auth_credentials offers nothing to connect", async () => {
  const apply = { headers: { "x-app-key": "{{ linked_account.auth_credentials.api_key }}" } };
  const own = buildThingsDefinition("own", api.url, { auth: { your_app: { apply } } });
  const { request, testKey: key } = server;
  await request({ method: "POST", url: "/api/v2/public/application", key, body: own });
  const token = await server.account("own");
  const served = await server.record({
    associated_apps: [{ slug: "own", actions: [{ id: "list_things" }] }],
  });
  const client = await server.connect(served, token);
  const call = { name: "own_list_things_action", arguments: {} };
  const lacking = await client.callTool(call);
  expect(lacking.isError).toBe(true);
  expect(JSON.stringify(lacking)).toContain("The linked account has no your_app.auth_credentials.api_key");
  expect(JSON.stringify(lacking)).not.toContain("/connect/");
  const your_app = { auth_credentials: { api_key: "good" } };
  const body = { linked_account_id: "own", your_app };
  await request({ method: "PUT", url: "/api/v2/public/linked-account", key, body });
  expect((await client.callTool(call)).isError).toBeFalsy();
});

test.each(["accept", "decline", "cancel"] as const)(
  "tells a client whose user saw the link and did not connect (%s), and does not ask again",
  async (action) => {
    const fourth = await server.account("fourth");
    let shown = 0;
    const open = async () => {
      shown += 1;
      return action;
    };
    const client = await server.connect(record, fourth, { open });
    const refused = await client.callTool({ name: "things_list_things_action", arguments: {} });
    expect(shown).toBe(1);
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Things is not connected yet.") }],
    });
  },
);

test("of an application that needs no connection works at once", async () => {
  const auth = { keybased: { fields: [], apply: { headers: { "x-app-key": "good" } } } };
  const { request, testKey: key } = server;
  const body = buildThingsDefinition("open", api.url, { auth });
  await request({ method: "POST", url: "/api/v2/public/application", key, body });
  const token = await server.account("unconnected");
  const served = await server.record({
    associated_apps: [{ slug: "open", actions: [{ id: "list_things" }] }],
  });
  const client = await server.connect(served, token);
  const result = await client.callTool({ name: "open_list_things_action", arguments: {} });
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
});
