/**
 * The one of `names` that `name` is most likely a misspelling of: one typo away, or two in a long name; undefined if
 * none is close.
 */
export function findNearName(name: string, names: readonly string[]): string | undefined {
  const given = bare(name);
  const slips = (one: string) => distance(given, bare(one));
  return names
    .filter((one) => slips(one) <= Math.min(2, Math.floor(bare(one).length / 4)))
    .sort((one, other) => slips(one) - slips(other))
    .at(0);
}

/** `onError` and `on_error` count as the same. */
function bare(name: string): string {
  return name.slice(0, 100).toLowerCase().replace(/[_-]/g, "");
}

/** How many letters must be added, removed, replaced, or swapped with the next. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const same = from[line - 1] === to[column - 1];
      const swapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      next[column] = Math.min(
        at(next, column - 1) + 1,
        at(row, column) + 1,
        at(row, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return at(row, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
