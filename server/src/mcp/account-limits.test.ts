import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../apps/catalog/test-things-api.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "./test-mcp-server.ts";

const URL = "/api/v2/public/mcp-servers";
/** In safe mode; one action is denied. */
const RECORD = {
  safe_mode: true,
  ...things({ id: "list_things" }, { id: "make_thing", policy: "deny" }),
};

let server: McpTestServer;
let api: ThingsApi;
let rival: string;
let workflow: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  await server.account("acme");
  rival = await server.account("rival");
  const { testKey: key } = server;
  const body = buildThingsDefinition("things", api.url);
  await server.request({ method: "POST", url: "/api/v2/public/application", key, body });
  const save = { method: "POST", url: "/api/v2/app/things/save", token: rival } as const;
  await server.request({ ...save, body: { key: "good" } });
  workflow = await publishTestWorkflow(server, { code: "return 1" });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

function things(...actions: object[]) {
  return { associated_apps: [{ slug: "things", actions }] };
}

const put = (id: string, token: string, body: object) =>
  server.request({ method: "PUT", url: `${URL}/${id}`, token, body });
const putByKey = (id: string, body: object, account = "acme") =>
  server.request({ method: "PUT", url: `${URL}/${id}`, key: server.testKey, account, body });
const policiesOf = (body: { associated_apps: { actions: { policy?: string }[] }[] }) =>
  body.associated_apps.flatMap(({ actions }) => actions.map(({ policy }) => policy));
/** As the process has them that has changed the record: others see that within a second. */
async function toolsOf(id: string): Promise<{ name: string }[]> {
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2025-11-25",
  };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const answer = await server.request({
    method: "POST",
    url: `/mcp/v1/${id}`,
    token: rival,
    headers,
    body,
  });
  return answer.body.result.tools;
}
const namesOf = async (id: string) => (await toolsOf(id)).map(({ name }) => name);

async function callMake(id: string): Promise<string> {
  const client = await server.connect(id, rival, { era: "legacy" });
  const call = { name: "things_make_thing_action", arguments: { name: "lamp", board: 1 } };
  return JSON.stringify(await client.callTool(call));
}

