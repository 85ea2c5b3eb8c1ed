import { expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { hashJson } from "../intake/fingerprint.ts";
import { listEventFields, parseShape } from "./event-fields.ts";

test("the fields of an example are its paths with their types, parents first", () => {
  const sample = { id: 7, buyer: { name: "Ada", vip: true, address: {} }, lines: [{ sku: "a" }], note: null };
  expect(listEventFields(sample).map(({ key, type }) => `${key}: ${type}`)).toEqual([
    "id: number",
    "buyer: object",
    "buyer.name: text",
    "buyer.vip: boolean",
    "buyer.address: object",
    "lines: array",
    "note: text",
  ]);
});

test("a payload is described by an object, by JSON text, by a list of fields or by a map", () => {
  const fields = [{ key: "order.id", type: "number" }];
  expect(parseShape({ response: { a: 1 } })).toEqual({
    fields: [{ key: "a", type: "number" }],
    sample: { a: 1 },
  });
  expect(parseShape({ response: '{"a":1}' })).toEqual(parseShape({ response: { a: 1 } }));
  expect(parseShape({ response: fields })).toEqual({ fields, sample: null });
  expect(parseShape({ model: { "order.id": "integer" } })).toEqual({ fields, sample: null });
  expect(parseShape({})).toBeUndefined();
});

test.each([
  ["{", /not valid JSON/],
  ["[1]", /must be an object/],
  ["null", /must be an object/],
  ['{"__proto__":1}', /__proto__/],
  ['{"a":"\\u0000"}', /NUL/],
  [[{ key: "a" }], /response\.0\.type must be one of/],
  [[{ key: "a", type: "constructor" }], /must be one of/],
  [[{ type: "text" }], /must have the fields key and type/],
  [{ ["k".repeat(501)]: 1 }, /at most 500/],
  [Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, 1])), /at most 1000/],
])("response %j is rejected", (response, message) => {
  expect(() => parseShape({ response })).toThrow(message);
});

test("a fingerprint ignores the order of keys and nothing else", () => {
  expect(hashJson({ a: 1, b: [{ c: null, d: "x" }] })).toBe(hashJson({ b: [{ d: "x", c: null }], a: 1 }));
  const values: Json[] = [
    { a: 1 },
    { a: "1" },
    { a: [1] },
    { 'a":': 1 },
    [["a", 1]],
    { a: null },
    {},
    [],
    null,
    "",
    "null",
  ];
  expect(new Set(values.map(hashJson)).size).toBe(values.length);
});
