import { parseExactJson } from "../../api/exact-json.ts";

/** The value of a JSON text, with long numbers as they are written; undefined if it is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** A JSON text, indented; the text itself if it is empty or not valid JSON. */
export function formatJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
