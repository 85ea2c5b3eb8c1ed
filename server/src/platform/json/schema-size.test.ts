import { expect, test } from "vitest";
import { measureCpu } from "../../../test/cpu-time.ts";
import { toPlainSchema } from "./plain-schema.ts";
import type { SchemaPart } from "./schema-parts.ts";
import { createQuickness, measureSchema, stopAtTooLong, TOO_LONG_TO_CHECK } from "./schema-size.ts";

const isQuick = (schema: SchemaPart, value: unknown) => createQuickness(toPlainSchema(schema))(value);
const list = (length: number) => Array.from({ length }, (_, i) => i);

/** A value nested `levels` deep. */
function nested(levels: number): unknown {
  return levels === 0 ? 1 : { x: nested(levels - 1) };
}

test("references count as what they lead to, those from within only once", () => {
  const tree: SchemaPart = { properties: { left: { $ref: "#" }, right: { $ref: "#" } }, required: ["left"] };
  expect(measureSchema(tree, 100)).toMatchObject({ parts: 5, returns: 2, scalars: 1 });
  const twice: SchemaPart = {
    allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }],
    $defs: { a: { minLength: 2 } },
  };
  expect(measureSchema(twice, 100)).toMatchObject({ parts: 6, depth: 4, textReads: 2, returns: 0 });
});

test("a check is quick while few parts meet few values", () => {
  const choices = (count: number): SchemaPart => ({
    items: { anyOf: list(count).map((i) => ({ minimum: i })) },
  });
  expect(isQuick(choices(300), list(1000))).toBe(true);
  expect(isQuick(choices(300), list(5000))).toBe(false);
  expect(isQuick({ items: { enum: list(100_000) } }, list(100))).toBe(false);
});

test("texts count where keywords read them, and all items of a list where they are compared", () => {
  const text = "x".repeat(10_000_000);
  expect(isQuick({ properties: { a: { type: "string", maxLength: 5 } } }, { a: text })).toBe(true);
  const readers = list(20).map((maxLength) => ({ maxLength }));
  expect(isQuick({ allOf: readers }, text)).toBe(false);
  expect(isQuick({ propertyNames: { allOf: readers } }, { [text]: 1 })).toBe(false);
  expect(isQuick({ items: {} }, list(2000))).toBe(true);
  expect(isQuick({ uniqueItems: true }, list(2000))).toBe(false);
});

test("a property may be called like a keyword that takes long", () => {
  const named: SchemaPart = { properties: { contains: { type: "string" }, uniqueItems: {}, pattern: {} } };
  expect(measureSchema(named, 100)).toMatchObject({ searches: 0, comparisons: 0, textReads: 0 });
  expect(isQuick(named, { contains: "x" })).toBe(true);
  expect(isQuick({ properties: { properties: { contains: {} } } }, { properties: [1] })).toBe(false);
});

test("properties that a reference applies as a schema have keywords", () => {
  const applied: SchemaPart = { properties: { contains: { $ref: "#/properties" } } };
  expect(measureSchema(applied, 100)).toMatchObject({ searches: 1 });
});

test("a part that leads to itself may do so on every level", () => {
  const once: SchemaPart = { properties: { x: { $ref: "#" } } };
  const twice: SchemaPart = { properties: { x: { allOf: [{ $ref: "#" }, { $ref: "#" }] } } };
  expect([isQuick(once, nested(200)), isQuick(twice, nested(10)), isQuick(twice, nested(20))]).toEqual([
    ...[true, true, false],
  ]);
});

test("no check is quick by a part that leads to itself without a value in between", () => {
  expect(isQuick({ properties: { x: { allOf: [{ $ref: "#/properties/x" }] } } }, {})).toBe(false);
});

test("constants that many refer to are measured in a moment", () => {
  const $defs: Record<string, SchemaPart> = { d15: { enum: list(100_000) } };
  for (let i = 0; i < 15; i++) {
    const next = { $ref: `#/$defs/d${i + 1}` };
    $defs[`d${i}`] = { allOf: [next, next] };
  }
  const cpuMs = measureCpu();
  expect(isQuick({ $ref: "#/$defs/d0", $defs }, {})).toBe(false);
  // Each of the 32,768 paths to them would take milliseconds.
  expect(cpuMs()).toBeLessThan(20_000);
});

test("after the first check that takes too long, none is made", async () => {
  const answers = ["wrong", undefined, TOO_LONG_TO_CHECK, undefined];
  const check = stopAtTooLong(async () => answers.shift());
  const found: unknown[] = [];
  for (let i = 0; i < 4; i++) found.push(await check({}, i));
  expect([found, answers.length]).toEqual([["wrong", undefined, TOO_LONG_TO_CHECK, TOO_LONG_TO_CHECK], 1]);
});
