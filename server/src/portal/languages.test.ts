import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "./test-portal.ts";

const ACCOUNT = "/api/v2/public/linked-account";
const TITLES = {
  en: "Connect your applications",
  de: "Anwendungen verbinden",
  fr: "Connectez vos applications",
  es: "Conecte sus aplicaciones",
  ja: "アプリを接続",
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

async function setLanguage(accountId: string, language: string | null) {
  const { request, testKey: key } = portal.server;
  const body = { linked_account_id: accountId, language };
  return request({ method: "PUT", url: ACCOUNT, key, body });
}

async function setDefault(language: string | null) {
  const { request, productionKey: key } = portal.server;
  const url = "/api/v2/public/organization";
  const reply = await request({ method: "PUT", url, key, body: { language } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

describe("the language of the portal", () => {
  test.each(Object.entries(TITLES))("%s can be requested by the address", async (lang, title) => {
    const { text } = await portal.get(`${await portal.link("asking")}?lang=${lang}`);
    expect(text).toContain(`<html lang="${lang}" dir="ltr">`);
    expect(text).toContain(`<h1>${title}</h1>`);
  });

  test("is chosen by the account, else the address, the link, the browser, the organization", async () => {
    const link = await portal.link("many", { properties: { lang: "fr" } });
    const plain = await portal.link("many");
    const title = async (path: string, headers = {}) =>
      /<h1>(.*?)<\/h1>/.exec((await portal.get(path, headers)).text)?.[1];
    const browser = { "accept-language": "ja,en;q=0.5" };
    expect(await title(plain)).toBe(TITLES.en);
    expect(await setDefault("de")).toMatchObject({ language: "de" });
    expect(await title(plain)).toBe(TITLES.de);
    expect(await title(plain, browser)).toBe(TITLES.ja);
    expect(await title(link, browser)).toBe(TITLES.fr);
    expect(await title(`${link}?lang=en`, browser)).toBe(TITLES.en);
    expect((await setLanguage("many", "es-MX")).body).toMatchObject({ language: "es-MX" });
    expect(await title(`${link}?lang=en`, browser)).toBe(TITLES.es);
    // A write without the language keeps it; null unsets it.
    const { request, testKey: key } = portal.server;
    const body = { linked_account_id: "many", name: "Many" };
    expect((await request({ method: "PUT", url: ACCOUNT, key, body })).body.language).toBe("es-MX");
    expect((await setLanguage("many", null)).body.language).toBeUndefined();
    expect(await title(link)).toBe(TITLES.fr);
    expect(await setDefault(null)).not.toHaveProperty("language");
  });

  test.each(["d", "de-", "de AT", "x".repeat(40), "<script>"])(
    "400: %s is not a supported language",
    async (language) => {
      const reply = await setLanguage("never", language);
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "language" }] } });
    },
  );

  test("is kept in links, forms and the pages after them", async () => {
    const path = await portal.link("through");
    const list = await portal.get(`${path}?lang=de`);
    expect(list.text).toContain(`href="${path}/apps/desk?lang=de"`);
    const app = await portal.get(`${path}/apps/desk?lang=de`);
    expect(app.text).toContain(`action="${path}/apps/desk/connect?lang=de"`);
    expect(app.text).toContain(`href="${path}?lang=de"`);
    const action = `${path}/apps/desk/connect?lang=de`;
    const form = /name="form" value="([^"]+)"/.exec(app.text)?.[1] ?? "";
    const sent = { form, auth_type: "keybased", "field.team": "acme", "field.region": "eu" };
    const wrong = await portal.post(action, { ...sent, "field.seats": "many", "field.key": "" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("<title>Fehler: ");
    expect(wrong.text).toContain("Bitte korrigieren Sie diese Angaben:");
    expect(wrong.text).toContain("Seats muss eine Zahl sein.");
    expect(wrong.text).toContain("Access key ist erforderlich.");
    const done = await portal.post(action, { ...sent, "field.key": "good-key" });
    expect(done.headers.location).toBe(`${path}/apps/desk?outcome=connected&lang=de`);
    const connected = await portal.get(String(done.headers.location));
    expect(connected.text).toMatch(/ist verbunden.*Verbunden als Team good-key/s);
  });

  test("of an unknown link is the address's or the browser's", async () => {
    const path = `/connect/${"x".repeat(43)}`;
    expect((await portal.get(`${path}?lang=fr`)).text).toContain("Ce lien n’est plus valable");
    const browser = { "accept-language": "ja" };
    expect((await portal.get(path, browser)).text).toContain("このリンクは使用できません");
    expect((await portal.get("/approve/nothing", browser)).text).toContain("このリンクは機能しません");
    expect((await portal.get("/mcp/approve/nothing", browser)).text).toContain("このリンクは機能しません");
    const callback = "/api/v1/books/callback?state=unknown&code=x";
    expect((await portal.get(callback, browser)).text).toContain("この接続は完了できません");
  });
});
