import { describe, expect, test } from "vitest";
import type { Json } from "../../../../platform/json/json.ts";
import type { JsonSchema } from "../../../connector.ts";
import { buildCallersSchema, createDefaults } from "./input-defaults.ts";

const message: JsonSchema = {
  type: "object",
  required: ["text", "kind"],
  properties: {
    text: { type: "string" },
    kind: { type: "string", default: "m.text" },
    size: { type: "integer", default: 50 },
    tags: { type: "array", default: ["a"], items: { type: "string" } },
  },
};
const fill = (schema: JsonSchema, input: Json, members: "all" | "required" = "all") =>
  createDefaults(schema, members)(input);

describe.each(["anyOf", "oneOf"])("defaults within %s", (keyword) => {
  const card = {
    required: ["type", "currency"],
    properties: { type: { const: "card" }, currency: { default: "eur" }, capture: { default: true } },
  };
  const bank = {
    required: ["type", "iban"],
    properties: { type: { const: "bank" }, iban: { type: "string" }, currency: { default: "usd" } },
  };
  const schema: JsonSchema = { [keyword]: [card, { $ref: "#/$defs/bank" }], $defs: { bank } };

  test("apply where a const decides the alternative", () => {
    expect(fill(schema, { type: "card" })).toEqual({ type: "card", currency: "eur", capture: true });
    expect(fill(schema, { type: "card" }, "required")).toEqual({ type: "card", currency: "eur" });
    expect(fill(schema, { type: "bank", iban: "x" })).toEqual({ type: "bank", iban: "x", currency: "usd" });
  });

  test("apply where only one alternative has the members or types that are given", () => {
    const given: JsonSchema = {
      [keyword]: [
        { type: "string" },
        { type: "object", additionalProperties: false, properties: { a: {}, more: { default: 1 } } },
        { type: "object", required: ["b"], properties: { b: { type: "integer" }, more: { default: 2 } } },
      ],
    };
    expect(fill(given, { a: 1 })).toEqual({ a: 1, more: 1 });
    expect(fill(given, { b: 1 })).toEqual({ b: 1, more: 2 });
    expect(fill(given, "text")).toBe("text");
    expect(fill({ items: given }, [{ a: 1 }, "x"])).toEqual([{ a: 1, more: 1 }, "x"]);
  });

  test("do not apply where several alternatives fit, or none", () => {
    const either: JsonSchema = {
      [keyword]: [{ properties: { a: { default: 1 } } }, { properties: { b: { default: 2 } } }],
    };
    expect(fill(either, {})).toEqual({});
    expect(fill(schema, { type: "cash" })).toEqual({ type: "cash" });
    expect(fill({ [keyword]: [true, card] }, { type: "card" })).toEqual({ type: "card" });
  });
});

describe("what an input leaves out", () => {
  test("gets the default of its schema", () => {
    expect(fill(message, { text: "hi" })).toEqual({ text: "hi", kind: "m.text", size: 50, tags: ["a"] });
  });

  test("gets it only if it is required, where others apply the rest", () => {
    expect(fill(message, { text: "hi" }, "required")).toEqual({ text: "hi", kind: "m.text" });
  });

  test("gets it in objects, in items and behind references", () => {
    const schema: JsonSchema = {
      properties: {
        options: { default: {}, properties: { deep: { default: true } } },
        given: { properties: { deep: { default: 1 }, list: { items: { $ref: "#/$defs/line" } } } },
        absent: { properties: { deep: { default: 1 } } },
        kind: { $ref: "#/$defs/kind" },
        pair: {
          prefixItems: [{ properties: { a: { default: 1 } } }],
          items: { properties: { b: { default: 2 } } },
        },
      },
      additionalProperties: { properties: { more: { default: 0 } } },
      allOf: [{ properties: { both: { allOf: [{ default: "x" }] } } }],
      $defs: {
        line: { properties: { unit: { default: "pc" }, next: { $ref: "#/$defs/line" } } },
        kind: { enum: ["a", "b"], default: "a" },
      },
    };
    const input: Json = { given: { list: [{ unit: "kg" }, { next: {} }, 7] }, pair: [{}, {}], other: {} };
    expect(fill(schema, input)).toEqual({
      options: { deep: true },
      given: { deep: 1, list: [{ unit: "kg" }, { unit: "pc", next: { unit: "pc" } }, 7] },
      kind: "a",
      pair: [{ a: 1 }, { b: 2 }],
      other: { more: 0 },
      both: "x",
    });
    expect(input).toEqual({ given: { list: [{ unit: "kg" }, { next: {} }, 7] }, pair: [{}, {}], other: {} });
  });
});

describe("what an input gives", () => {
  test("stays, also null, false, 0 and empty", () => {
    for (const given of [null, "", 0, false, {}, []])
      expect(fill({ properties: { a: { default: "x" } } }, { a: given })).toEqual({ a: given });
  });

  test("is not filled by alternatives, conditions and negations, nor by a default of null", () => {
    const part = { properties: { a: { default: 1 } } };
    for (const keyword of ["anyOf", "oneOf"]) expect(fill({ [keyword]: [part, {}] }, {})).toEqual({});
    expect(fill({ not: part, if: part, else: part }, {})).toEqual({});
    expect(fill({ properties: { a: { default: null } } }, {})).toEqual({});
  });

  test("is passed on as it is if it is no object", () => {
    for (const given of [null, "a", [1]]) expect(fill(message, given)).toBe(given);
  });

  test("does not end in endless references or exponential schemas", () => {
    expect(fill({ $ref: "#", properties: { a: { $ref: "#/properties/a" }, b: { default: 1 } } }, {})).toEqual(
      {
        b: 1,
      },
    );
    const double = (next: number) => ({ allOf: [{ $ref: `#/$defs/${next}` }, { $ref: `#/$defs/${next}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, double(at + 1)]));
    const schema = { ...double(0), $defs: { ...$defs, 40: { properties: { a: { default: 1 } } } } };
    expect(fill(schema as JsonSchema, {})).toEqual({ a: 1 });
  });

  test("may have a member called __proto__, also as a default", () => {
    const schema: JsonSchema = JSON.parse('{"properties":{"__proto__":{"default":1},"a":{"default":2}}}');
    expect(JSON.stringify(fill(schema, {}))).toBe('{"__proto__":1,"a":2}');
    const given: Json = JSON.parse('{"__proto__":{"b":1}}');
    expect(JSON.stringify(fill(schema, given))).toBe('{"__proto__":{"b":1},"a":2}');
  });
});

test("callers need not give what has a default, at any depth", () => {
  expect(buildCallersSchema(message).required).toEqual(["text"]);
  const nested: JsonSchema = {
    properties: { lines: { items: { $ref: "#/$defs/line" } } },
    oneOf: [{ required: ["a"], properties: { a: { default: 1 } } }],
    $defs: {
      line: { required: ["unit", "kind"], properties: { unit: { $ref: "#/$defs/unit" } } },
      unit: { default: 1 },
    },
  };
  expect(buildCallersSchema(nested)).toMatchObject({
    oneOf: [{ required: ["a"] }],
    $defs: { line: { required: ["kind"] } },
  });
  const plain: JsonSchema = { required: ["a"], properties: { a: {} } };
  expect(buildCallersSchema(plain)).toBe(plain);
});
