import { expect, test } from "vitest";
import { parseRetryAfterMs } from "./retry-after.ts";

const NOW = Date.parse("2026-01-31T09:30:00Z");
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

test.each([
  ["120", 120_000],
  [" 7 ", 7000],
  ["0", 0],
  ["1.5", 1500],
  ["Sat, 31 Jan 2026 09:31:00 GMT", 60_000],
  ["Saturday, 31-Jan-26 09:31:00 GMT", 60_000],
  ["Sat Jan 31 09:31:00 2026 GMT", 60_000],
  ["Sat, 31 Jan 2026 09:00:00 GMT", 0],
  ["9".repeat(400), YEAR_MS],
  ["Fri, 31 Dec 9999 23:59:59 GMT", YEAR_MS],
  ["-5", undefined],
  ["1e3", undefined],
  ["soon", undefined],
  ["2026", 2_026_000],
  ["2026-01-31", undefined],
  ["Sat, nonsense", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("%j means a wait of %s ms", (header, expected) => {
  expect(parseRetryAfterMs(header, NOW)).toBe(expected);
});
