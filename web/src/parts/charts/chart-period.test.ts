import { expect, test } from "vitest";
import { CHART_PERIODS, type ChartPeriod, getMarks, getStart } from "./chart-period.ts";

function marksOf(name: ChartPeriod): Date[] {
  const { ms, everyMs } = CHART_PERIODS[name];
  const first = Date.parse(getStart(name, Date.parse("2026-11-28T09:37:12Z")));
  const bars = Array.from({ length: Math.ceil(ms / everyMs) + 1 }, (_, index) => first + index * everyMs);
  return getMarks(name, bars).map((at) => new Date(at));
}

test("an hour is marked every ten minutes, a day every four hours, a week every midnight", () => {
  expect(marksOf("hour").map((at) => at.getMinutes())).toEqual([40, 50, 0, 10, 20, 30]);
  expect(marksOf("day").map((at) => at.getHours() % 4)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(marksOf("week").map((at) => at.getHours())).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("a month is marked every fifth day", () => {
  const days = marksOf("month").map((at) => at.getTime() / 86_400_000);
  expect(days.slice(1).map((day, index) => day - (days[index] ?? 0))).toEqual([5, 5, 5, 5, 5, 5]);
});
