import { describe, expect, test } from "vitest";
import { html } from "../../platform/http/html.ts";
import { CATALOGS, LANGUAGES } from "./catalogs.ts";
import { chooseLanguage } from "./choose-language.ts";
import { createWords } from "./words.ts";

const PLACEHOLDER = /\{[a-zA-Z]+\}/g;

test.each(LANGUAGES)("%s has every English text, with the same placeholders", (language) => {
  const { en } = CATALOGS;
  const placeholders = (entry: unknown) =>
    [...new Set(JSON.stringify(entry).match(PLACEHOLDER) ?? [])].toSorted();
  const { texts } = CATALOGS[language];
  expect(Object.keys(texts)).toEqual(Object.keys(en.texts));
  for (const [key, entry] of Object.entries(texts)) {
    expect(JSON.stringify(entry), key).not.toMatch(/""| {2}|…{2}/);
    const forms = typeof entry === "string" ? [entry] : Object.values(entry);
    for (const form of forms) {
      const expected = placeholders(Object(en.texts)[key]);
      expect(placeholders([form]), `${language} ${key}`).toEqual(expected);
    }
  }
});

describe("a language is chosen", () => {
  const all = { account: "de-AT", asked: "fr", accepted: "es", organization: "ja" };
  test.each([
    ["by the account before all else", all, "de"],
    ["by the address or the link", { ...all, account: undefined }, "fr"],
    ["by the browser", { ...all, account: null, asked: undefined }, "es"],
    ["by the organization", { organization: "ja" }, "ja"],
    ["as English where nobody says anything", {}, "en"],
    ["by the next one where there is no such language", { ...all, account: "pt-BR", asked: "xx" }, "es"],
    ["by the browser's own order", { accepted: "pt, fr;q=0.4, ja;q=0.9, en;q=0.1" }, "ja"],
    ["by nothing that the browser refuses", { accepted: "fr;q=0, *" }, "en"],
    ["by nothing that cannot be read", { accepted: ";;q=x,de;q=nonsense,,", asked: "__proto__" }, "en"],
    ["in any case, and with an underscore", { account: "DE_ch" }, "de"],
  ])("%s", (_how, hints, expected) => {
    expect(chooseLanguage(hints)).toBe(expected);
  });
});

test("counts, numbers and dates follow the language", () => {
  const { t, day, moment } = createWords("de");
  expect(t("consent.actions", { count: 1 })).toBe("1 Aktion");
  expect(t("consent.actions", { count: 2000 })).toBe("2.000 Aktionen");
  const date = new Date("2026-03-05T14:07:00Z");
  expect(day(date).markup).toContain(">5. März 2026<");
  expect(moment(date).markup).toMatch(/5\. März 2026.*14:07 UTC/);
  expect(createWords("ja").day(date).markup).toContain("2026年3月5日");
  expect(createWords("en").day(date).markup).toContain("5 March 2026");
});

test("markup appears only at its placeholder, and values are never treated as placeholders", () => {
  const { t, rich } = createWords("en");
  expect(rich("link.ended", { name: html`<b>x</b>` }).markup).toBe("Access to <b>x</b> has ended");
  expect(rich("link.ended", { name: "<b>{name}" }).markup).toContain("&lt;b&gt;{name}");
  expect(t("link.ended", { name: "{name} $&" })).toBe("Access to {name} $& has ended");
});
