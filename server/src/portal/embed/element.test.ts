import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const FRAMED = { "sec-fetch-dest": "iframe" };
const PRODUCT = "https://app.example.com";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const organization = { url: "/api/v2/public/organization", body: { frame_origins: [PRODUCT] } };
  const set = await server.request({ method: "PUT", key: server.productionKey, ...organization });
  expect(set.status).toBe(200);
});
afterAll(() => server.close());

async function openLink(query = "", headers: Record<string, string> = FRAMED) {
  const token = await server.account("acme");
  const url = "/api/v2/public/connect-url";
  const { body } = await server.request({ method: "POST", url, token, body: {} });
  return server.request({ url: `/connect/${body.token}${query}`, headers });
}

/** What a page in a frame tells the embedding page. */
function factsOf(text: string) {
  const [, facts = "null"] = /data-facts="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(facts.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

test("the element's script is small, cached by browsers, and available to all origins", async () => {
  const url = "/portal/connect.js";
  const { status, headers, text } = await server.request({ url });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": expect.stringMatching(/^public, max-age=\d+/),
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(gzipSync(text).byteLength).toBeLessThan(10 * 1024);
  // A self-contained module that loads nothing else.
  expect(text).not.toMatch(/^import |\bimport\(|innerHTML|\beval\b/m);
  const again = await server.request({ url, headers: { "if-none-match": String(headers.etag) } });
  expect(again.status).toBe(304);
  const zipped = await server.request({ url, headers: { "accept-encoding": "gzip" } });
  expect(zipped.headers["content-encoding"]).toBe("gzip");
});

test("a framed page sends messages only to the company's origins, and reports the connection state", async () => {
  const { text, headers } = await openLink("?lang=de&accent=teal");
  expect(factsOf(text)).toEqual({
    parents: [expect.stringMatching(/^http/), PRODUCT],
    status: 200,
    path: expect.stringMatching(/^\/connect\/[\w-]{43}\?lang=de&accent=%23008080$/),
    state: { connections: {}, configs: {} },
  });
  expect(String(headers["content-security-policy"])).toContain(`frame-ancestors 'self' ${PRODUCT}`);
  expect((await openLink("", {})).text).not.toContain("data-facts");
});

test("the page of an expired link may be framed anywhere to say so; unframed, it sends no messages", async () => {
  const url = `/connect/${"a".repeat(43)}`;
  const framed = await server.request({ url, headers: FRAMED });
  expect(framed.status).toBe(410);
  expect(factsOf(framed.text)).toEqual({ parents: "*", status: 410 });
  expect(String(framed.headers["content-security-policy"])).toMatch(/frame-ancestors \*$/);
  const alone = await server.request({ url });
  expect(alone.text).not.toContain("<script");
  expect(String(alone.headers["content-security-policy"])).toMatch(/frame-ancestors 'self'/);
});

test.each([
  "https://evil.example/",
  "javascript:alert(1)",
  "//evil.example",
  `${PRODUCT}.evil.example/`,
  `https://evil.example/?${PRODUCT}`,
  `${PRODUCT}@evil.example/`,
])("the portal does not link back to %s", async (address) => {
  const { text } = await openLink(`?return=${encodeURIComponent(address)}`, {});
  expect(text).not.toContain("evil.example");
  expect(text).not.toContain("javascript:");
});

test("the portal links back to the company's page from which the customer came", async () => {
  const address = `${PRODUCT}/settings?tab=apps`;
  const { text } = await openLink(`/apps/slack?return=${encodeURIComponent(address)}`, {});
  expect(text).toContain(`href="${PRODUCT}/settings?tab=apps"`);
});
