import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const PUBLIC = "https://example.com/junctor";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: PUBLIC });
});
afterAll(() => server?.close());

test("behind TLS and below a path, addresses are public and cookies secure, whatever the request says", async () => {
  const token = await server.account("acme");
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/mcp-servers",
    token,
    body: { name: "Support", description: "" },
  });
  const client = await server.request({
    method: "POST",
    url: "/mcp/oauth/register",
    body: { redirect_uris: ["https://assistant.test/callback"] },
  });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.body.client_id,
    resource: `${PUBLIC}/mcp/v1/${made.body._id}`,
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  });
  const headers = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" };
  const begun = await server.request({ url: `/mcp/oauth/authorize?${query}`, headers });
  expect(begun.status).toBe(303);
  const page = String(begun.headers.location);
  expect(page).toMatch(/^https:\/\/example\.com\/junctor\/mcp\/oauth\/interaction\/[A-Za-z0-9_-]{43}$/);
  const cookies = [begun.headers["set-cookie"]].flat().map(String);
  const signIn = cookies.filter((cookie) => cookie.startsWith("junctor_mcp_sign_in"));
  expect(signIn).toHaveLength(2);
  for (const cookie of signIn) expect(cookie).toContain(`path=${new URL(page).pathname};`);
  for (const cookie of cookies)
    expect(cookie).toMatch(/path=\/junctor\/mcp\/oauth.*samesite=lax; secure; httponly/i);
  const sent = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
  const path = new URL(page).pathname.slice("/junctor".length);
  const shown = await server.request({ url: path, headers: { cookie: sent } });
  expect(shown.status).toBe(200);
  expect(shown.text).toContain(`action="/junctor${path}/code"`);
  const form = /name="form" value="([^"]+)"/.exec(shown.text)?.[1] ?? "";
  const left = await server.request({
    method: "POST",
    url: `${path}/code`,
    headers: {
      cookie: sent,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    body: `decision=deny&form=${form}`,
  });
  expect(left.text).toContain('content="0;url=https://example.com/junctor/mcp/oauth/authorize/');
});

test("only a signed cookie of the browser continues a request", async () => {
  const path = `/mcp/oauth/interaction/${"x".repeat(43)}`;
  for (const cookie of [
    "",
    `junctor_mcp_sign_in=${"x".repeat(43)}`,
    `junctor_mcp_sign_in=${"x".repeat(43)}; junctor_mcp_sign_in.sig=${"y".repeat(27)}`,
  ]) {
    const { status, text } = await server.request({ url: path, headers: { cookie } });
    expect(status).toBe(400);
    expect(text).toContain("This sign-in has ended");
  }
});
