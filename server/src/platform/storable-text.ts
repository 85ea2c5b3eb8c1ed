/** The text with U+FFFD in place of NUL characters and half surrogates, which PostgreSQL does not store. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}
