/** A span of time, in milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The position of a moment: from 0 at the beginning to 1 at the end. */
export type Scale = (ms: number) => number;

// The maximum share of the width for a span of waiting, besides all work.
const WAIT_SHARE = 0.2;

/**
 * A scale on which work has its true length, and a long time without any work is shortened: after three days of
 * waiting, seconds are still visible.
 */
export function getScale(work: readonly TimeSpan[], whole: TimeSpan): Scale {
  const busy = merge(work);
  const total = Math.max(1, sum(busy.map(({ from, to }) => to - from)));
  const longest = total * WAIT_SHARE;
  const marks: { ms: number; at: number }[] = [{ ms: whole.from, at: 0 }];
  const go = (ms: number, most: number) => {
    const last = marks.at(-1) ?? { ms: whole.from, at: 0 };
    if (ms > last.ms) marks.push({ ms, at: last.at + Math.min(ms - last.ms, most) });
  };
  for (const { from, to } of busy) {
    go(from, longest);
    go(to, Number.POSITIVE_INFINITY);
  }
  go(whole.to, longest);
  const width = marks.at(-1)?.at || 1;
  return (ms) => placeAt(marks, ms) / width;
}

function placeAt(marks: readonly { ms: number; at: number }[], ms: number): number {
  const after = marks.findIndex((mark) => mark.ms >= ms);
  const next = marks[after];
  const before = marks[after - 1];
  if (next === undefined) return marks.at(-1)?.at ?? 0;
  if (before === undefined) return next.at;
  return before.at + ((ms - before.ms) / (next.ms - before.ms)) * (next.at - before.at);
}

/** The same spans without overlaps, in order. */
function merge(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last === undefined || span.from > last.to) merged.push(span);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return merged;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
