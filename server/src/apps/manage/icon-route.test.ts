import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildOAuthDefinition } from "../connections/fake-provider.ts";

const BASE = "/api/v2/public/application";
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("every icon in the catalog is served as an image without a credential", async () => {
  const { body } = await server.request({ url: `${BASE}/all`, key: server.testKey });
  const urls = body.flatMap(({ icon_url }: { icon_url: string }) => (icon_url === "" ? [] : [icon_url]));
  expect(urls.length).toBeGreaterThan(20);
  for (const url of urls) {
    const { status, headers, text } = await server.request({ url });
    expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(text).toContain("<svg");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=86400",
    });
    expect(headers["content-security-policy"]).toContain("sandbox");
  }
});

test("304: an icon that the browser has cached is not sent again", async () => {
  const first = await server.request({ url: `${BASE}/stripe/icon` });
  const headers = { "if-none-match": String(first.headers.etag) };
  const again = await server.request({ url: `${BASE}/stripe/icon`, headers });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("404: an unknown application, or one of the organization's own", async () => {
  const body = buildOAuthDefinition("homemade", "https://provider.example");
  await server.request({ method: "POST", url: BASE, key: server.testKey, body });
  for (const slug of ["homemade", "missing", "__proto__"])
    expect((await server.request({ url: `${BASE}/${slug}/icon` })).status).toBe(404);
  const { body: settings } = await server.request({ url: `${BASE}/homemade/settings`, key: server.testKey });
  expect(settings).toMatchObject({ icon_url: "", action_count: expect.any(Number), tags: expect.any(Array) });
});
