import { findLanguage, type LanguageHints } from "./choose-language.ts";
import type { OwnTexts } from "./own-texts.ts";
import { type Words, wordsFor } from "./words.ts";

/** What a page's language is chosen by. */
export interface PageRequest {
  readonly headers: { readonly "accept-language"?: string };
  readonly query: unknown;
}

/** What is stored about the readers of a page. */
export interface StoredLanguages extends Pick<LanguageHints, "account" | "organization"> {
  /** What the company says in its own words. */
  readonly texts?: OwnTexts;
}

/** The words of a page: what its address asks for comes before `asked`, which comes from its link. */
export function requestWords(
  request: PageRequest,
  { account, organization, texts }: StoredLanguages = {},
  asked?: string,
): Words {
  const hints = {
    account,
    asked: askedLanguage(request.query) ?? asked,
    accepted: request.headers["accept-language"],
    organization,
  };
  return wordsFor(hints, texts);
}

/** The language that the query of an address asks for by `lang`; undefined where it asks for none that there is. */
export function askedLanguage(query: unknown): string | undefined {
  const { lang } = Object(query);
  return typeof lang === "string" ? findLanguage(lang) : undefined;
}
