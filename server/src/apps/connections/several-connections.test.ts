import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
  type ThingsReply,
  type ThingsRequest,
} from "../catalog/test-things-api.ts";
import { MAX_CONNECTIONS, NEW_CONNECTION, saveConnection } from "../store.ts";

const CHECK = { check: { request: { method: "GET", path: "/me" }, account: "{{ body.account }}" } };
const INTEGRATION = "/api/v2/public/linked-account/integration";
let server: TestServer;
let api: ThingsApi;
/** The keys that the provider refuses. */
const refused = new Set<string>();
let accounts = 0;
let account: string;
let token: string;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
  for (const slug of ["things", "others"])
    await server.request({
      method: "POST",
      url: "/api/v2/public/application",
      key: server.testKey,
      body: buildThingsDefinition(slug, api.url, CHECK),
    });
});
afterAll(async () => {
  await server.close();
  await api.close();
});
beforeEach(async () => {
  refused.clear();
  api.answer = answer;
  api.requests.length = 0;
  account = `several-${++accounts}`;
  token = await server.account(account);
});
/** Every key is of the account that is called like it; the key `nameless-…` does not say whose it is. */
function answer({ url, headers }: ThingsRequest): ThingsReply {
  const key = String(headers["x-app-key"]);
  if (refused.has(key)) return { status: 401, body: "{}" };
  const said = url.startsWith("/api/lists")
    ? [{ id: key, label: key }]
    : { account: key.startsWith("nameless") ? undefined : key };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(said) };
}

interface Shown {
  connection_id: string;
  name: string;
  status: string;
  is_default: boolean;
}

const call = (method: string, url: string, more: object = {}) =>
  server.request({ method, url, key: server.testKey, account, ...more } as Parameters<
    TestServer["request"]
  >[0]);

async function connect(key: string, target?: string, slug = "things"): Promise<TestReply> {
  const query = target === undefined ? "" : `?connection_id=${target}`;
  return call("PUT", `${INTEGRATION}/save-key-credentials/${slug}${query}`, { body: { key } });
}

/** The account's connections in the order in which they were made. */
async function list(slug = "things"): Promise<Shown[]> {
  const { body } = await call("GET", `/api/v2/public/application/${slug}`);
  return body.connections.toSorted((a: Shown, b: Shown) => (a.connection_id < b.connection_id ? -1 : 1));
}

/** Connects with two keys, each as a connection of its own; returns their ids. */
async function connectTwo(one = "one", two = "two"): Promise<[string, string]> {
  for (const key of [one, two]) expect((await connect(key, "new")).status).toBe(200);
  const [first, second] = await list();
  if (first === undefined || second === undefined) throw new Error("There are no two connections.");
  return [first.connection_id, second.connection_id];
}

const update = (id: string, body: object, slug = "things") =>
  call("PATCH", `${INTEGRATION}/${slug}/connections/${id}`, { body });
const chosen = (id?: string) => (id === undefined ? {} : { headers: { connection_id: id } });
const execute = (id?: string, more: object = {}) =>
  call("POST", "/api/v2/integration-schema/things/actions/list_things/execute", {
    body: {},
    ...chosen(id),
    ...more,
  });
const disconnect = (id: string) => call("DELETE", `${INTEGRATION}/things?connection_id=${id}`);

/** The key with which the provider was last called. */
const keyUsed = () => api.requests.at(-1)?.headers["x-app-key"];

test("the first connection is the default; others stand beside it under names of their own", async () => {
  await connectTwo("nameless-1", "nameless-2");
  await connect("three", "new");
  expect(await list()).toMatchObject([
    { name: "Things", status: "active", is_default: true },
    { name: "Things 2", status: "active", is_default: false },
    { name: "three", identifier: "three", status: "active", is_default: false },
  ]);
});

test("clients that know of one connection see the default one, wherever they look", async () => {
  const [first] = await connectTwo();
  refused.add("two");
  expect((await call("POST", `${INTEGRATION}/things/check`)).status).toBe(200);
  expect((await list()).map(({ status }) => status)).toEqual(["active", "expired"]);
  const read = () => call("GET", "/api/v2/public/application/things");
  expect((await read()).body).toMatchObject({ connected: true, reauth_required: false });
  expect((await read()).body.connected_accounts).toMatchObject([{ connection_id: first, identifier: "one" }]);
  expect((await execute()).body).toMatchObject({ node_status: "Success" });
  expect(keyUsed()).toBe("one");

  refused.add("one");
  await call("POST", `${INTEGRATION}/things/check`);
  refused.delete("two");
  await connect("two", (await list())[1]?.connection_id);
  expect((await read()).body).toMatchObject({ connected: true, reauth_required: true });
  expect((await execute()).body).toMatchObject({ node_status: "Errored", data: { code: "auth" } });
});

