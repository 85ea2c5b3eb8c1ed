import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { findAccount } from "../../auth/guard.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import { saveApplicationFields } from "../application-field-store.ts";
import { readConfigView } from "../change.ts";
import { fetchRuleColumns } from "./fill-rules.ts";
import { fetchOptions } from "./look-up-options.ts";

const PUBLIC = "/api/v2/public";
let server: TestServer;
let api: ThingsApi;
let nowMs = Date.now();
let accounts = 0;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
  server.work();
  await post("/application", buildThingsDefinition("things", api.url));
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
});

const post = (path: string, body: unknown) =>
  server.request({ method: "POST", url: PUBLIC + path, key: server.testKey, body });

/** Declares the application's fields, and creates a connected account that has a config. */
async function setUp(fields: object[], values: object = {}): Promise<string> {
  const url = `${PUBLIC}/application/things/fields`;
  const declared = await server.request({ method: "PUT", url, key: server.testKey, body: { fields } });
  expect(declared).toMatchObject({ status: 200 });
  return connect(values);
}

/** The same for fields whose data sources were removed after their declaration. */
async function setUpGone(fields: Fields[], values: object = {}): Promise<string> {
  const { db, clock } = server.deps;
  await saveApplicationFields(db, server.test, "things", { fields, now: clock.now() });
  return connect(values);
}

async function connect(values: object): Promise<string> {
  const account = `account-${++accounts}`;
  const token = await server.account(account);
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
  const headers = { disable_field_options: "true" };
  const body = { slug: "things", fields: values };
  for (const method of ["POST", "PUT"] as const)
    await server.request({ method, url: `${PUBLIC}/config`, token, headers, body });
  api.requests.length = 0;
  return account;
}

async function read(account: string, headers: Record<string, string> = {}) {
  const url = `${PUBLIC}/slug/things/config`;
  return (await server.request({ url, key: server.testKey, account, headers })).body;
}

const publish = (code: string) => publishTestWorkflow(server, { slug: "things", code });

const BOARD = { id: "board", name: "Board", field_type: "select", options: ["7", "8"] };
const LIST = {
  id: "list",
  name: "List",
  field_type: "select",
  parent: "board",
  data_source: { type: "options", list: "lists", input: { board: "{{ fields.board }}" } },
};

describe("options of an option list of the application", () => {
  test("are loaded once the parent has a value, with that value", async () => {
    const account = await setUp([BOARD, LIST]);
    expect(await read(account)).toMatchObject({
      fields: [{}, { id: "list", options: [] }],
      field_errors: [],
    });
    expect(api.requests).toEqual([]);
    const url = `${PUBLIC}/config/field/board`;
    const as = { key: server.testKey, account, headers: { slug: "things" } };
    await server.request({ method: "PUT", url, ...as, body: { value: "7" } });
    expect((await read(account)).fields[1]).toMatchObject({
      data_source: LIST.data_source,
      options: [
        { name: "One of 7", value: 1 },
        { name: "Two", value: 2 },
      ],
    });
  });

  test("are cached for a minute, and reloaded with other input, after a reconnect or a change of the application", async () => {
    const account = await setUp([BOARD, LIST], { board: "7" });
    await Promise.all([read(account), read(account)]);
    nowMs += 59_000;
    await read(account);
    expect(api.requests).toHaveLength(1);
    nowMs += 2000;
    await read(account);
    expect(api.requests).toHaveLength(2);
    const token = await server.account(account);
    await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
    await read(account);
    expect(api.requests).toHaveLength(3);
    await post("/application", buildThingsDefinition("things", api.url));
    await read(account);
    expect(api.requests).toHaveLength(4);
    const other = await setUp([BOARD, LIST], { board: "7" });
    await read(other);
    expect(api.requests).toHaveLength(1);
  });

  test("are not loaded with the header disable_field_options, and shown to a session token too", async () => {
    const account = await setUp([BOARD, LIST], { board: "8" });
    const skipped = await read(account, { disable_field_options: "true" });
    expect(skipped.fields[1].options).toEqual([]);
    expect(api.requests).toEqual([]);
    const token = await server.account(account);
    const { body } = await server.request({ url: "/api/v2/f-sdk/slug/things/config", token });
    expect(body.fields[1].options[0]).toEqual({ name: "One of 8", value: 1 });
  });

  test("a failure is reported in plain words and not cached; the field has no options, the others have theirs", async () => {
    const account = await setUpGone(
      [BOARD, LIST, { ...LIST, id: "lost", name: "Lost", data_source: { type: "options", list: "gone" } }],
      { board: "7" },
    );
    api.answer = () => ({
      status: 503,
      headers: { "content-type": "application/json" },
      body: '{"message":"asleep"}',
    });
    const failed = await read(account);
    expect(failed.fields.map(({ options }: { options: unknown[] }) => options.length)).toEqual([2, 0, 0]);
    expect(failed.field_errors).toMatchObject([
      { id: "list", name: "List", error: { message: expect.stringContaining("asleep") } },
      { id: "lost", error: { message: "Things has no list gone." } },
    ]);
    for (const method of ["GET", "POST"] as const) {
      const url = `${PUBLIC}/config/field/lost`;
      const as = { key: server.testKey, account, headers: { slug: "things" } };
      expect(await server.request({ method, url, ...as })).toMatchObject({
        status: 200,
        body: { id: "lost", options: [], error: { message: "Things has no list gone." } },
      });
    }
    api.answer = undefined;
    expect(await read(account)).toMatchObject({
      field_errors: [{ id: "lost" }],
      fields: [{}, { options: [{}, {}] }, {}],
    });
  });

  test("a missing connection is reported as the reason", async () => {
    await setUp([LIST, BOARD]);
    await server.account("stranger");
    const body = { slug: "things" };
    const headers = { disable_field_options: "true" };
    const as = { key: server.testKey, account: "stranger", headers };
    await server.request({ method: "POST", url: `${PUBLIC}/config`, ...as, body });
    const url = `${PUBLIC}/config`;
    const reply = await server.request({
      method: "PUT",
      url,
      ...as,
      headers: {},
      body: { slug: "things", fields: { board: "7" } },
    });
    expect(reply.body.field_errors[0].error.message).toBe("The linked account has not connected Things.");
  });

  test("one read loads at most 20 data sources; the same request counts once", async () => {
    const many = Array.from({ length: 22 }, (_, index) => ({
      ...LIST,
      id: `list-${index}`,
      parent: undefined,
      data_source: { type: "options", list: "lists", input: { board: `b${index}` } },
    }));
    const account = await setUp([...many, { ...many[0], id: "again" }]);
    const reply = await read(account);
    expect(api.requests).toHaveLength(20);
    expect(reply.field_errors.map(({ id }: { id: string }) => id)).toEqual(["list-20", "list-21"]);
    expect(reply.fields.at(-1).options).toHaveLength(2);
  });
});

