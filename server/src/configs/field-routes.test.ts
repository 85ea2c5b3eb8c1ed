import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { MASK } from "./password.ts";
import { insertTestWorkflow } from "./test-workflow.ts";

const PUBLIC = "/api/v2/public";
const FIELD = `${PUBLIC}/config/field`;
const DECLARED = `${PUBLIC}/application/stripe/fields`;
let server: TestServer;
let workflow: string;
let accounts = 0;
beforeAll(async () => {
  server = await startTestServer();
  await declare(server.testKey, [
    {
      id: "region",
      name: "Region",
      field_type: "select",
      options: ["eu", "us"],
      defaultValue: "eu",
      required: true,
    },
    { id: "city", name: "City", parent: "region" },
    { id: "token", name: "Token", field_type: "password" },
    { id: "stages", name: "Stages", field_type: "map", labels: [{ name: "Won deal" }], options: ["w"] },
    { id: "deals", name: "Deals", field_type: "map", options: ["w"] },
    {
      id: "rules",
      name: "Rules",
      field_type: "rule_engine",
      rule_columns: {
        lhs: { options: ["country", "total"] },
        operator: { name: "Is it", options: [{ name: "is", value: "eq" }] },
        rhs: { name: "Value", by_lhs: { country: { name: "Country", options: ["DE", "FR"] } } },
      },
    },
    {
      id: "coded",
      field_type: "rule_engine",
      rule_columns: {
        rhs: { name: "Declared" },
        conditional_code: `console.log("asked for", lhs, fields);
          if (lhs === "bad") null.x;
          if (lhs === "none") return;
          return { rhs: { options: ["a", { name: "B", value: 2 }] }, operator: { name: "How", options: ["eq"] } };`,
      },
    },
  ]);
  workflow = await insertTestWorkflow(server.deps, server.test, {
    data_slots: [
      { id: "channel", name: "Channel" },
      { id: "secret", field_type: "password" },
    ],
    settings: { associated_page: "second" },
    auto_enable: true,
  });
});
afterAll(() => server.close());

const declare = (key: string, fields: unknown) =>
  server.request({ method: "PUT", url: DECLARED, key, body: { fields } });

/** A new account with a config, as each kind of credential. */
async function account() {
  const id = `account-${++accounts}`;
  const token = await server.account(id);
  const body = { slug: "stripe", labels: { deals: [{ name: "Lost", value: "lost" }] } };
  await server.request({ method: "POST", url: `${PUBLIC}/config`, token, body });
  return { id, token };
}
type Who = Awaited<ReturnType<typeof account>>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

const SURFACES = [
  ["a session token", ({ token }: Who) => ({ token })],
  ["an API key", ({ id }: Who) => ({ key: server.testKey, account: id })],
] as const;

