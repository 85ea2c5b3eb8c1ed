import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "../../mcp/test-mcp-server.ts";
import { createId } from "../../platform/id.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  startTestRun,
  waitForRunEnd,
} from "../../runs/start/test-run.ts";
import { createTakeUsage } from "./take-usage.ts";
import { createTestPlan, removeTestPlans, setTestPlan } from "./test-plans.ts";

let server: McpTestServer;
let api: ThingsApi;
let account: string;
let token: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  server.work();
  const body = buildThingsDefinition("things", api.url);
  await server.request({ method: "POST", url: "/api/v2/public/application", key: server.testKey, body });
});
afterAll(async () => {
  await removeTestPlans(server);
  await server.close();
  await api.close();
});
beforeEach(async () => {
  await removeTestPlans(server);
  account = `acme-${createId()}`;
  token = await server.account(account);
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
});

const limitTo = (hard: number, name: "calls_per_day" | "mcp_calls_per_day" | "storage_bytes") =>
  setTestPlan(server, account, { caps: { [name]: { soft: null, hard } } });

const accountScope = async () => {
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  return { ...server.test, account: { id, accountId: account } };
};

const act = (action = "list_things") =>
  server.request({
    method: "POST",
    url: `/api/v2/integration-schema/things/actions/${action}/execute`,
    token,
    body: {},
  });

async function readTaken(cap: string): Promise<number> {
  const { account: row } = await accountScope();
  const { rows } = await sql<{ used: number }>`
    select used::int as used from usage_periods where account_id = ${row.id} and cap = ${cap}`.execute(
    server.deps.db,
  );
  return rows[0]?.used ?? 0;
}

describe("a hard limit of calls", () => {
  test("answers an action with 429, and third parties are not called", async () => {
    await limitTo(1, "calls_per_day");
    expect((await act()).status).toBe(200);
    const before = api.requests.length;
    const refused = await act();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      error_code: "USAGE_LIMIT_REACHED",
      message: expect.stringContaining("1 call to third parties a day, which are used up. It resets on "),
    });
    expect(api.requests).toHaveLength(before);
  });

  test("does not concern another customer", async () => {
    await limitTo(0, "calls_per_day");
    account = `other-${createId()}`;
    token = await server.account(account);
    await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
    expect((await act()).status).toBe(200);
  });

  test("does not prevent what Junctor does by itself", async () => {
    await limitTo(0, "calls_per_day");
    const save = { method: "POST", url: "/api/v2/app/things/save", token } as const;
    const before = api.requests.length;
    expect((await server.request({ ...save, body: { key: "good" } })).status).toBe(200);
    expect(api.requests.length).toBeGreaterThanOrEqual(before);
    expect(await readTaken("calls_per_day")).toBe(0);
  });

  test.each([
    ["an http step", (url: string) => createHttpNode("one", url, { maximum_attempts: 3 })],
    [
      "code",
      (url: string) => createCodeNode("one", `return fetch("${url}/things")`, { maximum_attempts: 3 }),
    ],
    ["an action", () => ({ id: "one", type: "action", action: "things/list_things", maximum_attempts: 3 })],
  ])("fails %s without another attempt, and says which limit", async (_, createNode) => {
    await limitTo(0, "calls_per_day");
    const scope = await accountScope();
    const id = await startTestRun(server, { scope, nodes: [createNode(api.url)] });
    const run = await waitForRunEnd(server, id);
    expect(run.status).toBe("ERRORED");
    expect(JSON.stringify(run.execution_error)).toContain('"USAGE_LIMIT"');
    expect(JSON.stringify(run)).toContain("0 calls to third parties a day");
    const { rows } = await sql<{ attempts: number }>`
      select max(attempt)::int as attempts from run_steps where run_id = ${id} and node_id = 'one'`.execute(
      server.deps.db,
    );
    expect(rows[0]?.attempts).toBe(1);
  });

  test.skipIf(!inject("databaseUrl"))("is never exceeded by several processes together", async () => {
    await limitTo(50, "calls_per_day");
    const scope = await accountScope();
    const processes = Array.from({ length: 4 }, () => createTakeUsage(server.deps));
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, async (_, n) => processes[n % 4]?.(scope, "calls")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
    expect(await readTaken("calls_per_day")).toBe(50);
  });

  test("costs no statement where nothing is limited", async () => {
    await createTestPlan(server, { calls_per_day: { soft: 1, hard: null } }, { isDefault: true });
    const database = {
      ...server.deps.database,
      batch: () => Promise.reject(new Error("A statement.")),
      query: () => Promise.reject(new Error("A statement.")),
    };
    await createTakeUsage({ ...server.deps, database })(await accountScope(), "calls");
  });
});

describe("a hard limit of tool calls", () => {
  test("answers an agent with the sentence as a tool error, and records the call as refused", async () => {
    await limitTo(1, "mcp_calls_per_day");
    const { body: mcp } = await server.request({
      method: "POST",
      url: "/api/v2/public/mcp-servers",
      key: server.testKey,
      body: {
        name: "Tools",
        description: "",
        associated_apps: [{ slug: "things", actions: [{ id: "list_things" }] }],
      },
    });
    const client = await server.connect(mcp._id, token, { era: "legacy" });
    const call = { name: "things_list_things_action", arguments: {} };
    expect((await client.callTool(call)).isError ?? false).toBe(false);
    const before = api.requests.length;
    const refused = await client.callTool(call);
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("1 tool call a day, which are used up. It resets on ");
    expect(api.requests).toHaveLength(before);
    expect(await readTaken("mcp_calls_per_day")).toBe(1);
  });
});

describe("a hard limit of storage", () => {
  const upload = (text: string) =>
    server.app.inject({
      method: "POST",
      url: "/api/v2/public/file",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=part" },
      payload: `--part\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${text}\r\n--part--\r\n`,
    });

  test("refuses what does not fit, and accepts it once there is room", async () => {
    await limitTo(10, "storage_bytes");
    expect((await upload("1234567")).statusCode).toBe(200);
    const refused = await upload("1234");
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(/10 bytes of storage, of which 3 are left, and this needs 4\.$/);
    expect(refused.headers["retry-after"]).toBeUndefined();
    expect((await upload("123")).statusCode).toBe(200);
    const { account: row } = await accountScope();
    await server.deps.db.deleteFrom("files").where("account_id", "=", row.id).execute();
    expect((await upload("1234567890")).statusCode).toBe(200);
  });

  test("is of one customer", async () => {
    await limitTo(0, "storage_bytes");
    const other = await createTestAccount(server);
    expect((await upload("1")).statusCode).toBe(429);
    token = await server.account(other.account.accountId);
    expect((await upload("1")).statusCode).toBe(200);
  });
});
