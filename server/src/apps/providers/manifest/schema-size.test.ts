import { expect, test } from "vitest";
import type { JsonSchema } from "../../connector.ts";
import { checkSchema } from "./check-schema.ts";
import { lazyInputCheck } from "./input-check.ts";
import { sizeOfSchema } from "./schema-size.ts";

const of = (schema: JsonSchema) => checkSchema(["input"], schema, "api").map(({ message }) => message);
const choices = (count: number): JsonSchema => ({
  type: "object",
  properties: {
    list: { type: "array", items: { anyOf: Array.from({ length: count }, () => ({ minLength: 2 })) } },
  },
});

test("a schema that comes over the API may not compare all items, be huge, or be deep", () => {
  expect(of({ type: "array", uniqueItems: true })).toEqual([
    "may not use pattern, patternProperties or uniqueItems",
  ]);
  expect(of({ type: "object", properties: { uniqueItems: { type: "boolean" } } })).toEqual([]);
  expect(of(choices(600))).toEqual(["may not have more than 500 objects and lists, references followed"]);
  expect(of(choices(400))).toEqual([]);
  let deep: JsonSchema = { type: "string" };
  for (let i = 0; i < 100; i++) deep = { not: deep };
  expect(of(deep)).toEqual(["may not be deeper than 32 levels, references followed"]);
});

test("references count as what they lead to, and one to itself counts once", () => {
  const defs: Record<string, JsonSchema> = { d20: { type: "string" } };
  for (let i = 0; i < 20; i++) {
    const next = { $ref: `#/$defs/d${i + 1}` };
    defs[`d${i}`] = { allOf: [next, next] };
  }
  expect(of({ $ref: "#/$defs/d0", $defs: defs })).toHaveLength(1);
  const tree: JsonSchema = { type: "object", properties: { left: { $ref: "#" }, right: { $ref: "#" } } };
  expect(of(tree)).toEqual([]);
  expect(sizeOfSchema(tree, 100).parts).toBe(4);
});

test("a large input is checked or refused within a moment, without filling the memory", () => {
  const list = Array.from({ length: 500_000 }, () => 1);
  const check = lazyInputCheck(choices(400));
  check({});
  const start = performance.now();
  expect(check({ list })).toMatch(/^The input holds more than \d+ values/);
  expect(lazyInputCheck({ properties: { list: { items: { type: "string" } } } })({ list })).toBe(
    "list.0 must be string",
  );
  expect(performance.now() - start).toBeLessThan(2000);
});