describe.each(SURFACES)("one field of a config with %s (platform-surface 1.1)", (_name, as) => {
  const call = (who: Who, method: Method, path: string, body?: unknown) =>
    server.request({ method, url: FIELD + path, ...as(who), headers: { slug: "stripe" }, body });

  test("200: is read, set and unset", async () => {
    const who = await account();
    const field = {
      id: "region",
      name: "Region",
      field_type: "select",
      required: true,
      defaultValue: "eu",
      options: [
        { name: "eu", value: "eu" },
        { name: "us", value: "us" },
      ],
      labels: [],
    };
    expect(await call(who, "GET", "/region")).toMatchObject({ status: 200, body: field });
    expect((await call(who, "POST", "/region")).body).toEqual(field);
    expect((await call(who, "PUT", "/region", { value: "us" })).body).toEqual({ ...field, value: "us" });
    expect((await call(who, "GET", `/region?config_id=${who.id}`)).body).toEqual({ ...field, value: "us" });
    expect((await call(who, "DELETE", "/region")).body).toEqual(field);
    expect((await call(who, "GET", "/region")).body).toEqual(field);
  });

  test("200: a value that no declaration names any more can still be unset, once", async () => {
    const who = await account();
    const free = { ...as(who), headers: { slug: "github" } };
    await server.request({ method: "POST", url: `${PUBLIC}/config`, ...as(who), body: { slug: "github" } });
    const url = `${FIELD}/anything`;
    const put = await server.request({ method: "PUT", url, ...free, body: { value: "x" } });
    expect(put).toMatchObject({ status: 200, body: { value: "x" } });
    expect((await server.request({ method: "DELETE", url, ...free })).status).toBe(200);
    expect((await server.request({ method: "DELETE", url, ...free })).status).toBe(404);
  });

  test("200: a workflow's field is set without touching its switch", async () => {
    const who = await account();
    const at = `/channel?workflow_id=${workflow}`;
    expect((await call(who, "PUT", at, { value: "#a" })).body).toMatchObject({ id: "channel", value: "#a" });
    expect((await call(who, "GET", at)).body.value).toBe("#a");
    const { body } = await server.request({ url: `${PUBLIC}/slug/stripe/config`, ...as(who) });
    expect(body.workflows).toMatchObject([
      { enabled: true, associated_page: "second", fields: [{ value: "#a" }, {}] },
    ]);
  });

  test("200: all fields of the config", async () => {
    const who = await account();
    const { body } = await call(who, "POST", "");
    expect(body).toEqual((await server.request({ url: `${PUBLIC}/slug/stripe/config`, ...as(who) })).body);
    expect(body.fields.map(({ id }: { id: string }) => id)).toContain("rules");
  });

  test("400 and 404: invalid values and unknown names; nothing is changed", async () => {
    const who = await account();
    expect((await call(who, "PUT", "/region", { value: "asia" })).body.message).toBe(
      "fields.region must be one of its options.",
    );
    expect((await call(who, "POST", "/region", { value: "asia" })).status).toBe(400);
    expect((await call(who, "PUT", "/region", {})).status).toBe(400);
    const missing = async (method: Method, path: string) => {
      const reply = await call(who, method, path, method === "PUT" ? { value: "x" } : undefined);
      expect(reply.status).toBe(404);
      return reply.body.message;
    };
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
      expect(await missing(method, "/other")).toBe("Field not found");
      expect(await missing(method, "/__proto__")).toBe("Field not found");
      expect(await missing(method, "/channel")).toBe("Field not found");
      expect(await missing(method, "/channel?workflow_id=other")).toBe("Workflow not found");
      expect(await missing(method, "/region?config_id=other")).toBe("Config not found");
    }
    const url = `${FIELD}/region`;
    expect((await server.request({ url, ...as(who) })).status).toBe(400);
    expect((await server.request({ url, ...as(who), headers: { slug: "unknown" } })).status).toBe(404);
    expect((await server.request({ url, headers: { slug: "stripe" } })).status).toBe(401);
    expect((await call(who, "GET", "/region")).body).not.toHaveProperty("value");
  });

  test("200: the operators of conditions, by left side", async () => {
    const who = await account();
    const ask = async (field: string, lhs: string) => {
      const url = `${PUBLIC}/config/rule-engine/${field}`;
      const body = { rule_column: { lhs } };
      return (await server.request({ method: "POST", url, ...as(who), headers: { slug: "stripe" }, body }))
        .body;
    };
    const options = (...names: string[]) => names.map((name) => ({ name, value: name }));
    const operator = { name: "Is it", type: "select", options: [{ name: "is", value: "eq" }] };
    expect(await ask("rules", "country")).toEqual({
      rule_column: { rhs: { name: "Country", type: "select", options: options("DE", "FR") }, operator },
      options: expect.any(Array),
      conditional_code_stdout: [],
    });
    expect(await ask("rules", "total")).toMatchObject({
      rule_column: { rhs: { name: "Value", type: "text", options: [] }, operator },
    });
    expect(await ask("coded", "any")).toEqual({
      rule_column: {
        rhs: { name: "Declared", type: "select", options: [...options("a"), { name: "B", value: 2 }] },
        operator: { name: "How", type: "select", options: options("eq") },
      },
      options: expect.any(Array),
      conditional_code_stdout: [expect.stringMatching(/asked for any .*region.*eu/)],
    });
    expect(await ask("coded", "none")).toMatchObject({
      rule_column: {
        rhs: { name: "Declared", type: "text", options: [] },
        operator: { name: "Operator", type: "select", options: [] },
      },
    });
    const bad = await ask("coded", "bad");
    expect(bad.error).toEqual({ message: expect.any(String), stack: expect.stringMatching(/at line 2 of/) });
    expect(JSON.stringify(bad)).not.toMatch(/\/server\/|node_modules|\.ts/);
    expect((await ask("region", "x")).message).toContain("of the type select, not rule_engine");
    expect((await ask("other", "x")).message).toBe("Field not found");
  });
});

