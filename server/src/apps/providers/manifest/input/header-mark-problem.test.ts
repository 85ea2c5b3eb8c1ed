import { expect, test } from "vitest";
import type { JsonObject, JsonSchema } from "../../../connector.ts";
import { findHeaderMarkProblem } from "./header-mark-problem.ts";

const marked = (mark: JsonObject[string], type: JsonObject[string] = "string") => ({
  type,
  "x-mcp-header": mark,
});
const of = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});

test.each([
  ["none", of({ region: { type: "string" } })],
  [
    "marks of different names, at any depth",
    of({ a: marked("Region"), b: of({ c: marked("Q", "integer") }) }),
  ],
  ["a property that is called so", of({ "x-mcp-header": { type: "object" } })],
])("in order: %s", (_what, schema) => {
  expect(findHeaderMarkProblem(schema)).toBeUndefined();
});

test.each([
  ["a blank in it", of({ a: marked("Bad Name") }), 'is not a header name: "Bad Name"'],
  ["nothing in it", of({ a: marked("") }), 'is not a header name: ""'],
  ["a number", of({ a: marked(5) }), "is not a header name: 5"],
  ["an object's", of({ a: marked("A", "object") }), "type string, integer or boolean"],
  ["a number's", of({ a: marked("A", "number") }), "type string, integer or boolean"],
  ["no type's", of({ a: { "x-mcp-header": "A" } }), "type string, integer or boolean"],
  ["the same name in other letters", of({ a: marked("Q"), b: marked("q") }), '"q" twice'],
  ["the whole", of({}, { "x-mcp-header": "A" }), "only on properties that"],
  ["of an item", of({ a: { type: "array", items: marked("A") } }), "only on properties that"],
  ["of a choice", of({}, { anyOf: [of({ a: marked("A") })] }), "only on properties that"],
  ["of a definition", of({}, { $defs: { a: marked("A") } }), "only on properties that"],
])("not in order: %s", (_what, schema, problem) => {
  expect(findHeaderMarkProblem(schema)).toContain(problem);
});
