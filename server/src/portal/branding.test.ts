import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOSTILE, startTestPortal, type TestPortal } from "./test-portal.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const UNSET = { name: "Test organization", logo: null, color: null, background_color: null, support: null };
const URL_OF = "/api/v2/public/organization";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await put(UNSET);
});

const put = (body: object) =>
  portal.server.request({ method: "PUT", url: URL_OF, key: portal.server.productionKey, body });
const read = () =>
  portal.server.request({ url: URL_OF, key: portal.server.testKey }).then(({ body }) => body);
const asData = (content: Buffer, type = "image/png") => `data:${type};base64,${content.toString("base64")}`;
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers["content-security-policy"]);

describe("the organization's branding", () => {
  test("is in its record, and on every page of the portal", async () => {
    const branding = {
      name: "Northwind",
      color: "#0D7A5F",
      background_color: "white",
      support: "help@n.test",
    };
    const { status, body } = await put(branding);
    expect(status).toBe(200);
    const stored = {
      name: "Northwind",
      color: "#0d7a5f",
      background_color: "#ffffff",
      support: "help@n.test",
    };
    expect(body).toMatchObject(stored);
    expect(await read()).toMatchObject(stored);
    const path = await portal.link("branded");
    for (const url of [path, `${path}/apps/desk`, `${path}/apps/none`]) {
      const { text } = await portal.get(url);
      expect(text).toContain("--button:#0d7a5f;--button-ink:#ffffff;");
      expect(text).toContain("--ground:#ffffff;");
      expect(text).toContain("<span>Northwind</span>");
      expect(text).toContain('Need help? <a href="mailto:help@n.test">help@n.test</a>');
    }
    const unset = await put(UNSET);
    for (const name of ["logo", "color", "background_color", "support"])
      expect(unset.body).not.toHaveProperty(name);
    expect((await portal.get(path)).text).not.toContain("Need help?");
  });

  test("is overridden by a link's properties", async () => {
    await put({ color: "#0d7a5f", background_color: "#ffffff", logo: "https://n.test/logo.png" });
    const properties = { color: "#aa0033", bgColor: "#101010", logo: "https://cdn.test/a.png" };
    const { text } = await portal.get(await portal.link("linked", { properties }));
    expect(text).toContain("--button:#aa0033;");
    expect(text).toContain("--ground:#101010;");
    expect(text).toContain('<img src="https://cdn.test/a.png"');
  });

  test("opens help on the web in a new tab", async () => {
    await put({ support: "https://n.test/help?topic=connect" });
    const { text } = await portal.get(await portal.link("helped"));
    expect(text).toContain(
      '<a href="https://n.test/help?topic=connect" target="_blank" rel="noreferrer">n.test/help</a>',
    );
  });

  test.each([
    [{ color: "blurple" }, "color must be a color such as #0d7a5f."],
    [{ background_color: "red;}" }, "background_color must be a color such as #0d7a5f."],
    [{ support: "javascript:alert(1)" }, "body.support must be an email address or an https address."],
    [{ support: "http://n.test" }, "body.support must be an email address or an https address."],
    [{ support: "a@b.test?subject=x" }, "body.support must be an email address or an https address."],
    [{ logo: "javascript:alert(1)" }, /^body.logo must be an http or https address, or an image/],
    [{ logo: `https://n.test/${"x".repeat(2000)}` }, "logo must be an address of at most 2000 characters."],
    [{ logo: "data:image/svg+xml;base64,PHN2Zy8+" }, /^logo must be a PNG, JPEG or WebP image/],
    [{ logo: "data:image/png;base64,PHN2Zy8+" }, /^logo must be a PNG, JPEG or WebP image/],
    [{ logo: asData(PIXEL, "image/jpeg") }, /^logo must be a PNG, JPEG or WebP image/],
    [{ logo: "data:image/png,%89PNG" }, /^logo must be a PNG, JPEG or WebP image/],
    [{ logo: asData(Buffer.concat([PIXEL, Buffer.alloc(100 * 1024)])) }, "logo must be at most 100 KB."],
  ])("400: %.60j", async (body, message) => {
    const reply = await put(body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
    expect(await read()).not.toHaveProperty(Object.keys(body)[0] ?? "");
  });
});

describe("an uploaded logo", () => {
  test("gets an address that is public until it is replaced", async () => {
    const { body } = await put({ logo: asData(PIXEL) });
    expect(body.logo).toMatch(/^http:\/\/.+\/organization\/[0-9a-f]{24}\/logo\/[0-9a-f]{32}$/);
    const { pathname } = new URL(body.logo);
    const picture = await portal.server.request({ url: pathname });
    expect(picture.headers).toMatchObject({
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(Number(picture.headers["content-length"])).toBe(PIXEL.length);
    const page = await portal.get(await portal.link("sees"));
    expect(page.text).toContain(`<img src="${pathname}"`);
    expect(policyOf(page)).toContain("img-src data: 'self';");
    // Sends back the record as it was read.
    expect((await put({ logo: body.logo })).body.logo).toBe(body.logo);
    await put({ logo: "https://n.test/logo.png" });
    expect((await portal.server.request({ url: pathname })).status).toBe(404);
    expect((await read()).logo).toBe("https://n.test/logo.png");
  });

  test("of 100 KB is accepted, and is not found under another organization's id", async () => {
    const largest = Buffer.concat([PIXEL, Buffer.alloc(100 * 1024 - PIXEL.length)]);
    const { status, body } = await put({ logo: asData(largest) });
    expect(status).toBe(200);
    const { orgId } = await portal.server.organization();
    const { pathname } = new URL(body.logo);
    const foreign = pathname.replace(/[0-9a-f]{24}/, orgId);
    expect((await portal.server.request({ url: foreign })).status).toBe(404);
    expect((await portal.server.request({ url: pathname })).status).toBe(200);
  });
});

describe("POST /api/v2/public/organization/portal-preview", () => {
  const preview = (body: object, key = portal.server.testKey) =>
    portal.server.request({ method: "POST", url: `${URL_OF}/portal-preview`, key, body });

  test("shows the settings of an unsaved workflow, and rejects invalid fields", async () => {
    const field = { id: "region", name: "Region", field_type: "select", options: ["eu", HOSTILE] };
    const workflow = { name: "Orders", data_slots: [field, { id: "secret", hidden: true }] };
    const { status, body } = await preview({ workflow });
    expect(status).toBe(200);
    expect(body.html).toContain(">Region");
    expect(body.html).toContain('<option value="eu"');
    expect(body.html).not.toContain(HOSTILE);
    expect(body.html).not.toContain("secret");
    const refused = await preview({ workflow: { data_slots: [field, field] } });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('the id "region" is used more than once');
  });

  test("shows the page with unsaved branding", async () => {
    await put({ name: "Northwind", support: "help@n.test" });
    const { status, body } = await preview({ color: "#123456", logo: asData(PIXEL), support: null });
    expect(status).toBe(200);
    expect(body.html).toContain("--button:#123456;");
    expect(body.html).toContain('<img src="data:image/png;base64,');
    expect(body.html).toContain("<span>Northwind</span>");
    expect(body.html).toContain("App books");
    expect(body.html).not.toContain("Need help?");
    expect(await read()).not.toHaveProperty("color");
  });

  test("shows each page in both color schemes, unless the background determines one", async () => {
    expect((await preview({ page: "application" })).body.html).toContain("<h1>Airtable</h1>");
    expect((await preview({ page: "reconnect" })).body.html).toContain("Access to Airtable has ended");
    const dark = (await preview({ scheme: "dark" })).body.html;
    expect(dark).toContain("color-scheme:dark;");
    expect(dark).not.toContain("prefers-color-scheme");
    const decided = await preview({ scheme: "dark", background_color: "#ffffff" });
    expect(decided.body.html).toContain("color-scheme:light;");
  });

  test("shows no disabled application, even where the portal offers none", async () => {
    const set = (path: string, body: object) =>
      portal.server.request({
        method: "PUT",
        url: `/api/v2/public${path}`,
        key: portal.server.testKey,
        body,
      });
    await set("/portal-applications", { applications: [], others: "none" });
    await set("/application/airtable/settings", { enabled: false });
    const { html } = (await preview({ page: "application" })).body;
    await set("/application/airtable/settings", { enabled: true });
    await set("/portal-applications", { applications: [], others: "all" });
    expect(html).toContain("<h1>");
    expect(html).not.toContain("Airtable");
  });

  test("reports how readable the colors are, and how they are adjusted", async () => {
    const { body } = await preview({ color: "#ffe600" });
    expect(body.button).toEqual({ color: "#ffe600", text: "#000000", contrast: 16.5 });
    expect(body.links.dark).toEqual({ color: "#ffe600", own_contrast: 12.7 });
    expect(body.links.light.own_contrast).toBe(1.2);
    expect(body.links.light.color).not.toBe("#ffe600");
  });

  test("contains no links into the portal, runs nothing, and shows no customer's data", async () => {
    await portal.link("a-customer");
    const { body } = await preview({ name: HOSTILE, page: "application" });
    expect(body.html).not.toMatch(/<script|<img src=x|"onerror|\/connect\/|a-customer/);
    expect(body.html).toContain('<div class="page" inert>');
  });

  test("400 for what could not be stored either", async () => {
    expect((await preview({ color: "blurple" })).status).toBe(400);
    expect((await preview({ logo: "data:image/png;base64,AAAA" })).status).toBe(400);
    expect((await preview({ page: "none" })).status).toBe(400);
  });
});
