import { expect, test } from "vitest";
import { MOST_LEVELS, MOST_VALUES, parseForeignJson, ShapeError } from "./json-shape.ts";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test.each([
  ["as many levels as there may be", nested(MOST_LEVELS)],
  ["as many values as there may be", `[${Array(MOST_VALUES - 1).fill(0)}]`],
  [
    "brackets and commas in texts",
    JSON.stringify({ a: "[".repeat(5000), b: ",".repeat(200_000), c: '\\"[' }),
  ],
  ["texts that end with backslashes", JSON.stringify(["\\".repeat(5001), "\\", '"[['.repeat(3000)])],
])("%s are accepted", (_name, text) => {
  const padded = text.padEnd(5000);
  expect(JSON.stringify(parseForeignJson(padded))).toBe(JSON.stringify(JSON.parse(padded)));
});

test.each([
  ["one level more", nested(MOST_LEVELS + 1), "is nested deeper than 200 levels"],
  ["levels without end", "[".repeat(1_000_000), "is nested deeper than 200 levels"],
  ["one value more", `[${Array(MOST_VALUES).fill(0)}]`, "holds more than 100,000 values"],
  ["lists of lists", `[${Array(60_000).fill("[]")}]`, "holds more than 100,000 values"],
])("%s are rejected before anything is built", (_name, text, message) => {
  expect(() => parseForeignJson(text.padEnd(5000))).toThrow(ShapeError);
  expect(() => parseForeignJson(text.padEnd(5000))).toThrow(message);
});

test.each(['{"a":1', '"'.padEnd(5000, "x"), `[${'"\\"'.repeat(2000)}`, "nothing"])(
  "invalid JSON is a SyntaxError: %j",
  (text) => {
    expect(() => parseForeignJson(text)).toThrow(SyntaxError);
  },
);
