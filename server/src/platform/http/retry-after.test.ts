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
  ["1.337", 1337],
  ["2026-01-31T09:30:03Z", 3000],
  ["2026-01-31T09:30:03.250+00:00", 3250],
  ["2026-01-31T10:30:03+01:00", 3000],
  ["2026-01-31T09:30:03", 3000],
  ["2026-01-31 09:30:03", 3000],
  ["2026-02-31T09:30:03Z", undefined],
  ["Sat Jan 31 09:31:00 2026", 60_000],
  ["Sat, 31 Jan 2026 09:31:00 +0000", 60_000],
  ["Sat, 31 Jan 2026 09:31:00", 60_000],
  ["1769851803", 3000],
  ["1769851803000", 3000],
  ["1769851803000000", 3000],
  ["1769851803000000000", 3000],
  ["1769851803.25", 3250],
  ["Sat, nonsense", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("%j means a wait of %s ms", (header, expected) => {
  expect(parseRetryAfterMs(header, NOW)).toBe(expected);
});

test.each([
  ["3", "seconds", 3000],
  ["1.337", "seconds", 1337],
  ["250", "milliseconds", 250],
  ["1769851803", "epoch_seconds", 3000],
  ["1769851803000", "epoch_milliseconds", 3000],
  // The rule names the wrong unit: nobody means the year 58000, or a wait of 56 years.
  ["1769851803000", "epoch_seconds", 3000],
  ["1769851803", "epoch_milliseconds", 3000],
  ["1769851803", "seconds", 3000],
  ["1769851803000", "milliseconds", 3000],
  ["2026-01-31T09:30:03Z", "epoch_milliseconds", 3000],
  ["Sat, 31 Jan 2026 09:30:03 GMT", "seconds", 3000],
  ["0", "epoch_seconds", 0],
  ["", "epoch_seconds", undefined],
] as const)("%j in %s means a wait of %s ms", (text, unit, expected) => {
  expect(parseRetryAfterMs(text, NOW, unit)).toBe(expected);
});

test("dates mean the same in every time zone of the host", () => {
  const zone = process.env.TZ;
  try {
    for (const TZ of ["America/New_York", "Asia/Kolkata", "Pacific/Apia", "UTC"]) {
      process.env.TZ = TZ;
      for (const text of [
        "Sat, 31 Jan 2026 09:31:00 GMT",
        "Saturday, 31-Jan-26 09:31:00 GMT",
        "Sat Jan 31 09:31:00 2026",
        "2026-01-31T09:31:00",
      ])
        expect(parseRetryAfterMs(text, NOW), `${text} in ${TZ}`).toBe(60_000);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
