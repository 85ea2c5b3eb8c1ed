import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { renderCallbackPage } from "../../src/apps/connections/callback-page.ts";
import { OUTCOMES } from "../../src/apps/connections/finish-connect.ts";
import { readBrand } from "../../src/pages/brand.ts";
import { renderDocument } from "../../src/pages/document.ts";
import { LAYOUT } from "../../src/pages/style.ts";
import type { Texts } from "../../src/pages/words/catalogs.ts";
import { en } from "../../src/pages/words/en.ts";
import { createWords } from "../../src/pages/words/words.ts";
import { askingPages } from "./asking-pages.ts";
import { assistantPages } from "./assistant-pages.ts";
import { DATA } from "./invented.ts";
import { portalPages } from "./portal-pages.ts";

const [OPEN, CLOSE] = ["⟦", "⟧"];

// Turns German into a language in which every text is marked and that is written from right to left.
vi.mock("../../src/pages/words/catalogs.ts", async (load) => {
  const real = await load<typeof import("../../src/pages/words/catalogs.ts")>();
  const mark = (key: string, text: string) => `⟦${key}=${text}⟧`;
  const marked = Object.entries(real.CATALOGS.en.texts).map(([key, entry]) => [
    key,
    typeof entry === "string" ? mark(key, entry) : { other: mark(key, entry.other) },
  ]);
  const texts: Texts = Object.fromEntries(marked);
  return { ...real, CATALOGS: { ...real.CATALOGS, de: { locale: "ar", texts } } };
});

const words = createWords("de");
const CONFIG = { corsOrigins: [], publicUrl: "https://1.2.3.4" };
const BRAND = readBrand(
  {},
  { name: DATA.company, logo: "https://1.2.3.4/1.png", support: "https://1.2.3.4/" },
);
const NAMELESS = { ...BRAND, name: undefined };

const pages = [
  ...[...portalPages(words), ...askingPages(words), ...assistantPages(words)].flatMap((content) =>
    [BRAND, NAMELESS].map((brand) => renderDocument(CONFIG, { brand, words }, content).text),
  ),
  ...OUTCOMES.flatMap((kind) =>
    [DATA.name, undefined].map((application) => renderCallbackPage(words, { kind, application }).html),
  ),
];

// Names that are the same in every language, and codes that are typed as shown.
const NAMES = ["Claude", "ChatGPT", "XXXXX-XXXXX"];

/** The texts of a page and of its attributes; leaves out times, which `Intl` formats, code, and entered values. */
function saidOn(page: string): string[] {
  const shown = page
    .replace(/<(style|script|time)\b.*?<\/\1>/gs, "")
    .replace(/<dd class="code".*?<\/dd>/gs, "")
    .replace(/(<textarea[^>]*>).*?<\/textarea>/gs, "$1");
  const attributes = [...shown.matchAll(/\s(?:alt|placeholder|aria-label|title)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  const texts = shown.replace(/<!doctype html>/, "").replace(/<(bdi|strong|a|b|span|\/)[^>]*>/g, "");
  return [...attributes, ...texts.split(/<[^>]*>/)];
}

/** The text outside of all marks. */
function unmarked(text: string): string {
  let depth = 0;
  let rest = "";
  for (const character of text) {
    if (character === CLOSE) depth -= 1;
    if (depth === 0 && character !== OPEN && character !== CLOSE) rest += character;
    if (character === OPEN) depth += 1;
  }
  return rest;
}

test("every text on every page comes from the catalog", () => {
  const found = pages.flatMap((page) => {
    const whole = saidOn(page).map(unmarked);
    return whole
      .map((text) => NAMES.reduce((left, name) => left.replaceAll(name, ""), text))
      .map((text) => text.replace(/&#?\w+;/g, ""))
      .filter((text) => /\p{Script=Latin}/u.test(text));
  });
  expect([...new Set(found)]).toEqual([]);
});

test("every text of the catalog appears on one of these pages", () => {
  const all = pages.join("\n");
  const missing = Object.keys(en).filter((key) => !all.includes(`⟦${key}=`));
  expect(missing).toEqual([]);
});

test("a page declares its language and its text direction", () => {
  for (const page of pages) expect(page).toContain('<html lang="de" dir="rtl">');
});

// Some templates only contain attributes of an element.
const ATTRIBUTE =
  /\s(?:(?:id|class|target|step|placeholder|spellcheck|autofocus|aria-[a-z]+)="[a-z_]*"|(?:open|checked|selected|required|hidden|data-live)$)/g;

test("no template of the server contains text of its own, except around the guides, which are in English", () => {
  const source = fileURLToPath(new URL("../../src", import.meta.url));
  const templates = globSync("**/*.ts", { cwd: source })
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("guides/"))
    .flatMap((file) => {
      const text = readFileSync(`${source}/${file}`, "utf8");
      return [...text.matchAll(/html`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\})*\})*)`/g)].map(
        ([, template = ""]) => ({ file, template }),
      );
    });
  expect(templates.length).toBeGreaterThan(60);
  const found = templates.flatMap(({ file, template }) => {
    const plain = template
      .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "")
      .replace(/<[^>]*>/g, "\n")
      .replace(ATTRIBUTE, "");
    return /\p{L}{2}/u.test(plain) ? [`${file}: ${plain.trim()}`] : [];
  });
  expect(found).toEqual([]);
});

test("the layout does not depend on left and right", () => {
  expect(LAYOUT).not.toMatch(/(margin|padding|border|inset)-(left|right)|[;{](left|right|float|clear):/);
  expect(LAYOUT).not.toMatch(/text-align:(left|right)|(margin|padding):[^;}\s]+( [^;}\s]+){3}/);
});
