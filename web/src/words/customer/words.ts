import { applyWords } from "./apply.ts";
import { type CustomerWords, WORDS } from "./english.ts";

/** By language; each is loaded only by its readers. */
export const TRANSLATIONS: Readonly<Record<string, () => Promise<CustomerWords>>> = {
  de: () => import("./de.ts").then(({ de }) => de),
  fr: () => import("./fr.ts").then(({ fr }) => fr),
  es: () => import("./es.ts").then(({ es }) => es),
  ja: () => import("./ja.ts").then(({ ja }) => ja),
};

/** Sets the editor's language; called before loading modules that read words while they load. */
export async function speak(language: string): Promise<void> {
  const translation = await TRANSLATIONS[language]?.();
  if (translation) applyWords(WORDS, translation);
}
