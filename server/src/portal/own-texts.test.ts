import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOGUES } from "../platform/pages/words/catalogues.ts";
import { OWN_KEYS } from "../platform/pages/words/own-texts.ts";
import { HOSTILE, startTestPortal, type TestPortal } from "./test-portal.ts";

const PATH = "/api/v2/public/organization";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function say(texts: object) {
  const { request, productionKey: key } = portal.server;
  return request({ method: "PUT", url: PATH, key, body: { texts } });
}

test("an organization says texts in its own words, in one language, and takes the standard ones again", async () => {
  const own = { "list.title": "Ihre Schnittstellen", "connect.continue": "Los zu {name}" };
  const reply = await say({ de: own });
  expect(reply).toMatchObject({ status: 200, body: { texts: { de: own } } });
  const link = await portal.link("own");
  expect((await portal.get(`${link}?lang=de`)).text).toContain("<h1>Ihre Schnittstellen</h1>");
  expect((await portal.get(`${link}/apps/books?lang=de`)).text).toContain("Los zu App books");
  expect((await portal.get(`${link}?lang=en`)).text).toContain("<h1>Connect your applications</h1>");
  // What is left out stays.
  await say({ de: { "connect.continue": null }, fr: { "list.title": "Vos connexions" } });
  const { request, productionKey: key } = portal.server;
  expect((await request({ url: PATH, key })).body.texts).toEqual({
    de: { "list.title": "Ihre Schnittstellen" },
    fr: { "list.title": "Vos connexions" },
  });
});

test("it is text and never markup, and the preview shows it before it is stored", async () => {
  const { request, testKey: key } = portal.server;
  const body = { language: "ja", texts: { ja: { "list.title": HOSTILE } } };
  const reply = await request({ method: "POST", url: `${PATH}/portal-preview`, key, body });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.html).toContain('<html lang="ja"');
  expect(reply.body.html).toContain("&lt;script&gt;");
  expect(reply.body.html).not.toMatch(/<script|<img src=x/);
  expect((await portal.get(`${await portal.link("own")}?lang=ja`)).text).toContain("アプリを接続");
});

test.each([
  ["a placeholder that is missing", { de: { "connect.continue": "Weiter" } }, /must contain \{name\}/],
  ["a placeholder that there is not", { de: { "list.title": "{name}" } }, /must not contain \{name\}/],
  ["a text that protects customers", { de: { "whose.warning": "Nur zu!" } }, /no text that can be changed/],
  ["an unknown text", { en: { "__proto__.x": "x" } }, /no text that can be changed/],
  ["nothing", { en: { "list.title": " " } }, /must not be empty/],
  ["several lines", { en: { "list.title": "a\nb" } }, /single line/],
  ["a text that is too long", { en: { "list.title": "x".repeat(501) } }, /500/],
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
  for (const key of OWN_KEYS) expect(docs).toContain(`| \`${key}\` | ${CATALOGUES.en.texts[key]} |`);
});
