import type { TextEntry } from "./message.ts";

const PLACEHOLDER = /\{\w+\}/g;

/** What is wrong with the texts of a language: each text that is missing, unknown or unlike the English one, by its path. */
export function findTextFaults(english: object, translation: object, language: string): string[] {
  const wanted = listTexts(english);
  const given = listTexts(translation);
  const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [
    ...[...wanted.keys()].filter((path) => !given.has(path)).map((path) => `${path} is missing`),
    ...[...given].flatMap(([path, entry]) => {
      const like = wanted.get(path);
      if (like === undefined) return [`${path} does not exist in English`];
      if (typeof entry !== "string" && typeof like === "string" && !like.includes("{count}"))
        return [`${path} has plural forms, but English counts nothing`];
      const unknown = formsOf(entry).filter(([form]) => !categories.includes(form));
      const counts = typeof like !== "string" && (typeof entry !== "string" || categories.length > 1);
      const missing = counts
        ? categories.filter((form) => !OPTIONAL.includes(form) && !hasForm(entry, form))
        : [];
      return [
        ...missing.map((form) => `${path} lacks the plural form "${form}"`),
        ...unknown.map(([form]) => `${path}: the language has no plural form "${form}"`),
        ...formsOf(entry).flatMap(([, text]) => findFormFaults(path, text, placeholdersOf(like))),
      ];
    }),
  ];
}

/** For millions, which are then written as `other`. */
const OPTIONAL = ["many"];

function hasForm(entry: TextEntry, form: string): boolean {
  return typeof entry !== "string" && Object.hasOwn(entry, form);
}

/** All texts of a list, or of groups in groups, by their paths. */
function listTexts(texts: object): Map<string, TextEntry> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, TextEntry][] => {
      if (typeof value === "string" || Object.hasOwn(value, "other")) return [[key, value]];
      return [...listTexts(value)].map(([path, entry]) => [`${key}.${path}`, entry]);
    }),
  );
}

function formsOf(entry: TextEntry): [string, string][] {
  return typeof entry === "string" ? [["other", entry]] : Object.entries(entry);
}

function findFormFaults(path: string, text: string, wanted: string): string[] {
  const placeholders = placeholdersOf(text);
  return [
    ...(placeholders === wanted
      ? []
      : [`${path} has ${placeholders || "no placeholders"}, not ${wanted || "none"}`]),
    ...(/^$| {2}|…{2}/.test(text) ? [`${path} is empty, or has doubled spaces or dots`] : []),
  ];
}

function placeholdersOf(entry: TextEntry): string {
  const names = formsOf(entry).flatMap(([, text]) => text.match(PLACEHOLDER) ?? []);
  return [...new Set(names)].toSorted().join(" ");
}
