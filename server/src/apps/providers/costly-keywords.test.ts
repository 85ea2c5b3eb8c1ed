import { expect, test } from "vitest";
import { hasCostlyKeyword, removeCostlyKeywords } from "./costly-keywords.ts";

const cheap = {
  type: "object",
  properties: {
    // Properties named like the keywords.
    pattern: { type: "string", maxLength: 5 },
    uniqueItems: { type: "array", uniqueItems: false },
  },
};

test.each([
  ["an expression", { items: { pattern: "(a+)+$" } }],
  ["expressions for names", { anyOf: [{ patternProperties: { "(a+)+$": {} } }] }],
  ["comparing all items", { properties: { list: { uniqueItems: true } } }],
])("%s is found, and taken out wherever it stands", (_what, costly) => {
  const schema = { ...cheap, not: costly };
  expect(hasCostlyKeyword(schema)).toBe(true);
  const left = removeCostlyKeywords(schema);
  expect(hasCostlyKeyword(left)).toBe(false);
  expect(left).toMatchObject(cheap);
});

test("a schema without them stays as it is", () => {
  expect(hasCostlyKeyword(cheap)).toBe(false);
  expect(removeCostlyKeywords(cheap)).toEqual(cheap);
});
