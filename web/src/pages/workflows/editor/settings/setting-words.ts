import { STEP_WORDS } from "../../../../words/workflows/step-words.ts";
import { getLabel, type Schema } from "./schema.ts";

/** What a setting is called, and what is said about it. */
export interface SettingWords {
  readonly label: string;
  readonly description: string | undefined;
}

/** The words for a setting: its own, or those of its schema if it has none, such as the inputs of an action. */
export function getSettingWords(type: string, field: string, { description }: Schema): SettingWords {
  const key = keyOf(type, field);
  const label = wordAt(STEP_WORDS.names, key);
  if (label === undefined) return { label: getLabel(field.slice(field.lastIndexOf(".") + 1)), description };
  return { label, description: wordAt(STEP_WORDS.helps, key) };
}

/** The words for a choice of a setting. */
export function getChoiceWord(type: string, field: string, choice: string): string {
  return wordAt(STEP_WORDS.choices, `${keyOf(type, field)}.${choice}`) ?? choice;
}

/** `data.cases.0.handle` of a switch is `switch.cases.handle`. */
function keyOf(type: string, field: string): string {
  const path = field.split(".").slice(1);
  return [type, ...path.filter((part) => !/^\d+$/.test(part))].join(".");
}

function wordAt(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
