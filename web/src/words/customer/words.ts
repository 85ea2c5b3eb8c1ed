import {
  hasPlaceholders,
  type Placeholders,
  splitMessage,
  type TextEntry,
  type ValuesOf,
} from "../../../../server/src/pages/words/message.ts";

/** Texts in groups, as they are written: with placeholders and plural forms. */
type TextGroup = { readonly [key: string]: TextEntry | TextGroup };

/** Words as pages use them: texts, and functions of the values of those that have placeholders. */
type Words<Given> = Given extends TextEntry
  ? [Placeholders<Given>] extends [never]
    ? string
    : (values: ValuesOf<Given, string | number>) => string
  : { readonly [Key in keyof Given]: Words<Given[Key]> };

const ENGLISH = "en";
let language: string = ENGLISH;
let translation: TextGroup = {};
/** The English texts that have been read, by the names of their groups. */
export const definedWords = new Map<string, object>();

/** Sets the language of all words; called before the first are read, because they are read only once (D394). */
export function chooseWords(chosen: string, texts: TextGroup): void {
  if (definedWords.size > 0)
    throw new Error(
      `The language is chosen too late: ${[...definedWords.keys()].join(", ")} are already read.`,
    );
  language = chosen;
  translation = { ...texts, LOCALE: { language, dates: language } };
}

/** Words that customers read, in the language that was chosen; a text that it lacks is English (D478). */
export function defineWords<const Given extends object>(group: string, english: Given): Words<Given> {
  definedWords.set(group, english);
  return buildGroup(english, translation[group]) as Words<Given>;
}

function buildGroup(english: object, translated: unknown): object {
  const members = Object.entries(english).map(([key, entry]) => [
    key,
    buildWord(entry, Object(translated)[key]),
  ]);
  return Array.isArray(english) ? members.map(([, word]) => word) : Object.fromEntries(members);
}

function buildWord(english: TextEntry | object, translated: TextEntry | undefined): unknown {
  if (typeof english === "object" && !("other" in english)) return buildGroup(english, translated);
  const entry = translated ?? english;
  const locale = translated === undefined ? ENGLISH : language;
  if (!hasPlaceholders(english)) return entry;
  return (values: Readonly<Record<string, string | number>>) => splitMessage(entry, locale, values).join("");
}