describe("options of an action", () => {
  const things = (action: string, more: object = {}) => ({
    id: "thing",
    name: "Thing",
    field_type: "select",
    data_source: { type: "action", action, items: "things", name: "about.title", value: "id", ...more },
  });

  test("are read from its answer", async () => {
    api.answer = () => ({
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ things: [{ id: 3, about: { title: "Third" } }, { id: "x" }, { about: {} }] }),
    });
    const account = await setUp([things("list_things")]);
    expect(await read(account)).toMatchObject({
      fields: [
        {
          options: [
            { name: "Third", value: 3 },
            { name: "x", value: "x" },
          ],
        },
      ],
      field_errors: [],
    });
  });

  test("are at most 1,000, and their names at most 1,000 characters", async () => {
    const all = Array.from({ length: 1002 }, (_, id) => ({ id, about: { title: "x".repeat(1002 - id) } }));
    const headers = { "content-type": "application/json" };
    api.answer = () => ({ headers, body: JSON.stringify({ things: all }) });
    const { options } = (await read(await setUp([things("list_things")]))).fields[0];
    expect([options.length, options[0].name.length]).toEqual([1000, 1000]);
  });

  test.each([
    [
      "an action that changes something",
      things("delete_thing"),
      "The action delete_thing changes something, so it cannot be a data source.",
    ],
    ["an unknown action", things("nothing"), expect.stringContaining("nothing")],
    [
      "an answer without the list",
      things("list_things", { items: "else" }),
      "Its data source did not return a list of {name, value}.",
    ],
  ])("%s is an error of the field", async (_name, field, message) => {
    const account = await setUpGone([field]);
    const reply = await read(account);
    expect(reply.field_errors).toEqual([{ id: "thing", name: "Thing", error: { message } }]);
    expect(reply.fields[0].options).toEqual([]);
    expect(api.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });
});

describe("options of a published workflow", () => {
  const from = (workflow_id: string) => ({
    id: "list",
    name: "List",
    field_type: "select",
    data_source: { type: "workflow", workflow_id },
  });

  test("are its result; it receives field, config and values, without passwords", async () => {
    const workflow = await publish(
      "return [{ name: JSON.stringify(input), value: 1 }, 'plain', { value: {} }, 5]",
    );
    const secret = { id: "secret", field_type: "password" };
    const account = await setUp([BOARD, secret, from(workflow)], { board: "8", secret: "hush" });
    const [, , field] = (await read(account)).fields;
    expect(JSON.parse(field.options[0].name)).toEqual({
      field: "list",
      config_id: account,
      values: { board: "8" },
    });
    expect(field.options.slice(1)).toEqual([
      { name: "plain", value: "plain" },
      { name: "5", value: 5 },
    ]);
  });

  test.each([
    ["one that throws", () => publish("throw new Error('no choices today')"), "no choices today"],
    ["one that returns no list", () => publish("return { name: 'x' }"), "did not return a list"],
    ["an unknown one", async () => "000000000000000000000000", "does not exist or is not published"],
  ])("%s is an error of the field", async (_name, workflow, message) => {
    const account = await setUpGone([from(await workflow())]);
    expect((await read(account)).field_errors).toMatchObject([
      { id: "list", error: { message: expect.stringContaining(message) } },
    ]);
  });
});

