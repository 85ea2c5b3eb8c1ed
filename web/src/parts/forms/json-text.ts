// Numbers that a double may not hold: long ones.
const LONG_NUMBER = /[\d.]{16}/;

interface RawJson {
  rawJSON?(text: string): unknown;
}

/** The value of a JSON text, with long numbers as they are written; undefined if it is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumber) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON text, indented; the text itself if it is empty or not valid JSON. */
export function formatJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function keepLongNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { rawJSON } = JSON as RawJson;
  const source = context?.source;
  const isKept = typeof value !== "number" || source === undefined || String(value) === source;
  return isKept || rawJSON === undefined ? value : rawJSON(source);
}
