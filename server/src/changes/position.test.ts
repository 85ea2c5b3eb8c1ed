import { expect, test } from "vitest";
import { advancePosition, formatPosition, isPassed, type LogPosition, parsePosition } from "./position.ts";

const nowMs = 1_000_000;
const at = (last: number, ...gaps: [number, number][]): LogPosition => ({
  last,
  gaps: gaps.map(([first, end]) => ({ first, last: end, horizon: 50, foundMs: nowMs - 60_000 })),
});

test("missing ids become a gap, and a late id closes it", () => {
  const first = advancePosition(at(10), {
    ranges: [
      [12, 14],
      [18, 18],
    ],
    xmin: 5,
    xmax: 9,
    nowMs,
  });
  expect(first).toEqual({
    last: 18,
    gaps: [
      { first: 11, last: 11, horizon: 9, foundMs: nowMs },
      { first: 15, last: 17, horizon: 9, foundMs: nowMs },
    ],
  });
  const second = advancePosition(first, {
    ranges: [
      [16, 16],
      [19, 20],
    ],
    xmin: 5,
    xmax: 9,
    nowMs,
  });
  expect(second.last).toBe(20);
  expect(second.gaps.map((gap) => [gap.first, gap.last])).toEqual([
    [11, 11],
    [15, 15],
    [17, 17],
  ]);
  expect([11, 14, 15, 16, 20, 21].map((id) => isPassed(second, id))).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
  ]);
});

test("a gap is kept while an open transaction may fill it, and for ten seconds", () => {
  const reading = { ranges: [], xmax: 60, nowMs };
  expect(advancePosition(at(10, [5, 6]), { ...reading, xmin: 49 }).gaps).toHaveLength(1);
  expect(advancePosition(at(10, [5, 6]), { ...reading, xmin: 50 }).gaps).toEqual([]);
  const young = { last: 10, gaps: [{ first: 5, last: 6, horizon: 50, foundMs: nowMs - 9000 }] };
  expect(advancePosition(young, { ...reading, xmin: 60 }).gaps).toEqual(young.gaps);
});

test("positions can be serialized and parsed", () => {
  expect(formatPosition(at(10))).toBe("10");
  const text = formatPosition(at(20, [3, 3], [7, 9]));
  expect(text).toBe("20~3.7-9");
  expect(parsePosition(text)).toEqual({
    last: 20,
    gaps: [
      { first: 3, last: 3 },
      { first: 7, last: 9 },
    ],
  });
});

test("with many gaps, a position moves before all of them", () => {
  const gaps = Array.from({ length: 30 }, (_, n): [number, number] => [100 + 2 * n, 100 + 2 * n]);
  expect(formatPosition(at(500, ...gaps))).toBe("99");
});

test.each(["", "x", "-1", "1~", "1~5", "10~5-3", "10~5-x", "99999999999999999999", "1;drop", "5~1 2"])(
  "%j is not a position",
  (text) => {
    expect(parsePosition(text)).toBeUndefined();
  },
);
