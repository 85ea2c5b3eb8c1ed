const UNITS_MS: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|sec|seconds?)$/, 1000],
  [/^(m|min|minutes?)$/, 60_000],
  [/^(h|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
  [/^(w|weeks?)$/, 604_800_000],
];
const PART = /^(\d+(?:\.\d+)?)\s*([a-z]+)(?:\s*(?:,|and)?\s*|$)/;

/** A period as people write it, such as `3 days` or `1 hour 30 minutes`, in milliseconds; undefined if it is none. */
export function parseDuration(text: string): number | undefined {
  let rest = text.trim().toLowerCase();
  let sumMs = 0;
  do {
    const [part = "", amount = "", unit = ""] = PART.exec(rest) ?? [];
    const unitMs = UNITS_MS.find(([pattern]) => pattern.test(unit))?.[1];
    if (unitMs === undefined) return undefined;
    sumMs += Number(amount) * unitMs;
    rest = rest.slice(part.length);
  } while (rest !== "");
  return Math.round(sumMs);
}
