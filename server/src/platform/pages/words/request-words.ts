import { findLanguage, type LanguageHints } from "./choose-language.ts";
import type { OwnTexts } from "./own-texts.ts";
import { createReaderWords, type Words } from "./words.ts";

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
export function getRequestWords(
  request: PageRequest,
  { account, organization, texts }: StoredLanguages = {},
  asked?: string,
): Words {
  const hints = {
    account,
    asked: findRequestedLanguage(request.query) ?? asked,
    accepted: request.headers["accept-language"],
    organization,
  };
  return createReaderWords(hints, texts);
}

/** The language that the query of an address asks for by `lang`; undefined where it asks for none that there is. */
export function findRequestedLanguage(query: unknown): string | undefined {
  const { lang } = Object(query);
  return typeof lang === "string" ? findLanguage(lang) : undefined;
}
