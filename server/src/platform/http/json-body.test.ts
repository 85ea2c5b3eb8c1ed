import { expect, test } from "vitest";
import { ApiError } from "../errors.ts";
import { parseJsonBody, parseRequestBody, validateText } from "./json-body.ts";

test.each(["", " ", "\r\n\t"])("an empty body (%j) counts as missing", (text) => {
  expect(parseJsonBody(text)).toBeUndefined();
});

test.each([
  ["null", null],
  ["0", 0],
  ['"x"', "x"],
  ["[]", []],
  ['{"a":{"b":[1,"é🔑",null,true]}}', { a: { b: [1, "é🔑", null, true] } }],
  ['{"constructor":"Jim","prototype":1}', { constructor: "Jim", prototype: 1 }],
])("reads %s", (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

test.each([
  ["{", "not valid JSON"],
  ["{'a':1}", "not valid JSON"],
  ["undefined", "not valid JSON"],
  ['{"a":1}{"b":2}', "not valid JSON"],
  ['"a\\u0000b"', "NUL"],
  ['{"a\\u0000b":1}', "NUL"],
  ['["\\ud800"]', "surrogate"],
  ['{"\\udfff":1}', "surrogate"],
  ['{"__proto__":{"admin":true}}', '"__proto__" is not allowed'],
  ['{"a":[{"__proto__":1}]}', '"__proto__" is not allowed'],
  ['{"constructor":{"prototype":{"admin":true}}}', '"constructor" is not allowed'],
  ['{"udf":{"size":1e400}}', "number that is too large"],
  ["[-1e999]", "number that is too large"],
])("rejects %s with a 400", (text, message) => {
  const refused = () => parseJsonBody(text);
  expect(refused).toThrow(ApiError);
  expect(refused).toThrow(message);
});

test("64 levels are allowed", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseJsonBody(nested(64))).toBeInstanceOf(Array);
  expect(() => parseJsonBody(nested(65))).toThrow("nested deeper than 64 levels");
  expect(() => parseJsonBody(nested(500_000))).toThrow("nested deeper than 64 levels");
});

test("a request body has a bounded number of values, which are counted before anything is built", () => {
  const members = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"key${index}":0`).join(",")}}`;
  expect(parseRequestBody(members(70_000))).toMatchObject({ key69999: 0 });
  for (const many of [
    members(90_000),
    `[${Array(160_000).fill(0)}]`,
    `{"a":[${Array(100_000).fill("[]")}]}`,
  ]) {
    expect(() => parseRequestBody(many)).toThrow(ApiError);
    expect(() => parseRequestBody(many)).toThrow("The request body holds more than 150,000 values.");
  }
  // Not even looked at by the parser, which would find it wrong.
  expect(() => parseRequestBody("[".repeat(900_000))).toThrow("nested deeper than 64 levels");
  expect(() => parseRequestBody("[1,")).toThrow("not valid JSON");
});

test("text from an address or a header is checked the same way", () => {
  expect(() => validateText("ok é 🔑")).not.toThrow();
  expect(() => validateText("a\0")).toThrow("NUL");
  expect(() => validateText("\ud800")).toThrow("surrogate");
});
