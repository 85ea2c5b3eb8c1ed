import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
const ACCOUNTS = "/api/v2/public/linked-account";
const JSON_TYPE = { "content-type": "application/json" };

beforeAll(async () => {
  server = await startTestServer({ corsOrigins: ["https://app.example.com"] });
  await server.account("customer");
});
afterAll(() => server.close());

test("400 for a body that is not JSON, 415 for another type, 413 above 1 MB, and nothing is stored", async () => {
  const put = (body: string, headers: Record<string, string> = {}) =>
    server.request({ method: "PUT", url: ACCOUNTS, key: server.testKey, body, headers });
  const replies = [
    await put("{"),
    await put('{"linked_account_id":"stored"}', { "content-type": "text/plain" }),
    await put("linked_account_id=stored", { "content-type": "application/x-www-form-urlencoded" }),
    await put(JSON.stringify({ linked_account_id: "stored", name: "x".repeat(1_100_000) })),
  ];
  expect(replies.map(({ status, body }) => [status, body.error_code])).toEqual([
    [400, "VALIDATION_ERROR"],
    [415, "UNSUPPORTED_MEDIA_TYPE"],
    [415, "UNSUPPORTED_MEDIA_TYPE"],
    [413, "PAYLOAD_TOO_LARGE"],
  ]);
  expect((await server.request({ url: `${ACCOUNTS}/stored`, key: server.testKey })).status).toBe(404);
});

test("DELETE with a JSON content type and no body works, as the published clients send it", async () => {
  await server.account("leaving");
  const reply = await server.request({
    method: "DELETE",
    url: `${ACCOUNTS}/leaving`,
    key: server.testKey,
    headers: JSON_TYPE,
  });
  expect(reply.status).toBe(200);
});

test("GET may have a content type and even a body", async () => {
  const url = `${ACCOUNTS}/customer`;
  expect((await server.request({ url, key: server.testKey, headers: JSON_TYPE })).status).toBe(200);
  expect((await server.request({ url, key: server.testKey, body: { any: "thing" } })).status).toBe(200);
});

test("POST without a required body is a 400", async () => {
  const reply = await server.request({
    method: "POST",
    url: "/api/v2/public/session-token",
    key: server.testKey,
    headers: JSON_TYPE,
  });
  expect(reply.status).toBe(400);
});

test.each(["/", "?", "/?", "?page=1&unknown=1", "/?limit=5"])("the address may end in %s", async (end) => {
  expect((await server.request({ url: `${ACCOUNTS}${end}`, key: server.testKey })).status).toBe(200);
});

test("400 for a NUL or invalid escapes in the address, 404 for odd ids", async () => {
  const statusOf = async (id: string) =>
    (await server.request({ url: `${ACCOUNTS}/${id}`, key: server.testKey })).status;
  expect(await statusOf("a%00b")).toBe(400);
  expect(await statusOf("%zz")).toBe(400);
  for (const id of ["__proto__", "constructor", "..%2f..%2fetc", "%F0%9F%94%91", "a'b;--", "x".repeat(2000)])
    expect(await statusOf(id), id).toBe(404);
});

test("401: without a valid credential, whatever the path contains", async () => {
  const statusOf = async (path: string, key?: string) =>
    (await server.request({ url: path, ...(key && { key }) })).status;
  const places = [ACCOUNTS, "/api/v2/public/workflow", "/api/v2/public/execution", "/api/v2/public/webhook"];
  for (const place of places)
    for (const id of ["a%00b", "%00", "%zz", "%", "%E0%A4", "%ff", "%00%zz"]) {
      expect(await statusOf(`${place}/${id}`), `${place}/${id}`).toBe(401);
      expect(await statusOf(`${place}/${id}`, "tk_wrong"), `${place}/${id}`).toBe(401);
      expect(await statusOf(`${place}/${id}`, server.testKey), `${place}/${id}`).toBe(400);
    }
  // None of these is a route, whatever replaces the escapes.
  for (const place of ["/api/v2/public", "/api/v1", "/api", "/mcp", "/api/v2/public/workflow/x/y/z"])
    for (const id of ["%00", "%ff", "%", "a%00b/c", "%00%"]) {
      expect(await statusOf(`${place}/${id}`), `${place}/${id}`).toBe(401);
      expect(await statusOf(`${place}/${id}`, "tk_wrong"), `${place}/${id}`).toBe(401);
      expect(await statusOf(`${place}/${id}`, server.testKey), `${place}/${id}`).toBe(400);
    }
  const token = await server.account("of-paths");
  expect((await server.request({ url: "/api/v1/%00", token })).status).toBe(400);
  for (const id of ["%00", "%ff", "%", "a%00b"])
    for (const method of ["GET", "POST"] as const) {
      const url = `/mcp/v1/${id}`;
      const headers = { host: new URL(server.deps.config.publicUrl).host };
      expect((await server.request({ method, url, headers })).status, url).toBe(401);
      expect((await server.request({ method, url, headers, token: "st_wrong" })).status, url).toBe(401);
      expect((await server.request({ method, url, headers, token })).status, url).toBe(400);
      expect((await server.request({ method, url: `${url}/${id}`, headers })).status, url).toBe(403);
    }
  const url = "/api/v1/wait/%E0%A4";
  expect((await server.request({ method: "POST", url, body: {} })).status).toBe(400);
  for (const path of ["/connect/%zz", "/connect/%00"]) expect(await statusOf(path), path).toBe(400);
});

test("HEAD answers like GET, without a body", async () => {
  const reply = await server.request({ method: "HEAD" as "GET", url: "/health/live" });
  expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: "" });
});

test("every reply has a request id, and an error body repeats it", async () => {
  const fine = await server.request({ url: "/health/live" });
  const failed = await server.request({ url: ACCOUNTS });
  expect(fine.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(failed.body.request_id).toBe(failed.headers["x-request-id"]);
  expect(failed.body.request_id).not.toBe(fine.headers["x-request-id"]);
});

test("a page of an allowed origin may send every method with its headers, and read errors", async () => {
  const origin = "https://app.example.com";
  const preflight = await server.request({
    method: "OPTIONS" as "GET",
    url: ACCOUNTS,
    headers: {
      origin,
      "access-control-request-method": "DELETE",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
  expect(preflight.headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, PUT, PATCH, DELETE");
  expect(preflight.headers["access-control-allow-headers"]).toBe("authorization,content-type");
  const refused = await server.request({ url: ACCOUNTS, headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers["access-control-allow-origin"]).toBe(origin);
  expect(refused.headers["access-control-expose-headers"]).toContain("retry-after");
});

test("a page of another origin is not allowed", async () => {
  const reply = await server.request({ url: "/health/live", headers: { origin: "https://evil.example" } });
  expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
});

test("OPTIONS that is not a preflight gets no text of the plugin", async () => {
  const reply = await server.request({ method: "OPTIONS" as "GET", url: ACCOUNTS });
  expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: "" });
});

test("liveness and readiness need no credential", async () => {
  for (const url of ["/health/live", "/health/ready"])
    expect(await server.request({ url })).toMatchObject({ status: 200, body: { status: "ok" } });
});
