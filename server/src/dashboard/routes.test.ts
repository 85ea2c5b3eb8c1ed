import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { WEB_FOLDER } from "../pages/built-page.ts";

let server: TestServer;
beforeAll(async () => {
  if (!existsSync(WEB_FOLDER)) throw new Error("The dashboard is not built: npm run build:web.");
  server = await startTestServer();
});
afterAll(() => server?.close());

test("the root of the server leads to the dashboard", async () => {
  const { status, headers } = await server.request({ url: "/" });
  expect([status, headers.location]).toEqual([302, "/app"]);
});

test.each(["/app", "/app/", "/app/production/executions?status=ERRORED", "/app/sign-in"])(
  "%s is the page, which runs only its own scripts",
  async (url) => {
    const { status, headers, text } = await server.request({ url });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
    // After signing out, "back" must not show the page again.
    expect(headers["cache-control"]).toBe("no-store");
  },
);

test("the page's files are compressed and cached by browsers", async () => {
  const page = await server.request({ url: "/app" });
  const url = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
  const { status, headers } = await server.request({ url, headers: { "accept-encoding": "gzip" } });
  expect([status, headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test.each(["assets/none.js", "assets/%2e%2e/%2e%2e/package.json", "assets/..%2f..%2fpackage.json"])(
  "/app/%s does not exist",
  async (path) => {
    const { status, text } = await server.request({ url: `/app/${path}` });
    expect(status === 200 ? text : "").not.toContain("@junctor/web");
    if (path.endsWith("none.js")) expect(status).toBe(404);
  },
);
