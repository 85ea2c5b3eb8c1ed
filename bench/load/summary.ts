/** Percentiles of a set of durations, in milliseconds. */
export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The percentiles of `values`; all 0 if there are none. */
export function summary(values: readonly number[]): Summary {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) =>
    Math.round(100 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)) / 100;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
