import { expect, test } from "vitest";
import { isQuiet, validateQuietHours } from "./quiet-hours.ts";

const at = (text: string) => new Date(text);
const berlin = { time_zone: "Europe/Berlin" };

// 2026-03-02 is a Monday; Berlin is an hour ahead of UTC, from 2026-03-29 on two.
test.each([
  ["before them", "2026-03-02T20:59:59Z", false],
  ["at their beginning", "2026-03-02T21:00:00Z", true],
  ["after midnight", "2026-03-03T02:00:00Z", true],
  ["in their last minute", "2026-03-03T05:59:59Z", true],
  ["at their end", "2026-03-03T06:00:00Z", false],
  ["after the clocks have changed", "2026-03-30T05:00:00Z", false],
  ["before that hour on the day before", "2026-03-29T04:59:00Z", true],
])("quiet hours over midnight: %s", (_when, moment, quiet) => {
  expect(isQuiet({ ...berlin, from: "22:00", to: "07:00" }, at(moment))).toBe(quiet);
});

test.each([
  ["11:59", false],
  ["12:00", true],
  ["13:29", true],
  ["13:30", false],
])("quiet hours within a day, at %s", (time, quiet) => {
  expect(isQuiet({ time_zone: "UTC", from: "12:00", to: "13:30" }, at(`2026-03-02T${time}:00Z`))).toBe(quiet);
});

test("days are those on which quiet hours begin", () => {
  const weekend = { time_zone: "UTC", from: "22:00", to: "07:00", days: [5, 6] };
  const quiet = (moment: string) => isQuiet(weekend, at(moment));
  expect(quiet("2026-03-06T23:00:00Z")).toBe(true);
  expect(quiet("2026-03-07T06:00:00Z")).toBe(true);
  expect(quiet("2026-03-08T06:00:00Z")).toBe(true);
  expect(quiet("2026-03-08T23:00:00Z")).toBe(false);
  expect(quiet("2026-03-09T06:00:00Z")).toBe(false);
});

test("a zone that does not exist, and hours without an end, are refused", () => {
  const hours = { ...berlin, from: "22:00", to: "07:00" };
  expect(() => validateQuietHours(hours)).not.toThrow();
  expect(() => validateQuietHours({ ...hours, time_zone: "Mars/Olympus" })).toThrow(/IANA time zone/);
  expect(() => validateQuietHours({ ...hours, to: "22:00" })).toThrow(/must differ/);
});
