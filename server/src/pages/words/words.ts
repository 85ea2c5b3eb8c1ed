import { type Html, type HtmlContent, html } from "../../platform/http/html.ts";
import { CATALOGS, type TextKey } from "./catalogs.ts";
import { chooseLanguage, type LanguageHints } from "./choose-language.ts";
import type { en } from "./en.ts";
import type { Language } from "./languages.ts";
import { type Placeholders, splitMessage, type ValuesOf } from "./message.ts";
import type { OwnTexts } from "./own-texts.ts";

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

/** The values of a text: one for each placeholder, none if it has none. */
export type Values<Key extends TextKey, Value> = [Placeholders<(typeof en)[Key]>] extends [never]
  ? []
  : [ValuesOf<(typeof en)[Key], Value>];

/** All texts of a page, in one language. */
export interface Words {
  /** The `lang` of the page. */
  readonly language: string;
  /** The direction of writing. */
  readonly direction: "ltr" | "rtl";
  /** A text. */
  t<Key extends TextKey>(key: Key, ...values: Values<Key, string>): string;
  /** A text with markup for its placeholders. */
  rich<Key extends TextKey>(key: Key, ...values: Values<Key, HtmlContent>): Html;
  /** A day in UTC. */
  day(date: Date): Html;
  /** A moment in UTC, labelled so. */
  moment(date: Date): Html;
}

/** The words of a page for its reader. */
export function createReaderWords(hints: LanguageHints, own: OwnTexts = {}): Words {
  return createWords(chooseLanguage(hints), own);
}

/** The words of one language, with a company's own. */
export function createWords(language: Language, own: OwnTexts = {}): Words {
  const { locale } = CATALOGS[language];
  const texts = { ...CATALOGS[language].texts, ...own[language] };
  const partsOf = (key: TextKey, values?: Readonly<Record<string, unknown>>) =>
    splitMessage(texts[key], locale, values);
  return {
    language,
    direction: directionOf(locale),
    t: (key, ...[values]) => partsOf(key, values).join(""),
    rich: (key, ...[values]) => html`${partsOf(key, values) as HtmlContent[]}`,
    day: (date) => timeElement(date, date.toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" })),
    moment: (date) => timeElement(date, momentIn(locale, date)),
  };
}

/** The direction of writing of a locale. */
function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? "rtl" : "ltr";
}

function momentIn(locale: string, date: Date): string {
  const text = date.toLocaleString(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${text} UTC`;
}

function timeElement(date: Date, text: string): Html {
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}
