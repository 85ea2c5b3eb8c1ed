/** The text with U+FFFD in place of NUL characters and lone surrogates, which PostgreSQL does not store. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/**
 * The JSON text of `JSON.stringify` with U+FFFD in place of escaped NUL characters and lone surrogates: a json column
 * accepts those, but no function or operator of PostgreSQL reads a value that has one.
 */
export function toStorableJson(json: string): string {
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return json.replace(/\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g, (found) =>
    found === "\\\\" ? found : "\\ufffd",
  );
}
