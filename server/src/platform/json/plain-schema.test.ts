import { expect, test } from "vitest";
import { hasCostlyKeyword, isCostlyToCompile, toPlainSchema } from "./plain-schema.ts";
import { compileSchema } from "./schema-check.ts";
import type { SchemaPart } from "./schema-parts.ts";

test("references of all kinds become paths, and parts have no names of their own", () => {
  const node: SchemaPart = {
    $anchor: "node",
    $comment: "…",
    title: "Node",
    "x-more": { $id: "x" },
    type: "object",
    properties: { next: { $dynamicRef: "#node" }, root: { $recursiveRef: "#" }, $id: { type: "string" } },
  };
  const root: SchemaPart = { $id: "https://example.com/a", $ref: "#/$defs/node", $defs: { node, other: {} } };
  const properties = { next: { $ref: "#/$defs/0" }, root: { $ref: "#" }, $id: { type: "string" } };
  expect(toPlainSchema(root)).toEqual({ $ref: "#/$defs/0", $defs: { 0: { type: "object", properties } } });
});

test("several references of one part all apply", () => {
  const $defs: SchemaPart = { a: { minimum: 1 }, b: { $anchor: "b", maximum: 2 } };
  const check = compileSchema(
    toPlainSchema({ $ref: "#/$defs/a", $dynamicRef: "#b", allOf: [{ type: "number" }], $defs }),
  );
  expect([0, 1, 2, 3, "x"].map((value) => check(value) === undefined)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

test("constants stay as they are, whatever is in them", () => {
  const constant = { $id: "x", $anchor: "y", title: "z" };
  const check = compileSchema(toPlainSchema({ anyOf: [{ const: constant }, { enum: [[constant]] }] }));
  expect([check(constant), check([constant])]).toEqual([undefined, undefined]);
  expect(check({})).toBeDefined();
});

test("references that cannot be followed are errors", () => {
  expect(() => toPlainSchema({ $ref: "#/$defs/a" })).toThrow(
    "it refers to #/$defs/a, which is not part of it",
  );
  const part = { $id: "https://example.com/part", items: { $ref: "#" } };
  expect(() => toPlainSchema({ properties: { part } })).toThrow("from a part with an $id of its own");
});

test("only what is referred to counts towards the cost of compiling", () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`d${i}`, { type: "string" }]));
  expect(isCostlyToCompile({ $defs: many })).toBe(false);
  expect(isCostlyToCompile({ properties: many })).toBe(true);
  expect(isCostlyToCompile({ $ref: "#/$defs/all", $defs: { all: { properties: many } } })).toBe(true);
});

test.each<[string, SchemaPart, unknown]>([
  ["an expression", { items: { pattern: "(a+)+$" } }, ["b"]],
  [
    "expressions for names",
    { patternProperties: { "(a+)+$": { type: "string" } }, additionalProperties: false },
    { b: 1 },
  ],
  ["comparing all items", { properties: { list: { uniqueItems: true } } }, { list: [1, 1] }],
])("%s is found, and left out where only cheap keywords are kept", (_what, costly, value) => {
  expect(hasCostlyKeyword({ not: costly })).toBe(true);
  expect(compileSchema(toPlainSchema(costly))(value)).toBeDefined();
  const cheap = toPlainSchema(costly, "cheap");
  expect([hasCostlyKeyword(cheap), compileSchema(cheap)(value)]).toEqual([false, undefined]);
});

test("properties may be named like costly keywords", () => {
  const named: SchemaPart = {
    properties: {
      pattern: { type: "string", maxLength: 5 },
      uniqueItems: { type: "array", uniqueItems: false },
    },
    additionalProperties: false,
  };
  expect(hasCostlyKeyword(named)).toBe(false);
  const check = compileSchema(toPlainSchema(named, "cheap"));
  expect([check({ pattern: "x" }), check({ pattern: 5 }), check({ other: 1 })]).toEqual([
    undefined,
    "pattern must be a string, but is 5",
    'The input must not have the property "other"',
  ]);
});