describe("policy and safe mode of the organization", () => {
  test("can be made stricter, but never weaker", async () => {
    const id = await server.record({
      ...RECORD,
      safe_mode: false,
      ...things(
        { id: "list_things", policy: "allow" },
        { id: "make_thing", policy: "ask" },
        { id: "delete_thing", policy: "deny" },
        { id: "get_thing" },
      ),
    });
    const ask = (policy?: string) =>
      put(
        id,
        rival,
        things(
          ...["list_things", "make_thing", "delete_thing", "get_thing"].map((action) => ({
            id: action,
            policy,
          })),
        ),
      );
    for (const [wanted, made] of [
      [undefined, ["allow", "ask", "deny", undefined]],
      ["allow", ["allow", "ask", "deny", "allow"]],
      ["ask", ["ask", "ask", "deny", "ask"]],
      ["deny", ["deny", "deny", "deny", "deny"]],
    ] as const)
      expect([wanted, policiesOf((await ask(wanted)).body)]).toEqual([wanted, made]);
    expect((await put(id, rival, { safe_mode: true })).body.safe_mode).toBe(true);
    await putByKey(id, { safe_mode: true });
    expect((await put(id, rival, { safe_mode: false })).body.safe_mode).toBe(true);
  });

  test("apply to a customer's additions too: in safe mode they need approval", async () => {
    const id = await server.record(RECORD);
    const { body } = await put(id, rival, things({ id: "delete_thing", policy: "allow" }));
    expect(policiesOf(body)).toEqual([undefined]);
    const client = await server.connect(id, rival, { era: "legacy" });
    const answer = await client.callTool({ name: "things_delete_thing_action", arguments: { id: "1" } });
    expect(JSON.stringify(answer)).toContain("/mcp/approve/");
    expect(api.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("apply to a workflow under its alias and under another application", async () => {
    const alias = "onboard-policy";
    const aliased = await publishTestWorkflow(server, { code: "return 1", alias });
    const id = await server.record({
      associated_apps: [
        {
          slug: "things",
          workflows: [
            { id: alias, policy: "deny" },
            { id: workflow, policy: "ask" },
          ],
        },
      ],
    });
    const entries = [{ id: aliased, policy: "allow" }, { id: alias }, { id: workflow, policy: "allow" }];
    const { body } = await put(id, rival, { associated_apps: [{ slug: "other", workflows: entries }] });
    const [app] = body.associated_apps;
    expect(app.workflows.map(({ policy }: { policy: string }) => policy)).toEqual(["deny", "deny", "ask"]);
  });

  test("under an alias that both have do not apply to the customer's own workflow", async () => {
    const alias = "both-have-it";
    await publishTestWorkflow(server, { code: "return 1", alias });
    const own = await publishTestWorkflow(server, { code: "return 2", alias, account: "rival" });
    const offered = [{ id: alias, policy: "deny" }];
    const id = await server.record({ associated_apps: [{ slug: "things", workflows: offered }] });
    const workflows = [{ id: own, policy: "allow" }, { id: alias }];
    const { body } = await put(id, rival, { associated_apps: [{ slug: "things", workflows }] });
    expect(body.associated_apps[0].workflows).toMatchObject([
      { id: own, policy: "allow" },
      { id: alias, policy: "deny" },
    ]);
  });

  test("do not prevent a customer's own safe mode from asking for approval", async () => {
    const entries = [
      { id: "list_things", policy: "allow" },
      { id: "make_thing", policy: "allow" },
      { id: "delete_thing", policy: "deny" },
    ];
    const id = await server.record(things(...entries));
    expect(policiesOf((await put(id, rival, { safe_mode: true })).body)).toEqual([
      undefined,
      undefined,
      "deny",
    ]);
    expect(await callMake(id)).toContain("/mcp/approve/");
    const own = things({ id: "list_things" }, { id: "make_thing", policy: "allow" });
    expect(policiesOf((await put(id, rival, own)).body)).toEqual([undefined, "allow"]);
    expect(
      policiesOf((await putByKey(id, { safe_mode: true, ...things(...entries) }, "rival")).body),
    ).toEqual(["allow", "allow", "deny"]);
  });
});

describe("the organization's names for its tools", () => {
  test("are fixed: a customer cannot rename or redescribe them", async () => {
    const id = await server.record(
      things(
        { id: "list_things", tool_name: "list", name: "List", description: "Lists all." },
        { id: "delete_thing", policy: "ask" },
      ),
    );
    const before = await toolsOf(id);
    const relabel = (action: string) => ({
      id: action,
      name: "Read a thing",
      description: "Reads.",
      tool_name: `read_${action}`,
    });
    const entries = ["list_things", "delete_thing"].map(relabel);
    const { body } = await put(id, rival, {
      associated_apps: entries.map((entry) => ({ slug: "things", actions: [entry] })),
    });
    expect(body.associated_apps).toMatchObject([
      { actions: [{ id: "list_things", name: "List", description: "Lists all.", tool_name: "list" }] },
      { actions: [{ id: "delete_thing", name: "", description: "", policy: "ask" }] },
    ]);
    expect(body.associated_apps[1].actions[0]).not.toHaveProperty("tool_name");
    expect(await toolsOf(id)).toEqual(before);
  });

  test("are never taken by a customer's added tool, given or generated", async () => {
    const [theirs, other] = [workflow, await publishTestWorkflow(server, { code: "return 2" })];
    const entry = { id: theirs, tool_name: "things_pay_workflow" };
    const id = await server.record({ associated_apps: [{ slug: "things", workflows: [entry] }] });
    for (const added of [
      { id: other, name: "pay" },
      { id: other, name: "pay", tool_name: "things_pay_workflow" },
    ]) {
      await put(id, rival, { associated_apps: [{ slug: "things", workflows: [added] }] });
      expect(await namesOf(id)).toEqual([
        expect.stringMatching(/^things_pay_workflow_[0-9a-f]{6}$/),
        "get_execution",
      ]);
      await put(id, rival, { associated_apps: [{ slug: "other", workflows: [added, { id: theirs }] }] });
      expect(await namesOf(id)).toContain("things_pay_workflow");
    }
  });

  test("never move to another tool, and no tool loses its own", async () => {
    const id = await server.record(
      things({ id: "list_things", tool_name: "list" }, { id: "make_thing", tool_name: "make" }),
    );
    const entries = [
      { id: "delete_thing", tool_name: "list" },
      { id: "make_thing" },
      { id: "list_things", tool_name: "mine" },
    ];
    const { body } = await put(id, rival, things(...entries));
    expect(body.associated_apps[0].actions[0]).not.toHaveProperty("tool_name");
    expect(await namesOf(id)).toEqual([
      "things_delete_thing_action",
      "make",
      "list",
      "get_execution",
      "list_options",
    ]);
  });

  test("are reserved in their generated form too, whether the customer has kept the tool or not", async () => {
    const [theirs, other] = [workflow, await publishTestWorkflow(server, { code: "return 2" })];
    const offered = {
      slug: "things",
      workflows: [{ id: theirs, name: "pay" }],
      actions: [{ id: "list_things" }],
    };
    const id = await server.record({ associated_apps: [offered] });
    const workflows = [{ id: other, name: "pay" }];
    const actions = [{ id: "delete_thing", tool_name: "things_list_things_action", name: "List things" }];
    await put(id, rival, { associated_apps: [{ slug: "things", workflows, actions }] });
    const added = [expect.stringMatching(/^things_pay_workflow_[0-9a-f]{6}$/), "things_delete_thing_action"];
    expect(await namesOf(id)).toEqual([...added, "get_execution"]);
    await put(id, rival, { associated_apps: [{ slug: "things", workflows, actions }, offered] });
    expect(await namesOf(id)).toEqual([
      ...added,
      "things_pay_workflow",
      "things_list_things_action",
      "get_execution",
    ]);
  });

  test("do not restrict the names of a customer's additions", async () => {
    const id = await server.record(things({ id: "list_things" }));
    const added = { id: "delete_thing", tool_name: "remove", name: "Remove", description: "Removes one." };
    const { body } = await put(id, rival, things({ id: "list_things" }, added));
    expect(body.associated_apps[0].actions[1]).toEqual(added);
    expect(await toolsOf(id)).toMatchObject([
      { name: "things_list_things_action" },
      { name: "remove", title: "Remove", description: "Removes one." },
      { name: "get_execution" },
    ]);
  });
});
