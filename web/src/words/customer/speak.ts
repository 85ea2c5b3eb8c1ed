import { chooseWords } from "./words.ts";

/** A file for each language, loaded only by its readers. */
const TRANSLATIONS = import.meta.glob<Parameters<typeof chooseWords>[1]>("./*.json", { import: "default" });

/** Sets the editor's language; called before loading modules that read words while they load. */
export async function speak(language: string): Promise<void> {
  const load = TRANSLATIONS[`./${language}.json`];
  if (load) chooseWords(language, await load());
}
