import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const CONNECT_URL = "/api/v2/public/connect-url";
const PROPERTIES = "/api/v2/public/hosted-properties";
let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer(
    { publicUrl: "https://connect.example.com/base" },
    { clock: { now: () => new Date(nowMs) } },
  );
});
afterAll(() => server.close());

describe("POST /api/v2/public/connect-url", () => {
  test("200 with a session token, and with an API key that names the account", async () => {
    const token = await server.account("links");
    const mine = await server.request({ method: "POST", url: CONNECT_URL, token, body: { name: "Shop" } });
    expect(mine.status).toBe(200);
    expect(mine.body.hosted_url).toMatch(/^https:\/\/connect\.example\.com\/base\/connect\/[\w-]{43}$/);
    const theirs = await server.request({
      method: "POST",
      url: `${CONNECT_URL}?config_id=a%20b`,
      key: server.testKey,
      account: "links",
    });
    expect(theirs.body.hosted_url).toMatch(/\/connect\/[\w-]{43}\?config_id=a%20b$/);
  });

  test("400 and 413 for invalid properties, 401 without a credential", async () => {
    const token = await server.account("links");
    const post = (body: unknown) => server.request({ method: "POST", url: CONNECT_URL, token, body });
    expect((await post(["a"])).status).toBe(400);
    expect((await post('"text"')).status).toBe(400);
    expect((await post({ big: "x".repeat(32 * 1024) })).status).toBe(413);
    expect((await server.request({ method: "POST", url: CONNECT_URL, body: {} })).status).toBe(401);
    const url = `${CONNECT_URL}?config_id=${"x".repeat(256)}`;
    expect((await server.request({ method: "POST", url, token, body: {} })).status).toBe(400);
  });
});

describe("GET /api/v2/public/hosted-properties", () => {
  test("200: the properties of the account's newest link, as they were sent; empty if there is none", async () => {
    const token = await server.account("branded");
    const read = () => server.request({ url: PROPERTIES, token });
    expect(await read()).toMatchObject({ status: 200, body: {} });
    const properties = { z: [1, { y: null }], color: "#123", bgColor: "red", name: "Ä <b>" };
    await server.request({ method: "POST", url: CONNECT_URL, token, body: { name: "Older" } });
    nowMs += 1;
    await server.request({ method: "POST", url: CONNECT_URL, token, body: properties });
    expect((await read()).text).toBe(JSON.stringify(properties));
    const stranger = await server.account("stranger");
    expect((await server.request({ url: PROPERTIES, token: stranger })).text).toBe("{}");
    nowMs += 3 * 86_400_000;
    const { body } = await server.request({
      method: "POST",
      url: "/api/v2/public/session-token",
      key: server.testKey,
      body: { linked_account_id: "branded" },
    });
    expect((await server.request({ url: PROPERTIES, token: body.token })).text).toBe("{}");
  });

  test("401 for an API key, which has no portal of its own", async () => {
    const reply = await server.request({ url: PROPERTIES, key: server.testKey, account: "branded" });
    expect(reply.status).toBe(401);
  });
});
