import { expect, test } from "vitest";
import {
  createInPlaceCount,
  listItemParts,
  listMemberParts,
  listPartsInPlace,
  listSubschemas,
  resolveSchemaReference,
  type SchemaPart,
} from "./schema-parts.ts";

const part = (title: string): SchemaPart => ({ title });
const titles = (parts: readonly SchemaPart[]) => parts.map(({ title }) => title);

test("the parts of a schema are all schemas directly within it, and no values", () => {
  const one = ["not", "if", "then", "else", "items", "contains", "unevaluatedItems"];
  one.push("additionalProperties", "unevaluatedProperties", "propertyNames");
  const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
  const named = ["dependentSchemas", "properties", "patternProperties", "$defs", "definitions"];
  const schema = Object.fromEntries([
    ...one.map((name) => [name, part(name)]),
    ...lists.map((name) => [name, [part(name), true]]),
    ...named.map((name) => [name, { any: part(name), none: false }]),
  ]);
  const values = { const: part("const"), default: part("default"), enum: [part("enum")] };
  expect(titles(listSubschemas({ ...schema, ...values })).sort()).toEqual(
    [...one, ...lists, ...named].sort(),
  );
  expect(listSubschemas({ items: true, properties: { a: { properties: { b: {} } } } })).toHaveLength(1);
});

test("what applies to the same value is within a schema, or what it refers to", () => {
  const $defs = { a: part("a"), b: { $anchor: "b", title: "b" } };
  const schema: SchemaPart = { $ref: "#/$defs/a", $dynamicRef: "#b", allOf: [part("c")], items: part("d") };
  expect(titles(listPartsInPlace(schema, { ...schema, $defs }))).toEqual(["c", "a", "b"]);
  expect(listPartsInPlace({ $ref: "#/$defs/none" }, { $defs })).toEqual([]);
  expect(resolveSchemaReference({ $defs }, "https://example.com/other")).toBeUndefined();
});

test("a member has the schema of its name, or else that of other names; so has an item", () => {
  const properties = { a: part("a"), free: true };
  const schema: SchemaPart = {
    properties,
    additionalProperties: part("others"),
    patternProperties: { "^b": part("pattern") },
    prefixItems: [part("first")],
    items: part("rest"),
    contains: part("any"),
  };
  expect(titles(listMemberParts(schema, "a"))).toEqual(["a", "pattern"]);
  expect(titles(listMemberParts(schema, "free"))).toEqual(["pattern"]);
  expect(titles(listMemberParts(schema, "toString"))).toEqual(["others", "pattern"]);
  expect(titles(listItemParts(schema, "0"))).toEqual(["first", "any"]);
  expect(titles(listItemParts(schema, "1"))).toEqual(["rest", "any"]);
});

test("what applies to one value is counted as often as it is reached, and without end where it leads back", () => {
  const next = { $ref: "#/$defs/b" };
  const $defs: SchemaPart = {
    a: { allOf: [next, next] },
    b: { not: {} },
    loop: { anyOf: [{}, { $ref: "#/$defs/loop" }] },
    tree: { items: { $ref: "#/$defs/tree" } },
  };
  const count = createInPlaceCount({ $defs });
  expect(Object.values($defs).map((one) => count(one as SchemaPart))).toEqual([7, 2, Infinity, 1]);
});
