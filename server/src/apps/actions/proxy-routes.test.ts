import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { startThirdParty } from "../../runs/engine/test-third-party.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";
import { ConnectorError } from "../connector.ts";
import { sendRaw } from "./proxy.ts";
import { toProxyError } from "./proxy-routes.ts";

const BASE = "/api/v2/public/proxy/things";
let server: TestServer;
let api: ThingsApi;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: buildThingsDefinition("things", api.url),
  });
  await connect("acme", "good");
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
});

async function connect(account: string, key: string): Promise<void> {
  const token = await server.account(account);
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key } });
}

const send = (path: string, more: object = {}) =>
  server.request({ url: `${BASE}${path}`, key: server.testKey, account: "acme", ...more });

test("a request is sent unchanged, below the base address, with the account's credential and none of our headers", async () => {
  const reply = await send("/things/a%2Fb?tag=x&tag=y&q=%26&linked_account_id=acme", {
    method: "PATCH",
    body: '{ "size":  1.0 }',
    headers: {
      "x-api-key": server.testKey,
      "things-version": "3",
      cookie: "a=b",
      "x-forwarded-for": "1.2.3.4",
      "x-junctor-environment": "test",
    },
  });
  expect(reply.status).toBe(404);
  expect(reply.headers["x-junctor-error"]).toBeUndefined();
  expect(reply.body).toEqual({ message: "there is no /api/things/a%2Fb" });
  expect(api.requests).toMatchObject([
    {
      method: "PATCH",
      url: "/api/things/a%2Fb?tag=x&tag=y&q=%26",
      headers: { "x-app-key": "good", "things-version": "3", "content-type": "application/json" },
      body: '{ "size":  1.0 }',
    },
  ]);
  const sent = api.requests[0]?.headers ?? {};
  const ours = ["x-api-key", "linked_account_id", "cookie", "x-junctor-environment"];
  for (const name of [...ours, "authorization", "x-forwarded-for"]) {
    expect(sent, name).not.toHaveProperty(name);
  }
});

test("the provider's answer is returned with its status and relevant headers, but not its cookies", async () => {
  api.answer = () => ({
    status: 207,
    headers: {
      "content-type": "text/html; charset=latin1",
      etag: '"7"',
      "x-total": "12",
      "set-cookie": "session=1",
      "strict-transport-security": "max-age=1",
      "access-control-allow-origin": "https://elsewhere.example",
    },
    body: Buffer.from([0xe4, 0x00, 0xff]),
  });
  const reply = await send("/things");
  expect([reply.status, reply.headers.etag, reply.headers["x-total"], reply.headers["content-type"]]).toEqual(
    [207, '"7"', "12", "text/html; charset=latin1"],
  );
  expect(reply.headers).not.toHaveProperty("set-cookie");
  expect(reply.headers).not.toHaveProperty("strict-transport-security");
  expect(reply.headers["access-control-allow-origin"]).not.toBe("https://elsewhere.example");
  expect(reply.headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
});

test("bytes are sent and returned as they are", async () => {
  const third = await startThirdParty();
  const bytes = Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0d, 0x0a]);
  const definition = buildThingsDefinition("bytes", third.url);
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: definition,
  });
  const token = await server.account("acme");
  await server.request({ method: "POST", url: "/api/v2/app/bytes/save", token, body: { key: "good" } });
  third.received.length = 0;
  third.answer = () => ({ status: 200, headers: { "content-type": "image/png" }, body: bytes });
  const headers = { "x-api-key": server.testKey, linked_account_id: "acme" };
  const url = "/api/v2/public/proxy/bytes/upload";
  const types = [{ "content-type": "image/png" }, {}];
  for (const type of types) {
    const request = { method: "PUT" as const, url, headers: { ...headers, ...type }, payload: bytes };
    const reply = await server.app.inject(request);
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, bytes]);
  }
  expect(third.received.map((got) => [got.bytes, got.headers["content-type"]])).toEqual([
    [bytes, "image/png"],
    [bytes, "application/octet-stream"],
  ]);
  await third.close();
});

test("a credential that the provider echoes is redacted", async () => {
  await connect("echo", "planted-secret-key");
  api.answer = ({ headers }) => ({
    headers: { "x-echo": `${headers["x-app-key"]}`, "content-type": "text/plain" },
    body: `your key is ${headers["x-app-key"]}, ä`,
  });
  const reply = await send("/things", { account: "echo" });
  expect(reply.text).toBe("your key is [redacted], ä");
  expect(reply.headers["x-echo"]).toBe("[redacted]");
});

