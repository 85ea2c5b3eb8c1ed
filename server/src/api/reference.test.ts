import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("the reference page loads only what the server sends, and declares its language", async () => {
  const { status, headers, text } = await server.request({ url: "/docs/" });
  expect(status).toBe(200);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+';/);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(text).toContain('<html lang="en">');
});

test("its files and redirect do the same", async () => {
  const script = await server.request({ url: "/docs/js/scalar.js" });
  expect([script.status, script.headers["x-content-type-options"]]).toEqual([200, "nosniff"]);
  expect(script.headers["content-type"]).toContain("javascript");
  const first = await server.request({ url: "/docs" });
  expect([first.status, first.headers["x-content-type-options"]]).toEqual([first.status, "nosniff"]);
  if (first.status === 301) expect(first.headers.location).toBe("/docs/");
});
