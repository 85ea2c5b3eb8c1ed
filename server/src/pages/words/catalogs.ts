import type { Texts } from "./catalog.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";

/** The languages of the hosted pages. */
export const LANGUAGES = ["en", "de", "fr", "es", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of each language, and its locale for numbers and dates. */
export const CATALOGS: Readonly<Record<Language, { readonly locale: string; readonly texts: Texts }>> = {
  en: { locale: "en-GB", texts: en },
  de: { locale: "de", texts: de },
  fr: { locale: "fr", texts: fr },
  es: { locale: "es", texts: es },
  ja: { locale: "ja", texts: ja },
};
