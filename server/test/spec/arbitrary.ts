import fc from "fast-check";
import type { Schema } from "./contract.ts";

type Resolve = (schema: Schema) => Schema;
type Any = fc.Arbitrary<unknown>;

// Text that breaks code that trusts it: queries, patterns, paths, logs, prototypes, widths.
const NASTY = [
  "",
  " ",
  "'; drop table linked_accounts; --",
  "%_\\",
  "../../etc/passwd",
  "__proto__",
  "line\nbreak",
  "constructor",
  "null",
  "🔑é\u202e",
  "{{ input.a }}",
  "<script>alert(1)</script>",
  "\u0000",
  "\ud800",
  "2026-02-30",
  "9".repeat(400),
  "x".repeat(5000),
];
const MAX_DEPTH = 6;

/** Mostly values that `schema` allows, and occasionally one that it does not. */
export function arbitraryOf(schema: Schema, resolve: Resolve, depth = 0): Any {
  const allowed = allowedBy(resolve(schema), resolve, depth);
  return fc.oneof({ arbitrary: allowed, weight: 12 }, { arbitrary: noise(), weight: 1 });
}

/** Any text, often a nasty one. */
export function text(): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: "binary" }), fc.constantFrom(...NASTY));
}

function noise(): Any {
  const numbers = fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -1e300, 1e-300);
  return fc.oneof(fc.jsonValue({ maxDepth: 2 }), numbers, fc.constantFrom(...NASTY));
}

function allowedBy(schema: Schema, resolve: Resolve, depth: number): Any {
  if (depth > MAX_DEPTH) return fc.constant(null);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  const choices = schemasIn(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) return fc.oneof(...choices.map((one) => arbitraryOf(one, resolve, depth + 1)));
  const types = [schema.type ?? "any"].flat().map(String);
  return fc.oneof(...types.map((type) => ofType(type, schema, resolve, depth)));
}

function ofType(type: string, schema: Schema, resolve: Resolve, depth: number): Any {
  switch (type) {
    case "string":
      return ofString(schema);
    case "integer":
      return fc.integer({ min: bound(schema.minimum, -5), max: bound(schema.maximum, 1000) });
    case "number":
      return fc.double({ min: bound(schema.minimum, -1e6), max: bound(schema.maximum, 1e6), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf(asSchema(schema.items), resolve, depth + 1), {
        minLength: bound(schema.minItems, 0),
        maxLength: bound(schema.minItems, 0) + 3,
      });
    case "object":
      return ofObject(schema, resolve, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofString({ pattern, format, minLength, maxLength, examples }: Schema): Any {
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern));
  if (format === "uri") return fc.webUrl();
  const least = bound(minLength, 0);
  const plain = fc.string({ minLength: least, maxLength: Math.min(bound(maxLength, 40), least + 40) });
  return Array.isArray(examples) ? fc.oneof(plain, fc.constantFrom<unknown>(...examples)) : plain;
}

function ofObject(schema: Schema, resolve: Resolve, depth: number): Any {
  const properties = Object.entries(asSchema(schema.properties));
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const known = fc.record(
    Object.fromEntries(
      properties.map(([name, one]) => [name, arbitraryOf(asSchema(one), resolve, depth + 1)]),
    ),
    { requiredKeys: required },
  );
  const [pattern] = Object.values(asSchema(schema.patternProperties));
  const others = pattern ?? schema.additionalProperties;
  if (!isSchema(others) || depth > 3) return known;
  const more = fc.dictionary(text(), arbitraryOf(others, resolve, depth + 1), { maxKeys: 3 });
  return fc.tuple(more, known).map(([a, b]) => ({ ...a, ...b }));
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
