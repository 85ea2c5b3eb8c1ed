import type { Histogram } from "./table.ts";

// Each bucket is 8 % wider than the one before, so that its middle is within 4 % of every value in it.
const GROWTH = 1.08;

/** SQL for the bucket number of a duration in ms: 0 for no duration at all, then from 1 in proportion. */
export function buildBucketSql(durationMs: string): string {
  return `case when ${durationMs} <= 0 then 0 else ceil(ln(${durationMs}::float8) / ln(${GROWTH}::float8))::int + 1 end`;
}

/** The value that represents a bucket's durations, in ms. */
function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round((2 * GROWTH ** (bucket - 1)) / (1 + GROWTH));
}

export interface DurationSummary {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Mean and percentiles (nearest rank, within 4 %); undefined if nothing was measured. */
export function summarizeDurations(histogram: Histogram, totalMs: number): DurationSummary | undefined {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([one], [other]) => one - other);
  const all = buckets.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return undefined;
  const percentile = (part: number) => {
    let left = Math.ceil(part * all);
    for (const [bucket, count] of buckets) {
      left -= count;
      if (left <= 0) return middleOf(bucket);
    }
    return middleOf(buckets.at(-1)?.[0] ?? 0);
  };
  const mean = Math.round(totalMs / all);
  return { mean, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}

/** The sum of several histograms. */
export function addHistograms(histograms: Iterable<Histogram>): Histogram {
  const sums: Record<string, number> = {};
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram)) sums[bucket] = (sums[bucket] ?? 0) + count;
  return sums;
}
