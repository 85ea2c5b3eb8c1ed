import { expect, test } from "vitest";
import { buildEnvelope, parseLongPage, parsePage, parseQueryDate, parseQueryEndDate } from "./page.ts";

test("the first ten rows by default", () => {
  expect(parsePage({})).toEqual({ page: 1, limit: 10, offset: 0 });
});

test("a limit above 100 is treated as 100", () => {
  expect(parsePage({ page: 3, limit: 1e9 })).toEqual({ page: 3, limit: 100, offset: 200 });
});

test("the envelope of a middle page names its neighbors (spec 2.6)", () => {
  expect(buildEnvelope(parsePage({ page: 2, limit: 10 }), 25)).toEqual({
    totalDocs: 25,
    limit: 10,
    totalPages: 3,
    page: 2,
    pagingCounter: 11,
    hasPrevPage: true,
    hasNextPage: true,
    prevPage: 1,
    nextPage: 3,
  });
});

test.each([
  { totalDocs: 0, totalPages: 1 },
  { totalDocs: 10, totalPages: 1 },
  { totalDocs: 11, totalPages: 2 },
])("$totalDocs rows make $totalPages page(s), and the last has no next one", ({ totalDocs, totalPages }) => {
  expect(buildEnvelope(parsePage({}), totalDocs).totalPages).toBe(totalPages);
  expect(buildEnvelope(parsePage({ page: totalPages }), totalDocs)).toMatchObject({
    hasNextPage: false,
    nextPage: null,
  });
});

test("the first page has no previous one", () => {
  expect(buildEnvelope(parsePage({}), 100)).toMatchObject({ hasPrevPage: false, prevPage: null });
});

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
  ["2026-01-31T09:30", "2026-01-31T09:30:00.000Z", "2026-01-31T09:30:00.001Z"],
  ["2026-01-31T09:30:00.5+02:00", "2026-01-31T07:30:00.500Z", "2026-01-31T07:30:00.501Z"],
  ["0001-01-01", "0001-01-01T00:00:00.000Z", "0001-01-02T00:00:00.000Z"],
  ["9999-12-31", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
])("%s begins at %s and ends before %s", (text, from, until) => {
  expect(parseQueryDate("start_date", text)?.toISOString()).toBe(from);
  expect(parseQueryEndDate("end_date", text)?.toISOString()).toBe(until);
});

test("no date is no limit", () => {
  for (const text of ["", undefined]) {
    expect(parseQueryDate("start_date", text)).toBeUndefined();
    expect(parseQueryEndDate("end_date", text)).toBeUndefined();
  }
});

test.each([
  "0000-01-01",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-01:00",
  "-000001-01-01T00:00:00Z",
  "+200000-01-01T00:00:00Z",
  "2026-02-30",
  "2026-02-31T10:00:00Z",
  "2026-13-01",
  "2026-01-31T25:00:00Z",
  "31 January 2026",
  "2026",
  "1e3",
])("%s is not a date", (text) => {
  expect(() => parseQueryDate("start_date", text)).toThrow("start_date must be a date such as");
  expect(() => parseQueryEndDate("end_date", text)).toThrow("end_date must be a date such as");
});

test("a cursor contains the number of its page and the row before it", () => {
  const after = "7.0123456789abcdef01234567";
  expect(parseLongPage({ page: 2, limit: 20, after })).toEqual({
    page: 7,
    limit: 20,
    offset: 120,
    after: "0123456789abcdef01234567",
  });
  expect(parseLongPage({ page: 2, after: "" })).toEqual(parsePage({ page: 2 }));
});

test.each([
  "0.0123456789abcdef01234567",
  "1",
  "1.xyz",
  "2.0123456789abcdef0123456",
  "1.0123456789ABCDEF01234567",
  "-1.0123456789abcdef01234567",
])("%s is not a cursor", (after) => {
  expect(() => parseLongPage({ after })).toThrow(
    "after must be the nextCursor of another page of this list.",
  );
});