test("connecting without a target replaces the default; with an id, that connection keeps its id and place", async () => {
  const [first, second] = await connectTwo();
  await connect("uno");
  await connect("dos", second);
  expect(await list()).toMatchObject([
    { connection_id: first, name: "uno", is_default: true },
    { connection_id: second, name: "dos", is_default: false },
  ]);
  await execute(second);
  expect(keyUsed()).toBe("dos");
});

test("actions, raw requests and options use the connection that is named, or the default one", async () => {
  const [, second] = await connectTwo();
  const uses: ((id?: string) => Promise<TestReply>)[] = [
    (id) => execute(id),
    (id) => call("GET", "/api/v2/public/proxy/things/raw?connection_id=kept", chosen(id)),
    (id) =>
      call("GET", "/api/v2/integration-schema/things/actions/make_thing/options/lists?board=1", chosen(id)),
    (id) =>
      call("POST", "/api/v2/integration-schema/things/actions/make_thing/options/lists", {
        body: { board: 1 },
        ...chosen(id),
      }),
  ];
  for (const use of uses) {
    expect((await use(second)).status).toBe(200);
    expect(keyUsed()).toBe("two");
    expect(api.requests.at(-1)?.headers).not.toHaveProperty("connection_id");
    expect((await use()).status).toBe(200);
    expect(keyUsed()).toBe("one");
    expect((await use("")).status).toBe(200);
    expect(keyUsed()).toBe("one");
  }
  expect(api.requests.map(({ url }) => url)).toContain("/api/raw?connection_id=kept");
});

test("requests are logged with the connection that was used", async () => {
  const [, second] = await connectTwo();
  await execute(second);
  await server.deps.requestLog.flush();
  const { body } = await call("GET", `/api/v2/public/requests?connection_id=${second}&cause=action`);
  expect(body.docs).toHaveLength(1);
});

test("404 for ids of other accounts, applications and environments, and for unknown ones", async () => {
  const own = account;
  await connectTwo();
  await connect("elsewhere", "new", "others");
  const [ofOthers] = await list("others");
  account = `${own}-neighbour`;
  await server.account(account);
  const [neighbours] = await connectTwo("three", "four");
  account = own;
  for (const id of [neighbours, ofOthers?.connection_id ?? "", "0".repeat(24), "a'b"]) {
    expect((await execute(id)).status).toBe(404);
    expect((await call("GET", "/api/v2/public/proxy/things/raw", chosen(id))).status).toBe(404);
    const options = "/api/v2/integration-schema/things/actions/make_thing/options/lists";
    expect((await call("GET", `${options}?board=1`, chosen(id))).status).toBe(404);
    expect((await call("POST", options, { body: { board: 1 }, ...chosen(id) })).status).toBe(404);
    const given = encodeURIComponent(id);
    expect((await update(given, { name: "mine" })).status).toBe(404);
    expect((await update(given, { is_default: true })).status).toBe(404);
    expect((await disconnect(given)).status).toBe(404);
    expect((await connect("mine", given)).status).toBe(404);
    const link = `${INTEGRATION}/things/reconnect-link?connection_id=${given}`;
    expect((await call("POST", link)).status).toBe(404);
  }
  const inProduction = { key: server.productionKey };
  const [first] = await list();
  await server.request({
    method: "POST",
    url: "/api/v2/public/linked-account",
    key: server.productionKey,
    body: { linked_account_id: account },
  });
  expect((await execute(first?.connection_id, inProduction)).status).toBe(404);
  account = `${own}-neighbour`;
  expect(await list()).toMatchObject([{ name: "three" }, { name: "four" }]);
});

test("a connection is renamed and gets its own name back; 400 for nothing to do and long names", async () => {
  const [first] = await connectTwo();
  expect(await update(first, { name: "  Sales  " })).toMatchObject({
    status: 200,
    body: { connection_id: first, name: "Sales", identifier: "one" },
  });
  expect((await list())[0]).toMatchObject({ name: "Sales" });
  const { body } = await call("GET", `${INTEGRATION}/things/health`);
  expect(body.connections.map(({ name }: Shown) => name)).toContain("Sales");
  expect((await update(first, { name: " " })).body).toMatchObject({ name: "one" });
  expect((await update(first, {})).status).toBe(400);
  expect((await update(first, { is_default: false })).status).toBe(400);
  expect((await update(first, { name: "x".repeat(101) })).status).toBe(400);
});

test("another connection becomes the default; the former one remains", async () => {
  const [first, second] = await connectTwo();
  expect((await update(second, { is_default: true })).body).toMatchObject({ is_default: true });
  expect(await list()).toMatchObject([
    { connection_id: first, is_default: false },
    { connection_id: second, is_default: true },
  ]);
  await execute();
  expect(keyUsed()).toBe("two");
  await execute(first);
  expect(keyUsed()).toBe("one");
});

