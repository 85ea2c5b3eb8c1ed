import { expect, test } from "vitest";
import { storableJson, storableText, storableValue } from "./storable-text.ts";

test.each([
  ["a\0b", "a\ufffdb"],
  ["a\ud800", "a\ufffd"],
  ["\udc00a", "\ufffda"],
  ["Zoë 🙂", "Zoë 🙂"],
  ["", ""],
])("%j is stored as %j", (text, stored) => {
  expect(storableText(text)).toBe(stored);
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
  expect(JSON.parse(storableJson(JSON.stringify(value)))).toEqual(stored);
});

test("a value keeps its shape, and is the same where nothing has to be replaced", () => {
  const clean = { a: ["Zoë 🙂", 1, null, { b: true }], until: new Date(0) };
  expect(storableValue(clean)).toBe(clean);
  const value = { ok: clean, "k\0": ["x\0", { y: "\ud800" }] };
  const stored = storableValue(value);
  expect(stored).toEqual({ ok: clean, "k\ufffd": ["x\ufffd", { y: "\ufffd" }] });
  expect(stored.ok).toBe(clean);
});

test("a value that is nested too deeply is left as it is", () => {
  let deep: unknown = "\0";
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(storableValue(deep)).toBe(deep);
});
