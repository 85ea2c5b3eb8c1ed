import { readFileSync } from "node:fs";
import { en } from "./en.ts";
import { type Language, LOCALES, mapLanguages } from "./languages.ts";
import type { TextEntry } from "./message.ts";

export type TextKey = keyof typeof en;

/** The texts of one language, for all hosted pages (D478, D492). */
export type Texts = Readonly<Record<TextKey, TextEntry>>;

/** The texts of each language, and its locale for numbers and dates. */
export const CATALOGS: Readonly<Record<Language, { readonly locale: string; readonly texts: Texts }>> =
  mapLanguages((language) => ({
    locale: LOCALES[language],
    texts: language === "en" ? en : readTexts(language),
  }));

function readTexts(language: Language): Texts {
  return JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), "utf8"));
}