test("one connection is disconnected; the default one only when it is the last (409)", async () => {
  const [first, second] = await connectTwo();
  expect(await disconnect(first)).toMatchObject({ status: 409, body: { error_code: "CONFLICT" } });
  expect(await list()).toHaveLength(2);
  expect((await disconnect(second)).status).toBe(200);
  expect(await list()).toMatchObject([{ connection_id: first }]);
  expect((await execute(second)).status).toBe(404);
  expect((await disconnect(second)).status).toBe(404);
  expect((await disconnect(first)).status).toBe(200);
  expect(await list()).toEqual([]);
});

test("without an id, disconnecting removes all connections to the application and no others", async () => {
  await connectTwo();
  await connect("other", "new", "others");
  expect((await call("DELETE", `${INTEGRATION}/things`)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(await list("others")).toHaveLength(1);
});

test("the browser's calls take the same target", async () => {
  const save = (key: string, target: string) =>
    server.request({
      method: "POST",
      url: `/api/v2/app/things/save?connection_id=${target}`,
      token,
      body: { key },
    });
  expect((await save("one", "new")).status).toBe(200);
  expect((await save("two", "new")).status).toBe(200);
  const [first, second] = await list();
  expect((await save("dos", second?.connection_id ?? "")).status).toBe(200);
  expect(await list()).toMatchObject([{ connection_id: first?.connection_id, name: "one" }, { name: "dos" }]);
  const url = `/api/v1/linked-acc/integration/things?connection_id=${second?.connection_id}`;
  expect((await server.request({ method: "DELETE", url, token })).status).toBe(200);
  expect(await list()).toHaveLength(1);
});

test("an account has at most 50 connections to an application", async () => {
  for (let count = 0; count < MAX_CONNECTIONS; count += 1) await connect(`key-${count}`, "new");
  expect(await connect("beyond", "new")).toMatchObject({ status: 400 });
  expect(await list()).toHaveLength(MAX_CONNECTIONS);
  expect((await connect("again")).status).toBe(200);
});

/** Saves a connection as if it were made in the other way; returns its id. */
async function saveOther(target?: string): Promise<string> {
  const found = await findAccount(server.deps.database, server.test, account);
  if (found === undefined) throw new Error("The account is missing.");
  const credential = { seal: () => Buffer.from("unused") };
  const saved = { slug: "things", authType: "oauth2", credential, now: new Date(), target } as const;
  const scope = { ...server.test, account: found };
  return (await server.deps.queue.transaction((tx) => saveConnection(tx, scope, saved))).id;
}

test("of two default connections, the one in use is not disconnected before the other is the only one (409)", async () => {
  const idle = await saveOther();
  await connect("one");
  const inUse = (await list()).find(({ name }) => name === "one")?.connection_id ?? "";
  expect(await disconnect(inUse)).toMatchObject({ status: 409 });
  expect(await list()).toMatchObject([{ is_default: true }, { is_default: true }]);
  expect((await disconnect(idle)).status).toBe(200);
  expect((await disconnect(inUse)).status).toBe(200);
});

test("without a default connection, each is disconnected by itself", async () => {
  const ways = [await saveOther(), await saveOther(NEW_CONNECTION), await saveOther(NEW_CONNECTION)];
  const [first = "", second = "", third = ""] = ways;
  await connect("one");
  await update((await list()).at(-1)?.connection_id ?? "", { is_default: true });
  expect((await call("DELETE", `${INTEGRATION}/things?auth_type=keybased`)).status).toBe(200);
  expect((await list()).map(({ is_default }) => is_default)).toEqual([false, false, false]);
  for (const id of [second, first, third]) expect((await disconnect(id)).status).toBe(200);
});

test("nor more in two ways to connect, of which each may have a default", async () => {
  for (let count = 0; count < MAX_CONNECTIONS; count += 1) await saveOther(NEW_CONNECTION);
  expect(await connect("beyond")).toMatchObject({ status: 400 });
  await saveOther();
  expect(await list()).toHaveLength(MAX_CONNECTIONS);
});

test("webhooks say which connection an event is about", async () => {
  const hook = { webhook_url: "https://example.com/several", webhook_events: ["Connection Deleted"] };
  await call("POST", "/api/v2/public/webhook", { body: hook });
  const [, second] = await connectTwo();
  await disconnect(second);
  const deliveries = await server.deps.db
    .selectFrom("webhook_deliveries")
    .select("payload")
    .where("event", "=", "Connection Deleted")
    .orderBy("id", "desc")
    .execute();
  expect(deliveries[0]?.payload).toMatchObject({ linked_account_id: account, connection_id: second });
});
