import { badField } from "../../errors.ts";
import type { TextKey } from "./catalogue.ts";
import { CATALOGUES, type Language } from "./catalogues.ts";

/**
 * The texts that a company may say in its own words. Not among them: what protects customers (whose account is
 * connected, what an assistant may do, whether a link is theirs), and names of controls that guides refer to.
 */
export const OWN_KEYS = [
  "page.help",
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
type OwnKey = (typeof OWN_KEYS)[number];

/** Texts of a company's own, by language and key. */
export type OwnTexts = { readonly [Of in Language]?: { readonly [Key in OwnKey]?: string } };

/** A change of them: null takes the text of the catalogue again, what is left out stays. */
export type OwnTextsChange = { readonly [Of in Language]?: { readonly [key: string]: string | null } };

const PLACEHOLDER = /\{[^{}]*\}/g;
const CONTROL = /[\x00-\x1f\x7f]/;

/** The texts with a change applied; 400 names the text that is unknown, or lacks a placeholder or has one too many. */
export function changeOwnTexts(before: OwnTexts, change: OwnTextsChange): OwnTexts {
  const languages = { ...before };
  for (const [language, texts] of Object.entries(change)) {
    const of = language as Language; // the schema knows no other
    const next: Record<string, string> = { ...before[of] };
    for (const [key, text] of Object.entries(texts)) {
      const field = `texts.${language}.${key}`;
      const standard = standardOf(of, key);
      if (standard === undefined) throw badField(field, `${field} is no text that can be changed.`);
      if (text === null) delete next[key];
      else next[key] = checked(field, standard, text);
    }
    languages[of] = next;
  }
  return languages;
}

function standardOf(language: Language, key: string): string | undefined {
  const known = OWN_KEYS.find((one) => one === key);
  const entry = known && CATALOGUES[language].texts[known];
  return typeof entry === "string" ? entry : undefined;
}

function checked(field: string, standard: string, given: string): string {
  const text = given.trim();
  if (text === "") throw badField(field, `${field} must not be empty; null takes the standard text.`);
  if (CONTROL.test(text)) throw badField(field, `${field} must be a single line of text.`);
  const needed = new Set(standard.match(PLACEHOLDER));
  const has = new Set(text.match(PLACEHOLDER));
  const missing = [...needed].filter((name) => !has.has(name));
  if (missing.length > 0) throw badField(field, `${field} must contain ${missing.join(" and ")}.`);
  const unknown = [...has].find((name) => !needed.has(name));
  if (unknown !== undefined) throw badField(field, `${field} must not contain ${unknown}.`);
  return text;
}
