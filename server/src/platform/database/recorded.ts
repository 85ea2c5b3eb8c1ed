const MOST_KNOWN = 5000;

/** The setting in which triggers find the actor. */
export const ACTOR_SETTING = "junctor.actor";

/**
 * Tells whether a statement writes one of `tables`, whose triggers record the actor. Statements repeat, so each text
 * is searched only once.
 */
export function createWriteCheck(tables: readonly string[]): (text: string) => boolean {
  if (tables.length === 0) return () => false;
  const writes = new RegExp(
    `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:only\\s+)?"?(?:${tables.join("|")})"?(?!\\w)`,
    "i",
  );
  const known = new Map<string, boolean>();
  return (text) => {
    const found = known.get(text) ?? writes.test(text);
    if (known.size < MOST_KNOWN) known.set(text, found);
    return found;
  };
}
