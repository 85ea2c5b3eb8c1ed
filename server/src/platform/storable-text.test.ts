import { expect, test } from "vitest";
import { toStorableJson, toStorableText } from "./storable-text.ts";

test.each([
  ["a\0b", "a\ufffdb"],
  ["a\ud800", "a\ufffd"],
  ["\udc00a", "\ufffda"],
  ["Zoë 🙂", "Zoë 🙂"],
  ["", ""],
])("%j is stored as %j", (text, stored) => {
  expect(toStorableText(text)).toBe(stored);
});

test.each([
  [{ a: "x\0y" }, { a: "x\ufffdy" }],
  [{ "a\0": ["\ud800", "\udfff"] }, { "a\ufffd": ["\ufffd", "\ufffd"] }],
  [
    ["\\u0000", "\\\\\0", "\\"],
    ["\\u0000", "\\\\\ufffd", "\\"],
  ],
  [
    ["Zoë 🙂", "\u0001"],
    ["Zoë 🙂", "\u0001"],
  ],
])("the JSON of %j is stored as that of %j", (value, stored) => {
  expect(JSON.parse(toStorableJson(JSON.stringify(value)))).toEqual(stored);
});
