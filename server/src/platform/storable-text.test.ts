import { expect, test } from "vitest";
import { storableText } from "./storable-text.ts";

test.each([
  ["a\0b", "a\ufffdb"],
  ["a\ud800", "a\ufffd"],
  ["\udc00a", "\ufffda"],
  ["Zoë 🙂", "Zoë 🙂"],
  ["", ""],
])("%j is stored as %j", (text, stored) => {
  expect(storableText(text)).toBe(stored);
});
