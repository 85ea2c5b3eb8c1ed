/** One setting that differs: its path, and its values before and after; undefined if it did not or does not exist. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The lines of two texts between their common beginning and end, with one more line on both sides. */
export function differingLines(before: string, after: string): { before: string; after: string } {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const cut = (lines: string[]) =>
    lines.slice(Math.max(0, start - 1), Math.min(lines.length, lines.length - end + 1)).join("\n");
  return { before: cut(old), after: cut(now) };
}

/** All differences between two values, by their path below `path`; lists are compared by position. */
export function fieldChanges(path: string, before: unknown, after: unknown): FieldChange[] {
  if (Object.is(before, after)) return [];
  if (!areBothFields(before, after) && !(Array.isArray(before) && Array.isArray(after)))
    return [{ path, before, after }];
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].flatMap((name) =>
    fieldChanges(path === "" ? name : `${path}.${name}`, old[name], now[name]),
  );
}

function areBothFields(before: unknown, after: unknown): boolean {
  const isFields = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return isFields(before) && isFields(after);
}
