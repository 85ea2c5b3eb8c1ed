import type { JsonObject } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";

/** The records of one list, by the text that names each in an address, oldest first. */
export type Records = Map<string, JsonObject>;

/** Names of the member that a list usually is in. */
const LISTS = ["data", "items", "results", "records", "values"];

/** The member by which records are named in addresses: the parameter itself, or `id`. */
export function findIdName(record: JsonObject, parameter: string): string | undefined {
  return [parameter, "id", "uuid", "key"].find((name) => isId(record[name]));
}

function isId(value: Json | undefined): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** Where an answer has its list; undefined if it has none. An empty path is the answer itself. */
export function findListPlace(answer: Json): string[] | undefined {
  if (Array.isArray(answer)) return [];
  if (!isObject(answer)) return undefined;
  const names = Object.keys(answer).filter((name) => Array.isArray(answer[name]));
  const name = LISTS.find((usual) => names.includes(usual)) ?? names[0];
  return name === undefined ? undefined : [name];
}

/** Where an answer about one record has it. */
export function findRecordPlace(answer: Json, parameter: string): string[] | undefined {
  if (!isObject(answer)) return undefined;
  if (findIdName(answer, parameter) !== undefined) return [];
  const inner = Object.entries(answer).find(
    ([, value]) => isObject(value) && findIdName(value, parameter) !== undefined,
  );
  return inner === undefined ? undefined : [inner[0]];
}

/** The value at a place of an answer. */
export function readPlace(answer: Json, place: readonly string[]): Json | undefined {
  const [name] = place;
  return name === undefined ? answer : isObject(answer) ? answer[name] : undefined;
}

/** The answer with another value at a place. */
export function setPlace(answer: Json, place: readonly string[], value: Json): Json {
  const [name] = place;
  return name === undefined ? value : { ...(isObject(answer) ? answer : {}), [name]: value };
}

/** The id of a new record, of the same form as those that the document shows. */
export function createRecordId(example: Json | undefined, number: number): string | number {
  if (typeof example === "number") return number;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(String(example)))
    return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const start = /^[A-Za-z]+[_-]/.exec(String(example ?? ""))?.[0] ?? "";
  return `${start}${number}`;
}
