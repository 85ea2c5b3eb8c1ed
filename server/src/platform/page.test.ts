import { expect, test } from "vitest";
import { envelope, pageOf } from "./page.ts";

test("the first ten rows by default", () => {
  expect(pageOf({})).toEqual({ page: 1, limit: 10, offset: 0 });
});

test("a limit above 100 is treated as 100", () => {
  expect(pageOf({ page: 3, limit: 1e9 })).toEqual({ page: 3, limit: 100, offset: 200 });
});

test("the envelope of a page in the middle names its neighbours (spec 2.6)", () => {
  expect(envelope(pageOf({ page: 2, limit: 10 }), 25)).toEqual({
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
  expect(envelope(pageOf({}), totalDocs).totalPages).toBe(totalPages);
  expect(envelope(pageOf({ page: totalPages }), totalDocs)).toMatchObject({
    hasNextPage: false,
    nextPage: null,
  });
});

test("the first page has no previous one", () => {
  expect(envelope(pageOf({}), 100)).toMatchObject({ hasPrevPage: false, prevPage: null });
});
