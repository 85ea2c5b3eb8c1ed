import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../../test/spawn-server.ts";
import { eventually, startTestServer } from "../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";

const TEST_KEY = "tk_of_a_killed_process";
const CUT_OFF =
  "The server stopped in the middle of this call. It may have taken effect: check before you call again.";
const environment = {
  JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
};

let api: ThingsApi;
beforeAll(async () => {
  api = await startThingsApi();
  // It never answers.
  api.answer = ({ method }) =>
    method === "POST"
      ? new Promise(() => {})
      : { headers: { "content-type": "application/json" }, body: "{}" };
});
afterAll(() => api.close());

function caller(url: string, key: string) {
  return async (
    method: string,
    path: string,
    body?: object,
    headers: object = { "x-api-key": key, linked_account_id: "acme" },
  ) => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    return JSON.parse((await reply.text()).replace(/^[\s\S]*?data: /, ""));
  };
}

/** Has one call made at once and one after its approval, and kills the process while the third party does both. */
async function killAndGoOn(
  { url, key }: { url: string; key: string },
  { kill, goOn }: { kill: () => Promise<unknown>; goOn: () => Promise<string> },
) {
  const send = caller(url, key);
  await send("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
  await send("POST", "/api/v2/public/application", buildThingsDefinition("things", api.url));
  const { token } = await send("POST", "/api/v2/public/session-token", { linked_account_id: "acme" });
  await send("POST", "/api/v2/app/things/save", { key: "good" }, { authorization: `Bearer ${token}` });
  const actions = [
    { id: "make_thing", tool_name: "now", policy: "allow" },
    { id: "make_thing", tool_name: "asked", policy: "ask" },
  ];
  const record = { name: "Shop", description: "", associated_apps: [{ slug: "things", actions }] };
  const { _id: server } = await send("POST", "/api/v2/public/mcp-servers", record);
  const made = await send("POST", `/api/v2/public/mcp-servers/${server}/token`, {});
  const call = (name: string) => {
    const params = { name, arguments: { name, board: 1 } };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return send("POST", `/mcp/v1/${server}`, body, { authorization: `Bearer ${made.token}` });
  };
  const waiting = await call("asked");
  const calls = `/api/v2/public/mcp-servers/${server}/calls`;
  const id = waiting.result.structuredContent.execution_id;
  await send("PUT", `${calls}/${id}/approval`, { approved: true });
  const cut = call("now").catch(() => "cut");
  const posts = () => api.requests.filter(({ method }) => method === "POST");
  await eventually(async () => posts().length === 2);
  await kill();
  expect(await cut).toBe("cut");
  const again = caller(await goOn(), key);
  const docs = await eventually(async () => {
    const log: { docs: { status: string }[] } = await again(
      ...(["GET", "/api/v2/public/mcp-calls", undefined, { "x-api-key": key }] as const),
    );
    return log.docs.every(({ status }) => status !== "RUNNING") && log.docs;
  });
  expect(docs).toMatchObject([
    { tool: "now", status: "ERRORED", error: CUT_OFF },
    { tool: "asked", status: "ERRORED", error: CUT_OFF },
  ]);
  expect(posts()).toHaveLength(2);
}

if (inject("databaseUrl")) {
  test("slow: PostgreSQL server: a killed process's calls end as cut off, and are not repeated", async () => {
    const server = await startTestServer();
    const DATABASE_URL = server.deps.config.databaseUrl ?? "";
    const start = () => spawnServer("all", { ...environment, DATABASE_URL });
    const first = await start();
    let second: SpawnedServer | undefined;
    await killAndGoOn(
      { url: first.url, key: server.testKey },
      {
        kill: () => first.stop("SIGKILL"),
        goOn: async () => {
          second = await start();
          return second.url;
        },
      },
    );
    await second?.stop();
    await server.close();
  });
} else {
  test("slow: embedded database: a killed process's calls end as cut off, and are not repeated", async () => {
    const dir = mkdtempSync(join(tmpdir(), "junctor-killed-"));
    const start = () =>
      spawnServer("all", { ...environment, JUNCTOR_DATA_DIR: dir, JUNCTOR_TEST_API_KEY: TEST_KEY });
    let server: SpawnedServer = await start();
    await killAndGoOn(
      { url: server.url, key: TEST_KEY },
      {
        kill: () => server.stop("SIGKILL"),
        goOn: async () => {
          server = await start();
          return server.url;
        },
      },
    );
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });
}
