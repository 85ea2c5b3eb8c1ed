import { describe, expect, test } from "vitest";
import {
  findNextTick,
  findPatternProblem,
  isScheduleDay,
  isTimeZone,
  type LocalTime,
  type Timing,
} from "./next-tick.ts";

const cron = (
  pattern: string,
  timeZone = "UTC",
  startDate: string | null = null,
  endDate: string | null = null,
): Timing => ({
  type: "cron",
  pattern,
  timeZone,
  startDate,
  endDate,
});

function at(text: string, timeZone = "UTC"): LocalTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second, timeZone };
}

function ticks(timing: Timing, after: string, count: number): string[] {
  const found: string[] = [];
  let last = new Date(after);
  while (found.length < count) {
    const next = findNextTick(timing, last);
    if (!next) break;
    found.push(next.toISOString().replace(":00.000Z", "Z"));
    last = next;
  }
  return found;
}

describe("cron patterns", () => {
  test.each(["0 0 * * *", "0 */12 * * *"])(
    "%s ticks on the last day, and not at the midnight that ends it",
    (pattern) => {
      const timing = cron(pattern, "Europe/Berlin", null, "2026-01-02");
      expect(ticks(timing, "2026-01-02T11:30:00Z", 1)).toEqual([]);
      expect(ticks(timing, "2026-01-01T11:30:00Z", 1)).toEqual(["2026-01-01T23:00Z"]);
    },
  );

  test("tick every minute, strictly after the given time", () => {
    expect(ticks(cron("* * * * *"), "2026-01-01T12:00:00.000Z", 2)).toEqual([
      "2026-01-01T12:01Z",
      "2026-01-01T12:02Z",
    ]);
    expect(ticks(cron("* * * * *"), "2026-01-01T12:00:59.999Z", 1)).toEqual(["2026-01-01T12:01Z"]);
  });

  test.each([
    ["in winter", "30 2 * * *", "Europe/Berlin", "2026-01-10T02:00:00Z", ["2026-01-11T01:30Z"]],
    ["in summer", "30 2 * * *", "Europe/Berlin", "2026-07-10T02:00:00Z", ["2026-07-11T00:30Z"]],
    [
      "a fixed time in the gap: once, at its end",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00Z", "2026-03-30T00:30Z"],
    ],
    [
      "a list of times with one in the gap: at its end",
      "30 2,4 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00Z", "2026-03-29T02:30Z", "2026-03-30T00:30Z"],
    ],
    [
      "a fixed time that clocks show twice: the first time only",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      ["2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    [
      "a fixed time that clocks show twice, asked between the two: not again",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-10-25T01:10:00Z",
      ["2026-10-26T01:30Z"],
    ],
    [
      "a step in the gap: not at all",
      "*/30 2 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      ["2026-03-30T00:00Z"],
    ],
    [
      "every half hour over the gap: evenly",
      "*/30 * * * *",
      "Europe/Berlin",
      "2026-03-29T00:00:00Z",
      ["2026-03-29T00:30Z", "2026-03-29T01:00Z", "2026-03-29T01:30Z"],
    ],
    [
      "a fixed time that comes twice: the first only",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      ["2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    [
      "a list of times that come twice: the first only",
      "15,45 2 * * *",
      "Europe/Berlin",
      "2026-10-25T00:00:00Z",
      ["2026-10-25T00:15Z", "2026-10-25T00:45Z", "2026-10-26T01:15Z"],
    ],
    [
      "a range with a time in the gap, whose end is a time of its own: once",
      "0 1-3 * * *",
      "Europe/Berlin",
      "2026-03-28T23:30:00Z",
      ["2026-03-29T00:00Z", "2026-03-29T01:00Z", "2026-03-29T23:00Z"],
    ],
    [
      "a range with a time that comes twice: the first only",
      "0 1-3 * * *",
      "Europe/Berlin",
      "2026-10-24T22:30:00Z",
      ["2026-10-24T23:00Z", "2026-10-25T00:00Z", "2026-10-25T02:00Z"],
    ],
    [
      "a step in the hour that comes twice: in both",
      "*/30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      [
        "2026-10-25T00:00Z",
        "2026-10-25T00:30Z",
        "2026-10-25T01:00Z",
        "2026-10-25T01:30Z",
        "2026-10-26T01:00Z",
      ],
    ],
    [
      "every half hour through the hour that comes twice: evenly",
      "*/30 * * * *",
      "Europe/Berlin",
      "2026-10-25T00:00:00Z",
      ["2026-10-25T00:30Z", "2026-10-25T01:00Z", "2026-10-25T01:30Z"],
    ],
    [
      "a gap in America",
      "30 2 * * *",
      "America/New_York",
      "2026-03-08T00:00:00Z",
      ["2026-03-08T07:00Z", "2026-03-09T06:30Z"],
    ],
    [
      "a gap of half an hour",
      "15 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-03T12:00:00Z",
      ["2026-10-03T15:30Z", "2026-10-04T15:15Z"],
    ],
    [
      "a gap at midnight",
      "0 0 * * *",
      "Africa/Cairo",
      "2026-04-23T12:00:00Z",
      ["2026-04-23T22:00Z", "2026-04-24T21:00Z"],
    ],
    [
      "a gap that ends at midnight: at its end, on the next day",
      "30 23 * * *",
      "America/Nuuk",
      "2027-03-27T12:00:00Z",
      ["2027-03-28T01:00Z", "2027-03-29T00:30Z"],
    ],
    [
      "a date whose time lies in a gap that ends at midnight: in that year too",
      "30 23 27 3 *",
      "America/Scoresbysund",
      "2027-03-27T12:00:00Z",
      ["2027-03-28T01:00Z", "2028-03-28T00:30Z"],
    ],
    [
      "a day of the week whose time lies in a gap that ends at midnight: in that week too",
      "30 23 * * 6",
      "America/Nuuk",
      "2027-03-27T12:00:00Z",
      ["2027-03-28T01:00Z", "2027-04-04T00:30Z"],
    ],
    [
      "a fixed midnight that comes twice: the first only",
      "30 0 * * *",
      "America/Havana",
      "2027-11-06T12:00:00Z",
      ["2027-11-07T04:30Z", "2027-11-08T05:30Z"],
    ],
    [
      "a day that a country left out: at its end",
      "0 12 * * *",
      "Pacific/Apia",
      "2011-12-30T00:00:00Z",
      ["2011-12-30T10:00Z", "2011-12-30T22:00Z"],
    ],
    [
      "a day of the month or a day of the week: either",
      "0 0 13 * FRI",
      "UTC",
      "2026-01-08T12:00:00Z",
      ["2026-01-09T00:00Z", "2026-01-13T00:00Z", "2026-01-16T00:00Z"],
    ],
    ["the leap day", "0 12 29 2 *", "UTC", "2026-01-01T00:00:00Z", ["2028-02-29T12:00Z"]],
    ["the last day of the month", "0 0 L * *", "Asia/Kolkata", "2026-02-01T00:00:00Z", ["2026-02-27T18:30Z"]],
  ])("%s", (_name, pattern, timeZone, after, expected) => {
    expect(ticks(cron(pattern, timeZone), after, expected.length)).toEqual(expected);
  });

  test("include the start day and the end day in the schedule's own zone", () => {
    const timing = cron("0 */12 * * *", "Asia/Tokyo", "2026-05-02", "2026-05-03");
    expect(ticks(timing, "2026-01-01T00:00:00Z", 9)).toEqual([
      "2026-05-01T15:00Z",
      "2026-05-02T03:00Z",
      "2026-05-02T15:00Z",
      "2026-05-03T03:00Z",
    ]);
  });

  test("tick at the end of a gap that ends the last day, which does not belong to the next one", () => {
    const lastDay = cron("30 23 * * *", "America/Nuuk", null, "2027-03-27");
    expect(ticks(lastDay, "2027-03-27T12:00:00Z", 2)).toEqual(["2027-03-28T01:00Z"]);
    const nextDay = cron("30 23 * * *", "America/Nuuk", "2027-03-28");
    expect(ticks(nextDay, "2027-03-27T12:00:00Z", 1)).toEqual(["2027-03-29T00:30Z"]);
  });

  test("have no tick after the end day", () => {
    expect(
      findNextTick(cron("* * * * *", "UTC", null, "2020-12-31"), new Date("2026-01-01")),
    ).toBeUndefined();
  });

  test.each([
    "* * * * * *",
    "* * * *",
    "@daily",
    "2026-01-01T00:00:00",
    "61 * * * *",
    "a b c d e",
    "",
    "* * * * * * *",
  ])("%j is rejected: it does not have five valid fields", (pattern) =>
    expect(findPatternProblem(pattern)).toMatch(/five fields/),
  );

  test.each([
    ["0 25 * * *", '"25" is not a valid hour (0 to 23)'],
    ["61 * * * *", '"61" is not a valid minute (0 to 59)'],
    ["0 9 32 * *", '"32" is not a valid day of month (1 to 31)'],
    ["0 9 * 13 *", '"13" is not a valid month (1 to 12)'],
    ["0 9 * * 8", '"8" is not a valid day of week (0 to 7, Sunday being 0 and 7)'],
    ["*/0 * * * *", '"*/0" is not a valid minute (0 to 59)'],
  ])("%s is reported with the invalid field", (pattern, what) => {
    expect(findPatternProblem(pattern)).toContain(`"${pattern}": ${what}; a cron expression has five fields`);
  });

  test("a pattern that never matches is rejected", () => {
    expect(findPatternProblem("0 0 30 2 *")).toBe(
      '"0 0 30 2 *" names a time that never comes: its month has no such day.',
    );
    expect(findPatternProblem("0 0 29 2 *")).toBeUndefined();
  });
});

