import { createHash } from "node:crypto";
import { isObject, type Json } from "../../platform/json/json.ts";

/** SHA-256 of a JSON value, hex; the order of an object's keys does not matter. */
export function hashJson(value: Json): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}
