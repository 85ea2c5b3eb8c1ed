/** The languages of hosted pages and of the customers' editor, with their locales for numbers and dates (D478). */
export const LOCALES = { en: "en-GB", de: "de", fr: "fr", es: "es", ja: "ja" } as const;

export type Language = keyof typeof LOCALES;

export const LANGUAGES = Object.keys(LOCALES) as readonly Language[];

/** A value for each language. */
export function mapLanguages<Value>(of: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, Value>;
}
