import { badField } from "../../platform/errors.ts";
import { CATALOGS, type TextKey } from "./catalogs.ts";
import type { Language } from "./languages.ts";
import type { Plural, TextEntry } from "./message.ts";

/**
 * The texts that a company may replace. Not among them: what protects customers (whose account is connected, what an
 * assistant may do, whether a link is theirs), and names of controls that guides refer to.
 */
export const OWN_KEYS = [
  "page.help",
  "page.correct",
  "list.title",
  "list.intro",
  "list.connected",
  "list.available",
  "list.empty",
  "list.assistantsIntro",
  "app.againHelp",
  "app.expired",
  "connect.nothingToDo",
  "connect.button",
  "connect.continue",
  "connect.leaves",
  "connect.leavesFilled",
  "connect.newWindow",
  "connect.blocked",
  "connect.blockedTyped",
  "link.missingText",
  "link.endedText",
  "link.connectedText",
  "link.doneText",
  "link.deadText",
  "leave.text",
  "setup.title",
  "setup.workflows",
  "setup.off",
  "setup.saved",
  "assistants.intro",
  "approval.thanks",
  "problem.unreachableText",
] as const satisfies readonly TextKey[];
export type OwnKey = (typeof OWN_KEYS)[number];

/** A company's own texts, by language and key. */
export type OwnTexts = { readonly [Of in Language]?: { readonly [Key in OwnKey]?: TextEntry } };

/** A text as sent; one that counts has its forms by name. */
type GivenText = string | { readonly [form: string]: string };

/** A change of them: null restores the standard text, omitted ones stay. */
export type OwnTextsChange = { readonly [Of in Language]?: { readonly [key: string]: GivenText | null } };

export const LONGEST_TEXT = 500;
const PLACEHOLDER = /\{[^{}]*\}/g;
const CONTROL = /[\x00-\x1f\x7f]/;
const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language" });

/** The texts with a change applied; 400 names the text that is unknown, or has a missing or unknown placeholder. */
export function updateOwnTexts(before: OwnTexts, change: OwnTextsChange): OwnTexts {
  const languages = { ...before };
  for (const [language, texts] of Object.entries(change)) {
    const of = language as Language; // the schema knows no other
    const next: Record<string, TextEntry> = { ...before[of] };
    for (const [key, text] of Object.entries(texts)) {
      const field = `texts.${language}.${key}`;
      const standard = standardOf(of, key);
      if (standard === undefined) throw badField(field, `${field} is not a text that can be changed.`);
      if (text === null) delete next[key];
      else
        next[key] =
          typeof standard === "string" ? readText(field, standard, text) : readForms(of, field, text);
    }
    languages[of] = next;
  }
  return languages;
}

/** The plural forms of a counting text in a language: `one` and `other` in English, only `other` in Japanese. */
export function listPluralForms(language: Language): Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(CATALOGS[language].locale).resolvedOptions().pluralCategories;
}

function standardOf(language: Language, key: string): TextEntry | undefined {
  const known = OWN_KEYS.find((one) => one === key);
  return known && CATALOGS[language].texts[known];
}

function readText(field: string, standard: string, given: GivenText): string {
  if (typeof given !== "string") throw badField(field, `${field} must be text: it has no plural forms.`);
  const text = readLine(field, given);
  const needed = new Set(standard.match(PLACEHOLDER));
  const has = new Set(text.match(PLACEHOLDER));
  const missing = [...needed].filter((name) => !has.has(name));
  if (missing.length > 0) throw badField(field, `${field} must contain ${missing.join(" and ")}.`);
  checkPlaceholders(field, has, needed);
  return text;
}

/** The forms of a counting text; a form may omit the number ("one application"). */
function readForms(language: Language, field: string, given: GivenText): Plural {
  const forms = listPluralForms(language);
  const named = forms.map((form) => `\`${form}\``).join(" and ");
  if (typeof given === "string")
    throw badField(field, `${field} must be an object with the plural forms ${named}.`);
  for (const form of Object.keys(given)) {
    if (forms.some((one) => one === form)) continue;
    const name = LANGUAGE_NAMES.of(language);
    throw badField(
      `${field}.${form}`,
      `${field}.${form} must not be given: ${name} has the plural forms ${named}.`,
    );
  }
  const texts = Object.entries(given).map(([form, text]) => {
    const line = readLine(`${field}.${form}`, text);
    checkPlaceholders(`${field}.${form}`, new Set(line.match(PLACEHOLDER)), new Set(["{count}"]));
    return [form, line];
  });
  const { other, ...rest }: Partial<Plural> = Object.fromEntries(texts);
  if (other === undefined)
    throw badField(`${field}.other`, `${field}.other is required: it is used for every other number.`);
  return { ...rest, other };
}

function readLine(field: string, given: string): string {
  const text = given.trim();
  if (text === "") throw badField(field, `${field} must not be empty; null restores the standard text.`);
  if (CONTROL.test(text)) throw badField(field, `${field} must be a single line of text.`);
  if (text.length > LONGEST_TEXT)
    throw badField(field, `${field} must have at most ${LONGEST_TEXT} characters.`);
  return text;
}

function checkPlaceholders(field: string, has: ReadonlySet<string>, allowed: ReadonlySet<string>): void {
  const unknown = [...has].find((name) => !allowed.has(name));
  if (unknown === undefined) return;
  const known =
    allowed.size === 0 ? "it has no placeholders" : `its placeholders are ${[...allowed].join(" and ")}`;
  throw badField(field, `${field} must not contain ${unknown}: ${known}.`);
}
