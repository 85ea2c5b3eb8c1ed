import { expect, test } from "vitest";
import { formatJson, parseJson } from "./json-text.ts";

test("a text is indented, and its numbers stay as they are written", () => {
  const text = `{"id":12345678901234567890,"rate":0.12345678901234567891,"small":1.50,"list":[1]}`;
  expect(formatJson(text)).toBe(
    `{\n  "id": 12345678901234567890,\n  "rate": 0.12345678901234567891,\n  "small": 1.50,\n  "list": [\n    1\n  ]\n}`,
  );
});

test("without long numbers the value is plain", () => {
  expect(parseJson(`{"n":1.5,"text":"1234567890"}`)).toEqual({ n: 1.5, text: "1234567890" });
});

test("a value with a long number is sent as it is written", () => {
  expect(JSON.stringify(parseJson(`{"id":9007199254740993}`))).toBe(`{"id":9007199254740993}`);
});

test.for(["", "{", "1 2", "undefined"])("%j is no JSON and stays as it is", (text) => {
  expect(parseJson(text)).toBeUndefined();
  expect(formatJson(text)).toBe(text);
});
