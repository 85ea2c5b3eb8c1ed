/**
 * What a reference leads to within a document, `#` or `#/…` (RFC 6901); undefined for any other, and where it leads
 * nowhere. Only a value's own members count.
 */
export function resolvePointer(document: unknown, reference: string): unknown {
  if (!/^#(\/|$)/.test(reference)) return undefined;
  let value = document;
  for (const part of reference.split("/").slice(1)) {
    const name = unescapePart(part);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name]; // an object that has this member
  }
  return value;
}

function unescapePart(part: string): string {
  return decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % is a name like any other
  }
}
