import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOGS } from "../pages/words/catalogs.ts";
import { OWN_KEYS } from "../pages/words/own-texts.ts";
import { HOSTILE, startTestPortal, type TestPortal } from "./test-portal.ts";

const PATH = "/api/v2/public/organization";
const JAPANESE = { "page.correct": { other: "修正：" } };
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function say(texts: object) {
  const { request, productionKey: key } = portal.server;
  return request({ method: "PUT", url: PATH, key, body: { texts } });
}

test("an organization replaces texts in one language, and restores the standard ones", async () => {
  const own = { "list.title": "Ihre Schnittstellen", "connect.continue": "Los zu {name}" };
  const reply = await say({ de: own });
  expect(reply).toMatchObject({ status: 200, body: { texts: { de: own } } });
  const link = await portal.link("own");
  expect((await portal.get(`${link}?lang=de`)).text).toContain("<h1>Ihre Schnittstellen</h1>");
  expect((await portal.get(`${link}/apps/books?lang=de`)).text).toContain("Los zu App books");
  expect((await portal.get(`${link}?lang=en`)).text).toContain("<h1>Connect your applications</h1>");
  // Omitted texts stay unchanged.
  await say({ de: { "connect.continue": null }, fr: { "list.title": "Vos connexions" } });
  const { request, productionKey: key } = portal.server;
  expect((await request({ url: PATH, key })).body.texts).toEqual({
    de: { "list.title": "Ihre Schnittstellen" },
    fr: { "list.title": "Vos connexions" },
  });
});

test("a custom text is never markup, and the preview shows it before it is stored", async () => {
  const { request, testKey: key } = portal.server;
  const body = { language: "ja", texts: { ja: { "list.title": HOSTILE } } };
  const reply = await request({ method: "POST", url: `${PATH}/portal-preview`, key, body });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.html).toContain('<html lang="ja"');
  expect(reply.body.html).toContain("&lt;script&gt;");
  expect(reply.body.html).not.toMatch(/<script|<img src=x/);
  expect((await portal.get(`${await portal.link("own")}?lang=ja`)).text).toContain("アプリを接続");
});

test("a text with a count has its language's plural forms", async () => {
  const own = { en: { "page.correct": { one: "Fix this:", other: "Fix these {count}:" } }, ja: JAPANESE };
  expect(await say(own)).toMatchObject({ status: 200, body: { texts: own } });
  const { request, testKey: key } = portal.server;
  const body = { text: "page.correct" };
  const { body: preview } = await request({ method: "POST", url: `${PATH}/portal-preview`, key, body });
  expect(preview.html).toContain("Fix these 2:");
});

test("the list of texts contains the standard ones, and each is on its page of the preview", async () => {
  await say({ en: { "page.correct": null } });
  const { request, testKey: key } = portal.server;
  const list = (await request({ url: "/api/v2/public/portal-texts", key })).body;
  expect(list.texts.map((one: { key: string }) => one.key)).toEqual(OWN_KEYS);
  expect(list.plural_forms).toMatchObject({ en: ["one", "other"], ja: ["other"] });
  expect(list.texts[0]).toMatchObject({
    standard: { de: "Brauchen Sie Hilfe? {link}" },
    placeholders: ["{link}"],
  });
  for (const { key: text, standard, placeholders } of list.texts) {
    const own = ["Xyzzy", ...placeholders].join(" ");
    const texts = { de: { [text]: typeof standard.de === "string" ? own : { other: own } } };
    const body = { text, texts, language: "de" };
    const preview = await request({ method: "POST", url: `${PATH}/portal-preview`, key, body });
    expect(preview.status, text).toBe(200);
    expect(preview.body.html, text).toContain("Xyzzy");
  }
});

test.each([
  ["a placeholder that is missing", { de: { "connect.continue": "Weiter" } }, /must contain \{name\}/],
  ["a placeholder that there is not", { de: { "list.title": "{name}" } }, /must not contain \{name\}/],
  [
    "a text that protects customers",
    { de: { "whose.warning": "Nur zu!" } },
    /not a text that can be changed/,
  ],
  ["an unknown text", { en: { "__proto__.x": "x" } }, /not a text that can be changed/],
  ["nothing", { en: { "list.title": " " } }, /must not be empty/],
  ["several lines", { en: { "list.title": "a\nb" } }, /single line/],
  ["a text that is too long", { en: { "list.title": "x".repeat(501) } }, /at most 500 characters/],
  ["forms of what does not count", { en: { "list.title": { other: "x" } } }, /it has no plural forms/],
  ["one text for what counts", { en: { "page.correct": "x" } }, /the plural forms `one` and `other`/],
  [
    "a form of another language",
    { ja: { "page.correct": { one: "x", other: "y" } } },
    /Japanese has the plural/,
  ],
  ["forms without the last", { en: { "page.correct": { one: "x" } } }, /other is required/],
  ["a placeholder in a form", { en: { "page.correct": { other: "{name}" } } }, /must not contain \{name\}/],
])("400, and nothing changes: %s", async (_what, texts, message) => {
  const { request, productionKey: key } = portal.server;
  const before = (await request({ url: PATH, key })).body;
  const reply = await say(texts);
  expect(reply.status).toBe(400);
  expect(reply.body.message).toMatch(message);
  expect(reply.body.errors[0].field).toContain(Object.keys(texts)[0]);
  expect((await request({ url: PATH, key })).body).toEqual(before);
});

test("the keys are documented with their texts", () => {
  const docs = readFileSync(new URL("../../../docs/portal.md", import.meta.url), "utf8");
  for (const key of OWN_KEYS) {
    const text = CATALOGS.en.texts[key];
    expect(docs).toContain(
      `| \`${key}\` | ${typeof text === "string" ? text : Object.values(text).join(" / ")} |`,
    );
  }
});