describe("interval dates", () => {
  test("tick once each, in chronological order, whatever their order in the list", () => {
    const times = [
      at("2026-06-01 10:00:30", "Europe/Berlin"),
      at("2026-05-01 10:00"),
      at("2020-01-01 00:00"),
    ];
    expect(ticks({ type: "interval", times }, "2026-01-01T00:00:00Z", 5)).toEqual([
      "2026-05-01T10:00Z",
      "2026-06-01T08:00:30.000Z",
    ]);
  });

  test("in a gap tick at its end; a repeated time ticks the first time", () => {
    const times = [at("2026-03-29 02:30", "Europe/Berlin"), at("2026-10-25 02:30", "Europe/Berlin")];
    expect(ticks({ type: "interval", times }, "2026-01-01T00:00:00Z", 5)).toEqual([
      "2026-03-29T01:00Z",
      "2026-10-25T00:30Z",
    ]);
  });

  test.each(["America/Nuuk", "America/Scoresbysund"])("in a gap of %s tick on the next day", (timeZone) => {
    const times = [at("2027-03-27 23:30", timeZone), at("2027-03-27 22:59:59", timeZone)];
    expect(ticks({ type: "interval", times }, "2026-01-01T00:00:00Z", 5)).toEqual([
      "2027-03-28T00:59:59.000Z",
      "2027-03-28T01:00Z",
    ]);
  });
});

test("time zones are IANA names", () => {
  expect(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"].map(isTimeZone)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["Mars/Base", "+02:00", "", "Europe/Berlin\n"].map(isTimeZone)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("days follow the calendar", () => {
  expect([
    isScheduleDay(2028, 2, 29),
    isScheduleDay(2026, 2, 29),
    isScheduleDay(2026, 13, 1),
    isScheduleDay(2026, 4, 31),
  ]).toEqual([true, false, false, false]);
});
