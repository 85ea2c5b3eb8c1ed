/** How expected things and actual ones belong together. */
export interface FoundPairs<Expected, Actual> {
  readonly pairs: readonly (readonly [expected: Expected, actual: Actual, misfits: number])[];
  /** What was expected, and nothing is left for it. */
  readonly missing: readonly Expected[];
  /** What nobody expected. */
  readonly extra: readonly Actual[];
}

/**
 * Finds an actual thing for each expected one in whatever order they came, so that as many as possible fit: first those that
 * fit, by augmenting paths, then of the rest those that are nearest. `count` says how much does not fit; undefined: the two
 * have nothing to do with each other.
 */
export function findPairs<Expected, Actual>(
  expected: readonly Expected[],
  actual: readonly Actual[],
  count: (expected: Expected, actual: Actual) => number | undefined,
): FoundPairs<Expected, Actual> {
  const counts = expected.map((one) => actual.map((other) => count(one, other)));
  const takenBy = new Map<number, number>();
  const take = (row: number, seen: Set<number>): boolean =>
    actual.some((_one, column) => {
      if (counts[row]?.[column] !== 0 || seen.has(column)) return false;
      seen.add(column);
      const holder = takenBy.get(column);
      if (holder !== undefined && !take(holder, seen)) return false;
      takenBy.set(column, row);
      return true;
    });
  for (const row of expected.keys()) take(row, new Set());
  const rows = new Set(takenBy.values());
  const rest = counts
    .flatMap((line, row) =>
      line.flatMap((misfits, column) => (misfits === undefined ? [] : [{ row, column, misfits }])),
    )
    .sort((one, other) => one.misfits - other.misfits);
  for (const { row, column } of rest) {
    if (rows.has(row) || takenBy.has(column)) continue;
    rows.add(row);
    takenBy.set(column, row);
  }
  const pairs = [...takenBy]
    .sort(([, one], [, other]) => one - other)
    .map(([column, row]) => [expected[row], actual[column], counts[row]?.[column] ?? 0] as const);
  return {
    pairs: pairs as FoundPairs<Expected, Actual>["pairs"], // both are of the lists
    missing: expected.filter((_one, row) => !rows.has(row)),
    extra: actual.filter((_one, column) => !takenBy.has(column)),
  };
}
