import { isObject, type Json } from "../../../../platform/json/json.ts";
import type { ManifestObject } from "./object-schema.ts";

/** What texts and ids say of an object; in templates `{{ object.name }}` and so on. */
export interface ObjectWords {
  /** `time_entry` */
  id: string;
  /** `time entry` */
  name: string;
  /** `a time entry` */
  one: string;
  /** `Time entry` */
  title: string;
  /** `time entries` */
  plural: string;
  /** `time_entries` */
  plural_id: string;
  /** `time_entry_id` */
  id_name: string;
  /** And its own. */
  [word: string]: string;
}

/** The words of an object, from its id unless it names them itself. */
export function buildWords(
  id: string,
  {
    name = id.replaceAll("_", " "),
    plural = pluralOf(name),
    id_name = `${id}_id`,
    words = {},
  }: ManifestObject,
): ObjectWords {
  return {
    ...words,
    id,
    id_name,
    name,
    one: `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    plural,
    plural_id: plural.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"),
  };
}

function pluralOf(name: string): string {
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

const WORD = /\{\{\s*object\.([a-z0-9_]+)\s*\}\}/g;

/** Puts an object's words where a manifest names them; an unknown one stays. */
export function renderWords(value: Json, words: ObjectWords): Json {
  if (typeof value === "string")
    return value.replace(WORD, (whole, name: string) => (Object.hasOwn(words, name) && words[name]) || whole);
  if (Array.isArray(value)) return value.map((one) => renderWords(one, words));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [
    renderWords(name, words),
    renderWords(one, words),
  ]);
  return Object.fromEntries(members);
}