test("of a rule, the columns of at most 20 left sides are looked up at once", async () => {
  const rule_columns = { conditional_code: "return { rhs: { name: lhs } }" };
  const name = await setUp([{ id: "rule", name: "Rule", field_type: "rule_engine", rule_columns }]);
  const account = await findAccount(server.deps.database, server.test, name);
  if (!account) throw new Error("The account was not stored.");
  const scope = { ...server.test, account };
  const view = await readConfigView(server.deps.db, scope, { slug: "things", configId: name });
  const lefts = Array.from({ length: 21 }, (_, index) => `left-${index}`);
  const filled = await fetchRuleColumns(server.deps, scope, view, () => lefts);
  const columns = filled.view.fields[0]?.rule_columns as { rhs: { by_lhs: object } };
  expect(Object.keys(columns.rhs.by_lhs)).toEqual(lefts.slice(0, 20));
});

test("a data source of any kind that does not answer in time is an error", async () => {
  api.answer = undefined;
  const account = await findAccount(server.deps.database, server.test, await setUp([BOARD]));
  if (!account) throw new Error("The account was not stored.");
  const scope = { ...server.test, account };
  const ask = (source: Parameters<typeof fetchOptions>[2]["question"]["source"]) => {
    const question = { slug: "things", configId: "slow", field: "f", source, values: {} };
    return fetchOptions(server.deps, scope, { question, input: { board: "7" } }, 150);
  };
  const problem = { problem: "Its data source did not respond within 0.15 s." };
  const workflow_id = await publish("await new Promise((resolve) => setTimeout(resolve, 4000)); return []");
  expect(await ask({ type: "workflow", workflow_id })).toEqual(problem);
  api.answer = () => new Promise(() => {});
  expect(await ask({ type: "options", list: "lists" })).toEqual(problem);
});

test("a workflow's options come from its chosen connection, in each way to read them", async () => {
  api.answer = ({ headers, url }) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(url.startsWith("/api/lists") ? [{ id: 1, label: headers["x-app-key"] }] : {}),
  });
  const field = {
    id: "list",
    name: "List",
    field_type: "select",
    data_source: { type: "options", list: "lists", input: { board: "1" } },
  };
  const account = await setUp([]);
  const as = { key: server.testKey, account };
  const made = await post("/workflow", {
    name: "Chosen",
    slug: "things",
    data_slots: [field],
    nodes: [{ id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] }],
    edges: [],
  });
  const { _id: id } = made.body;
  const publishing = { method: "PUT", url: `${PUBLIC}/workflow/${id}/publish`, ...as } as const;
  await server.request({ ...publishing, body: { published: true } });
  const save = `${PUBLIC}/linked-account/integration/save-key-credentials/things?connection_id=new`;
  await server.request({ method: "PUT", url: save, ...as, body: { key: "other" } });
  const { connections } = (await server.request({ url: `${PUBLIC}/application/things`, ...as })).body;
  const other = connections.find((one: { is_default: boolean }) => !one.is_default).connection_id;

  const ofConfig = async () => {
    const { workflows } = await read(account);
    return workflows.find((one: { id: string }) => one.id === id).fields[0].options;
  };
  const ofField = async () => {
    const url = `${PUBLIC}/config/field/list?workflow_id=${id}`;
    return (await server.request({ url, ...as, headers: { slug: "things" } })).body.options;
  };
  const choose = (connection: string | null) =>
    server.request({
      method: "PUT",
      url: `${PUBLIC}/config`,
      ...as,
      body: { slug: "things", workflows: [{ id, enabled: true, connections: { things: connection } }] },
    });
  for (const [connection, key] of [
    [null, "good"],
    [other, "other"],
    [null, "good"],
  ]) {
    expect((await choose(connection)).status).toBe(200);
    expect(await ofConfig()).toEqual([{ name: key, value: 1 }]);
    expect(await ofField()).toEqual([{ name: key, value: 1 }]);
  }

  const url = `${PUBLIC}/application/things/fields`;
  expect((await server.request({ method: "PUT", url, ...as, body: { fields: [field] } })).status).toBe(200);
  const chosen = { slug: "things", connections: { things: other } };
  const saved = await server.request({ method: "PUT", url: `${PUBLIC}/config`, ...as, body: chosen });
  expect(saved.body.fields[0].options).toEqual([{ name: "other", value: 1 }]);
  expect(await ofConfig()).toEqual([{ name: "other", value: 1 }]);
  expect(await ofField()).toEqual([{ name: "other", value: 1 }]);
  const first = connections.find((one: { is_default: boolean }) => one.is_default).connection_id;
  await choose(first);
  expect(await ofConfig()).toEqual([{ name: "good", value: 1 }]);
  expect((await read(account)).fields[0].options).toEqual([{ name: "other", value: 1 }]);
});
