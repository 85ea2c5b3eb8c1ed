const ARMOUR = /^-----BEGIN ([A-Z0-9 ]+)-----\s*([A-Za-z0-9+/=\s]+?)\s*-----END \1-----$/;

/** Whether a field is for a PEM key, which has several lines: its placeholder shows how one begins. */
export function isPemPlaceholder(placeholder: string | undefined): boolean {
  return placeholder?.startsWith("-----BEGIN") === true;
}

/** A PEM key with its original line breaks: JSON key files escape them as `\n`, single-line inputs lose them. */
export function normalizePem(text: string): string {
  const plain = text
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .replaceAll("\\n", "\n")
    .replaceAll("\r\n", "\n")
    .trim();
  const [, label, body] = ARMOUR.exec(plain) ?? [];
  if (label === undefined || body === undefined || body.includes("\n")) return plain;
  return [`-----BEGIN ${label}-----`, ...body.split(/\s+/), `-----END ${label}-----`].join("\n");
}