test("the provider's errors are returned as its answer; our own errors are marked by a header", async () => {
  await connect("bad", "bad");
  const refused = await send("/things", { account: "bad" });
  expect([refused.status, refused.headers["x-junctor-error"]]).toEqual([401, undefined]);
  expect(refused.body).toEqual({ message: "bad key bad" });
  const ours = [
    await send("/things", { account: "nobody" }),
    await send("/things", { key: "tk_wrong" }),
    await server.request({ url: "/api/v2/public/proxy/none/x", key: server.testKey, account: "acme" }),
    await send("/..%2fadmin"),
    await send("//elsewhere.example/x"),
    await send("/things", { headers: { "X-App-Key": "mine" } }),
    await send("/things", { method: "POST", body: "x".repeat(10 * 1024 * 1024 + 1) }),
  ];
  expect(ours.map(({ status }) => status)).toEqual([400, 401, 404, 400, 404, 400, 413]);
  for (const reply of ours.filter(({ text }) => text.includes("request_id"))) {
    expect(reply.body.error_code).toEqual(expect.any(String));
  }
  const ends = api.requests.map(({ url, headers }) => [url, headers.host]);
  for (const [url, host] of ends)
    expect([String(url).startsWith("/api/"), `http://${host}`]).toEqual([true, api.url]);
});

test("no path escapes the base address, however it is written", async () => {
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", "acme")
    .executeTakeFirstOrThrow();
  const scope = { ...server.test, account: { id, accountId: "acme" } };
  // Without the client in between, which would resolve the dots itself.
  for (const path of [
    "/../admin",
    "/%2e%2e/admin",
    "/a/..%2fadmin",
    "/\\elsewhere.example",
    "/a?b",
    "/a#b",
  ]) {
    const raw = { method: "GET", path, query: {}, headers: {} };
    const failure = await sendRaw(server.deps, scope, { slug: "things", request: raw }).catch(
      (error) => error,
    );
    expect(failure, path).toMatchObject({ name: "ConnectorError", code: "input" });
  }
  expect(api.requests).toEqual([]);
});

test("a session token cannot send raw requests", async () => {
  const token = await server.account("acme");
  const reply = await server.request({ url: `${BASE}/things`, token });
  expect([reply.status, reply.headers["x-junctor-error"]]).toEqual([401, "true"]);
});

test("409 for a connection that was never made; 400 for a provider that asks to wait, with the reason and the time", async () => {
  await server.account("new");
  const missing = await send("/things", { account: "new" });
  expect([missing.status, missing.body.error_code, missing.headers["x-junctor-error"]]).toEqual([
    409,
    "CONFLICT",
    "true",
  ]);
  await connect("busy", "good");
  api.answer = () => ({ status: 429, headers: { "retry-after": "30" }, body: "slow down" });
  const first = await send("/things", { account: "busy" });
  expect([first.status, first.headers["retry-after"], first.text]).toEqual([429, "30", "slow down"]);
  const second = await send("/things", { account: "busy" });
  expect([second.status, second.headers["x-junctor-error"]]).toEqual([400, "true"]);
  expect(Number(second.headers["retry-after"])).toBeGreaterThan(20);
  expect(api.requests).toHaveLength(1);
});

test("502 for an unreachable provider, 504 for a timeout, 409 for an expired connection, each marked as our error", async () => {
  const gone = await startThingsApi();
  const settings = { settings: [{ name: "url", label: "Address" }], base_url: "{{ settings.url }}/api" };
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: { ...buildThingsDefinition("moving", gone.url), ...settings },
  });
  const token = await server.account("mover");
  const body = { key: "good", url: gone.url };
  await server.request({ method: "POST", url: "/api/v2/app/moving/save", token, body });
  await gone.close();
  const ask = async () => {
    const url = "/api/v2/public/proxy/moving/things";
    const { status, body, headers } = await server.request({ url, key: server.testKey, account: "mover" });
    return [status, body.error_code, headers["x-junctor-error"]];
  };
  expect(await ask()).toEqual([502, "EXTERNAL_API_FAILURE", "true"]);
  const { db } = server.deps;
  await db.updateTable("connections").set({ status: "expired" }).where("slug", "=", "moving").execute();
  expect(await ask()).toEqual([409, "CONFLICT", "true"]);
  expect(toProxyError(new ConnectorError("timeout", "Too slow."))).toMatchObject({ status: 504 });
});
