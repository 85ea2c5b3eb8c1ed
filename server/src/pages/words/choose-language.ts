import { LANGUAGES, type Language } from "./languages.ts";

/** The sources of a reader's language; the first that names a supported one wins. */
export interface LanguageHints {
  /** Stored with the linked account. */
  readonly account?: string | null;
  /** Of the URL, or of the link's properties. */
  readonly asked?: string;
  /** The browser's `accept-language`. */
  readonly accepted?: string;
  /** The organization's default. */
  readonly organization?: string | null;
}

// How many entries of a possibly long header are read.
const MOST_ACCEPTED = 20;

/** The language of a page; English if nothing names a supported one. */
export function chooseLanguage({ account, asked, accepted, organization }: LanguageHints): Language {
  return (
    findLanguage(account) ??
    findLanguage(asked) ??
    acceptedLanguage(accepted ?? "") ??
    findLanguage(organization) ??
    "en"
  );
}

/** The language of a tag such as `de-AT`; undefined if it is not supported. */
export function findLanguage(tag: string | null | undefined): Language | undefined {
  const [primary] = (tag ?? "").trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === primary);
}

/** The first supported one that a browser accepts, in its order of preference (RFC 9110, 12.5.4). */
function acceptedLanguage(header: string): Language | undefined {
  return header
    .split(",", MOST_ACCEPTED)
    .map((part) => {
      const [tag, ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith("q="));
      return { language: findLanguage(tag), weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .at(0)?.language;
}
