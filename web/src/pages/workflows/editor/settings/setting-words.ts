import { getLabel, type Schema } from "./schema.ts";

/** What a setting is called, and what is said about it. */
export interface SettingWords {
  readonly label: string;
  readonly description: string | undefined;
}

/** The part of a node type with its texts. */
interface WordedType {
  readonly setting_texts: Readonly<Record<string, SettingTexts>>;
}

interface SettingTexts {
  readonly name: string;
  readonly help?: string;
  readonly choices?: Readonly<Record<string, string>>;
}

/** The words for a setting: its own, or those of its schema if it has none, such as the inputs of an action. */
export function getSettingWords(
  type: WordedType | undefined,
  field: string,
  { description }: Schema,
): SettingWords {
  const texts = textsOf(type, field);
  if (texts) return { label: texts.name, description: texts.help };
  return { label: getLabel(field.slice(field.lastIndexOf(".") + 1)), description };
}

/** The words for a choice of a setting. */
export function getChoiceWord(type: WordedType | undefined, field: string, choice: string): string {
  return textsOf(type, field)?.choices?.[choice] ?? choice;
}

/** `data.cases.0.handle` has the texts of `cases.handle`. */
function textsOf(type: WordedType | undefined, field: string) {
  const path = field.split(".").slice(1);
  const key = path.filter((part) => !/^\d+$/.test(part)).join(".");
  const { setting_texts: texts = {} } = type ?? {};
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
