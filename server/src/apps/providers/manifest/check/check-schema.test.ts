import { expect, test } from "vitest";
import { measureCpu } from "../../../../../test/cpu-time.ts";
import { measureSchema } from "../../../../platform/json/schema-size.ts";
import type { JsonSchema } from "../../../connector.ts";
import { createInputCheck } from "../input/input-check.ts";
import { findSchemaProblems } from "./check-schema.ts";

const of = (schema: JsonSchema) => findSchemaProblems(["input"], schema, "api").map(({ message }) => message);
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
  expect(of(choices(600))).toEqual(["must not have more than 500 objects and lists, including references"]);
  expect(of(choices(400))).toEqual([]);
  let deep: JsonSchema = { type: "string" };
  for (let i = 0; i < 100; i++) deep = { not: deep };
  expect(of(deep)).toEqual(["must not be deeper than 32 levels, including references"]);
});

test("a schema of another draft is read as one of 2020-12; one that would be checked later is none", async () => {
  const draft = "http://json-schema.org/draft-07/schema#";
  expect(of({ $schema: draft, type: "object", required: ["a"] })).toEqual([]);
  expect(await createInputCheck({ $schema: draft, type: "object", required: ["a"] })({})).toBe(
    'The input must have "a"',
  );
  expect(of({ $schema: draft, type: "array", items: [{ type: "string" }] })).toEqual([
    expect.stringContaining("is not a JSON Schema"),
  ]);
  expect(of({ $schema: 5 })).toEqual(["is not a JSON Schema: its $schema must be a string"]);
  expect(of({ $async: true, type: "object" })).toEqual(["may not use $async"]);
});

test("an anchor counts as what it stands at", () => {
  const defs: Record<string, JsonSchema> = { d20: { $anchor: "a20", type: "string" } };
  for (let i = 0; i < 20; i++) {
    const next = { $ref: `#a${i + 1}` };
    defs[`d${i}`] = { $anchor: `a${i}`, allOf: [next, next] };
  }
  expect(of({ $ref: "#a0", $defs: defs })).toHaveLength(1);
  expect(of({ $ref: "#a20", $defs: { d20: { $anchor: "a20", type: "string" } } })).toEqual([]);
  expect(of({ $ref: "#none" })).toEqual(["refers to #none, which is not part of it"]);
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
  expect(measureSchema(tree, 100).parts).toBe(4);
});

test("a large input is checked or refused within a moment, without filling the memory", async () => {
  const list = Array.from({ length: 500_000 }, () => 1);
  const check = createInputCheck(choices(400));
  await check({});
  const cpuMs = measureCpu();
  expect(await check({ list })).toMatch(/^The input is too large/);
  expect(await createInputCheck({ properties: { list: { maxItems: 5 } } })({ list: list.slice(4e5) })).toBe(
    "list must have at most 5 entries",
  );
  expect(cpuMs()).toBeLessThan(5000);
});

test("what may not be there is named", async () => {
  const check = createInputCheck({
    properties: { part: { additionalProperties: false, properties: { a: {} } } },
  });
  expect(await check({ part: { a: 1, b: 2 } })).toBe('part must not have the property "b"');
});
