import { describe, expect, test } from "vitest";
import { findExpressions, getCompletions, getInsertion, openExpression, pathAtEnd } from "./template.ts";

test("expressions end at the first closing braces, as the server reads them", () => {
  expect(findExpressions("a {{ input.x }} b {{ {a: {b: 1}} }} c {{ open")).toEqual([
    { from: 2, to: 15, source: "input.x" },
    { from: 18, to: 32, source: "{a: {b: 1" },
  ]);
});

test.each([
  ["{{ input.", " input."],
  ["{{ a }} {{ b", " b"],
  ["{{ a }} text", undefined],
  ["no braces", undefined],
])("in %j the open expression is %j", (before, open) => {
  expect(openExpression(before)).toBe(open);
});

describe("the path at the cursor", () => {
  test.each([
    ["", { base: [], typed: "" }],
    ["1 + ", { base: [], typed: "" }],
    ["inp", { base: [], typed: "inp" }],
    ["input.", { base: ["input"], typed: "" }],
    ["a + input.lines[0].sk", { base: ["input", "lines", "0"], typed: "sk" }],
    ['node["get-it"].body.', { base: ["node", "get-it", "body"], typed: "" }],
    ["node.get-it.bo", { base: ["node", "get-it"], typed: "bo" }],
    ["input?.name", { base: ["input"], typed: "name" }],
    ["input.lines[0]", undefined],
    ["input.lines.map(x).", undefined],
    ["(a).b", undefined],
  ])("in %j is %j", (code, path) => {
    expect(pathAtEnd(code)).toEqual(path);
  });
});

describe("completions of a path", () => {
  const data = { input: { sku: "A-1", "odd key": null, lines: [1, 2] }, node: {} };

  test("are the members of the current data, with their values", () => {
    expect(getCompletions(data, { base: ["input"], typed: "" })).toEqual([
      { label: "sku", insert: "sku", replacesDot: false, detail: '"A-1"' },
      { label: "odd key", insert: '["odd key"]', replacesDot: true, detail: "null" },
      { label: "lines", insert: "lines", replacesDot: false, detail: "[2]" },
    ]);
  });

  test("are empty without data, and include a list's length", () => {
    expect(getCompletions(data, { base: ["nothing"], typed: "" })).toEqual([]);
    expect(getCompletions(data, { base: ["input", "constructor"], typed: "" })).toEqual([]);
    expect(getCompletions(data, { base: ["input", "lines"], typed: "" })).toMatchObject([
      { label: "length" },
    ]);
  });
});

test.each([
  ["template", "Hello ", "{{ input.a }}"],
  ["template", "Hello {{ ", "input.a"],
  ["json", '{"a": ', '"{{ input.a }}"'],
  ["json", '{"a": "x', "{{ input.a }}"],
  ["json", '{"a": "\\"', "{{ input.a }}"],
  ["javascript", "return ", "input.a"],
] as const)("in %s after %j a picked value is %j", (language, before, inserted) => {
  expect(getInsertion(language, before, "input.a")).toBe(inserted);
});
