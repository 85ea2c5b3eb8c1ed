/** Ids that were missing from the log when later ones were read; inclusive. */
export interface Gap {
  readonly first: number;
  readonly last: number;
  /** Only transactions with ids below this one may still fill it; undefined until the log was read from here. */
  readonly horizon: number | undefined;
  /** When the gap was found, in ms. */
  readonly foundMs: number | undefined;
}

/**
 * How far a reader has read the log. Ids are assigned in order, but transactions commit in another: a gap between
 * ids is remembered until no transaction is left that could fill it (D281).
 */
export interface LogPosition {
  readonly last: number;
  readonly gaps: readonly Gap[];
}

/** Ids that were read, as an inclusive range. */
export type IdRange = readonly [first: number, last: number];

/** The result of reading the log once. */
export interface LogSnapshot {
  readonly ranges: readonly IdRange[];
  /** From the snapshot of the reading: all transactions below `xmin` had ended, none from `xmax` on had begun. */
  readonly xmin: number;
  readonly xmax: number;
  readonly nowMs: number;
}

// A statement may take an id of the log a moment before it has a transaction id; see `buildChangeLogSql`.
const SHORTEST_GAP_MS = 10_000;
const POSITION = /^(\d{1,16})((?:[~.]\d{1,16}(?:-\d{1,16})?)*)$/;
const MOST_WRITTEN_GAPS = 20;

/** The position after a reading that began at `position` and covered its gaps. */
export function advancePosition(
  { last, gaps }: LogPosition,
  { ranges, xmin, xmax, nowMs }: LogSnapshot,
): LogPosition {
  const known = gaps.map(({ horizon = xmax, foundMs = nowMs, ...gap }) => ({ ...gap, horizon, foundMs }));
  const alive = known.filter(({ horizon, foundMs }) => horizon > xmin || nowMs - foundMs < SHORTEST_GAP_MS);
  const open: Gap[] = alive.flatMap((gap) => without(gap, ranges));
  let end = last;
  for (const [first, until] of ranges) {
    if (until <= end) continue;
    if (first > end + 1) open.push({ first: end + 1, last: first - 1, horizon: xmax, foundMs: nowMs });
    end = until;
  }
  return { last: end, gaps: open };
}

/** The parts of a gap that are still missing. */
function without<Open extends Gap>(gap: Open, ranges: readonly IdRange[]): Open[] {
  const left: Open[] = [];
  let { first } = gap;
  for (const [from, to] of ranges) {
    if (to < first || from > gap.last) continue;
    if (from > first) left.push({ ...gap, first, last: from - 1 });
    first = to + 1;
  }
  if (first <= gap.last) left.push({ ...gap, first });
  return left;
}

/** Whether the change `id` was already read at a position. */
export function isPassed({ last, gaps }: LogPosition, id: number): boolean {
  return id <= last && !gaps.some((gap) => id >= gap.first && id <= gap.last);
}

/**
 * A position as an event id, such as `120~97.103-105`. With many gaps it is set back before them: some changes are
 * repeated.
 */
export function formatPosition({ last, gaps }: LogPosition): string {
  if (gaps.length > MOST_WRITTEN_GAPS) return String(Math.min(...gaps.map(({ first }) => first)) - 1);
  const parts = gaps.map((gap) => (gap.first === gap.last ? `${gap.first}` : `${gap.first}-${gap.last}`));
  return parts.length === 0 ? String(last) : `${last}~${parts.join(".")}`;
}

/** The position in an event id; undefined for any other text. Its gaps stay open until they are read. */
export function parsePosition(text: string): LogPosition | undefined {
  const [, last, rest = ""] = POSITION.exec(text.slice(0, 1000)) ?? [];
  if (last === undefined || !Number.isSafeInteger(Number(last))) return undefined;
  const gaps = rest
    .split(/[~.]/)
    .filter((part) => part !== "")
    .map((part) => {
      const [first = 0, until = first] = part.split("-").map(Number);
      return { first, last: until, horizon: undefined, foundMs: undefined };
    });
  // In order and disjoint, as we write them: an overlap would be read twice.
  const isSound = gaps.every(
    (gap, index) =>
      gap.first <= gap.last && gap.last < Number(last) && gap.first > (gaps[index - 1]?.last ?? 0),
  );
  return isSound && gaps.length <= MOST_WRITTEN_GAPS ? { last: Number(last), gaps } : undefined;
}
