import { expect, test } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import { parseDuration } from "../file/duration.ts";
import { compareValue } from "./compare.ts";
import { findPairs } from "./find-pairs.ts";
import { validateMatchers } from "./matchers.ts";

const fits = (expected: unknown, actual: unknown) =>
  compareValue(expected, actual as Json | undefined).length === 0;

test.each([
  ["an object with more members", { a: 1 }, { a: 1, b: 2 }, true],
  ["another value", { a: 1 }, { a: 2 }, false],
  ["a longer list", [1], [1, 2], false],
  ["a list in another order", [1, 2], [2, 1], false],
  ["null for null alone", { a: null }, {}, false],
  ["a number as text", 1, "1", false],
  ["members of $exactly", { $exactly: { a: { b: 1 } } }, { a: { b: 1 } }, true],
  ["a deeper member beside those of $exactly", { $exactly: { a: { b: 1 } } }, { a: { b: 1, c: 2 } }, false],
  ["a text that $matches", { $matches: "^Paid" }, "Paid 5", true],
  ["a text that does not", { $matches: "^Paid" }, "Not Paid", false],
  ["a number for $matches", { $matches: "5" }, 5, false],
  ["a part of a text", { $contains: "aid" }, "Paid", true],
  ["an item of a list, in part", { $contains: { a: 1 } }, [{ a: 2 }, { a: 1, b: 1 }], true],
  ["each item, in any order", { $contains: [3, 1] }, [1, 2, 3], true],
  ["a missing item", { $contains: [3, 4] }, [1, 2, 3], false],
  ["anything, null included", { a: { $any: true } }, { a: null }, true],
  ["nothing for $any", { a: { $any: true } }, {}, false],
  ["nothing for $absent", { a: { $absent: true } }, {}, true],
  ["null for $absent", { a: { $absent: true } }, { a: null }, false],
])("%s", (_name, expected, actual, result) => {
  expect(fits(expected, actual)).toBe(result);
});

test("each place that differs is named", () => {
  expect(compareValue({ a: [1, { b: 2 }], c: 3 }, { a: [1, { b: 4 }] })).toEqual([
    { path: ["a", 1, "b"], expected: "2", actual: 4 },
    { path: ["c"], expected: "3", actual: undefined },
  ]);
});

test.each([
  [{ a: { $match: "x" } }, "is no matcher"],
  [{ $matches: "(" }, "$matches is no regular expression"],
  [{ $any: 1 }, "$any must be true"],
  [{ a: [{ $contains: { $matches: 5 } }] }, "$matches must be a regular expression as text"],
])("a matcher that means nothing is refused: %o", (value, message) => {
  expect(validateMatchers(value)).toEqual([
    expect.objectContaining({ message: expect.stringContaining(message) }),
  ]);
});

test("pairs are found in any order, so that as many as possible fit", () => {
  const count = (expected: readonly string[], actual: string) => (expected.includes(actual) ? 0 : 1);
  const found = findPairs([["a", "b"], ["a"]], ["a", "b"], count);
  expect(found.pairs.map(([, actual]) => actual)).toEqual(["b", "a"]);
  const rest = findPairs([["a"], ["c"]], ["b", "a", "d"], (one, other) =>
    other === "d" ? undefined : count(one, other),
  );
  expect(rest).toEqual({
    pairs: [
      [["a"], "a", 0],
      [["c"], "b", 1],
    ],
    missing: [],
    extra: ["d"],
  });
});

test.each([
  ["3 days", 259_200_000],
  ["1 hour 30 minutes", 5_400_000],
  ["1 h, 5 s", 3_605_000],
  ["90s", 90_000],
  ["0.5 s", 500],
  ["2 weeks and 1 day", 1_296_000_000],
  ["3 dies", undefined],
  ["3", undefined],
  ["", undefined],
  ["soon", undefined],
])("a period: %s", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
