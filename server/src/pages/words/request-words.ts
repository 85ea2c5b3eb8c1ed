import { findLanguage, type LanguageHints } from "./choose-language.ts";
import type { OwnTexts } from "./own-texts.ts";
import { createReaderWords, type Words } from "./words.ts";

/** The inputs for choosing a page's language. */
export interface PageRequest {
  readonly headers: { readonly "accept-language"?: string };
  readonly query: unknown;
}

/** What is stored about the readers of a page. */
export interface StoredLanguages extends Pick<LanguageHints, "account" | "organization"> {
  /** The company's own texts. */
  readonly texts?: OwnTexts;
}

/** The words of a page: the language in its URL takes precedence over `asked`, which comes from its link. */
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

/** The language in the `lang` of a URL's query; undefined if it is absent or not supported. */
export function findRequestedLanguage(query: unknown): string | undefined {
  const { lang } = Object(query);
  return typeof lang === "string" ? findLanguage(lang) : undefined;
}
