import { describe, expect, test } from "vitest";
import { html } from "../../platform/http/html.ts";
import { CATALOGS } from "./catalogs.ts";
import { chooseLanguage } from "./choose-language.ts";
import { en } from "./en.ts";
import { LANGUAGES } from "./languages.ts";
import { findTextFaults } from "./test-texts.ts";
import { createWords } from "./words.ts";

test.each(LANGUAGES)(
  "%s has every English text, in the same order and with the same placeholders",
  (language) => {
    const { texts } = CATALOGS[language];
    expect(findTextFaults(en, texts, language)).toEqual([]);
    expect(Object.keys(texts)).toEqual(Object.keys(en));
  },
);

test("a text that counts needs the plural forms of its language", () => {
  const english = { n: { one: "{count} step", other: "{count} steps" } };
  expect(findTextFaults(english, { n: "{count} Schritte" }, "de")).toEqual([
    'n lacks the plural form "one"',
    'n lacks the plural form "other"',
  ]);
  expect(findTextFaults(english, { n: { other: "{count} étapes" } }, "fr")).toEqual([
    'n lacks the plural form "one"',
  ]);
  expect(findTextFaults(english, { n: "{count} ステップ" }, "ja")).toEqual([]);
});

describe("a language is chosen", () => {
  const all = { account: "de-AT", asked: "fr", accepted: "es", organization: "ja" };
  test.each([
    ["by the account before all else", all, "de"],
    ["by the address or the link", { ...all, account: undefined }, "fr"],
    ["by the browser", { ...all, account: null, asked: undefined }, "es"],
    ["by the organization", { organization: "ja" }, "ja"],
    ["as English where nobody says anything", {}, "en"],
    ["by the next one where there is no such language", { ...all, account: "xx-BR", asked: "zz" }, "es"],
    ["by the browser's own order", { accepted: "xx, fr;q=0.4, ja;q=0.9, en;q=0.1" }, "ja"],
    ["by the first twenty that the browser names", { accepted: `${"xx,".repeat(20)}fr` }, "en"],
    ["by the twentieth that the browser names", { accepted: `${"xx,".repeat(19)}fr` }, "fr"],
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