test("a field of an unsaved form is shown as if it were saved", async () => {
  const who = await account();
  const headers = { slug: "stripe" };
  const read = async (body: unknown) =>
    (await server.request({ method: "POST", url: `${FIELD}/city`, token: who.token, headers, body })).body;
  expect(await read({ value: "Rome", values: { region: "us", unknown: 1 } })).toMatchObject({
    value: "Rome",
  });
  expect(await read({ values: { region: "asia" } })).toMatchObject({
    message: "values.region must be one of its options.",
  });
  expect(await read({})).not.toHaveProperty("value");
});

test("labels: created for those without a value, dynamic ones from the config; other lines are rejected", async () => {
  const { token } = await account();
  const headers = { slug: "stripe" };
  const set = (field: string, value: unknown) =>
    server.request({ method: "PUT", url: `${FIELD}/${field}`, token, headers, body: { value } });
  expect((await set("stages", { won_deal: "w" })).body).toMatchObject({
    labels: [{ name: "Won deal", value: "won_deal" }],
    value: { won_deal: "w" },
  });
  expect((await set("deals", { lost: "w" })).body).toMatchObject({
    labels: [{ name: "Lost", value: "lost" }],
  });
  expect((await set("stages", { lost: "w" })).status).toBe(400);
  expect((await set("deals", { won_deal: "w" })).status).toBe(400);
});

test("passwords of the application are encrypted, masked, and visible to runs only", async () => {
  const { id, token } = await account();
  server.work();
  const headers = { slug: "stripe" };
  const url = `${FIELD}/token`;
  const set = await server.request({ method: "PUT", url, token, headers, body: { value: "hush-hush" } });
  expect(set.body.value).toBe(MASK);
  const tried = await server.request({ method: "POST", url, token, headers, body: { value: "unsaved-one" } });
  expect(tried.body.value).toBe(MASK);
  const { rows } = await sql`select c::text from configs c`.execute(server.deps.db);
  expect(JSON.stringify(rows)).not.toContain("hush-hush");
  const as = { key: server.testKey };
  const made = await server.request({
    method: "POST",
    url: `${PUBLIC}/workflow`,
    ...as,
    body: {
      name: "Sees the config",
      slug: "stripe",
      hide_in_config: true,
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
        {
          id: "code",
          type: "ai_code_executor",
          data: { code: "return [config.token.length, config.region]" },
        },
      ],
      edges: [{ source: "start", target: "code" }],
    },
  });
  const path = `${PUBLIC}/workflow/${made.body._id}`;
  await server.request({ method: "PUT", url: `${path}/publish`, ...as, body: { published: true } });
  const sync = { sync_execution: "true" };
  const ran = await server.request({
    method: "POST",
    url: `${path}/execute`,
    ...as,
    account: id,
    headers: sync,
    body: {},
  });
  expect(ran.body.return_value).toEqual([9, "eu"]);
  expect((await server.request({ method: "DELETE", url, token, headers })).body).not.toHaveProperty("value");
});
