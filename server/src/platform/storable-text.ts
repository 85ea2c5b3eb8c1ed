/** The text with U+FFFD in place of NUL characters and half surrogates, which PostgreSQL does not store. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/**
 * The JSON text of `JSON.stringify` with U+FFFD in place of escaped NUL characters and half surrogates: a json column
 * takes those, but no function or operator of PostgreSQL reads a value that has one.
 */
export function storableJson(json: string): string {
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return json.replace(/\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g, (found) =>
    found === "\\\\" ? found : "\\ufffd",
  );
}

/**
 * The value with U+FFFD in place of NUL characters and half surrogates in its texts and names; the value itself where
 * there are none. What is nested too deeply to be looked through is left as it is, and too deep to be written as JSON.
 */
export function storableValue<Value>(value: Value): Value {
  try {
    return storable(value) as Value; // texts stay texts, and everything else keeps its shape
  } catch (error) {
    if (error instanceof RangeError) return value;
    throw error;
  }
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return isStorable(value) ? value : storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(storable);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([name, item]) => {
    const entry = [storable(name), storable(item)];
    isChanged ||= entry[0] !== name || entry[1] !== item;
    return entry;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
