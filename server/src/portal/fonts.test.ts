import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "./test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

function choose(font: unknown) {
  const { request, productionKey: key } = portal.server;
  return request({ method: "PUT", url: "/api/v2/public/organization", key, body: { font } });
}

test("pages use Inter, whose files come from this server and are kept for good", async () => {
  const { text, headers } = await portal.get(await portal.link("reader"));
  expect(headers["content-security-policy"]).toContain("font-src 'self';");
  expect(text).toContain('--font:"Inter Variable";');
  const paths = [...text.matchAll(/src: url\(([^)]+)\) format/g)].map(([, path = ""]) => path);
  expect(paths).toContain("/portal/fonts/inter-latin-wght-normal.woff2");
  for (const path of paths) {
    const file = await portal.server.app.inject({ url: path });
    expect(file.statusCode, path).toBe(200);
    expect(file.rawPayload.subarray(0, 4).toString()).toBe("wOF2");
    expect(file.headers).toMatchObject({
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
    });
  }
  for (const other of ["inter-latin-wght-italic.woff2", "..%2fpackage.json"])
    expect((await portal.get(`/portal/fonts/${other}`)).status).toBe(404);
});

test("an organization chooses another font, which loads nothing; the embedding page still decides for itself", async () => {
  const path = await portal.link("reader");
  expect(await choose("serif")).toMatchObject({ status: 200, body: { font: "serif" } });
  const { text, headers } = await portal.get(path);
  expect(text).toMatch(/--font:ui-serif,/);
  expect(text).not.toContain("@font-face");
  expect(headers["content-security-policy"]).not.toContain("font-src");
  expect((await portal.get(`${path}?font=Verdana`)).text).toContain('--font:"Verdana"');
  expect((await choose("Comic Sans")).status).toBe(400);
  expect((await choose(null)).body).not.toHaveProperty("font");
  expect((await portal.get(path)).text).toContain('--font:"Inter Variable";');
});
