import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";

/** The value if it is an object, otherwise an empty one: documents are not validated before they are read. */
export function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a list, otherwise an empty one. */
export function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a text that is not empty, shortened to `longest` characters. */
export function toShortText(value: Json | undefined, longest = 1000): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (text === "") return undefined;
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}

/** An own member; `__proto__` and the like do not count. */
export function getMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
