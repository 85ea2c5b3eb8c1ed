import type { JsonObject } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { resolveSchemaReference } from "../../platform/json/schema-parts.ts";

const MARK = /"writeOnly"|"password"/;
const COMBINED = ["allOf", "anyOf", "oneOf"];
const CONDITIONAL = ["if", "then", "else"];

const marked = new WeakMap<JsonObject, boolean>();
const roots = new WeakMap<JsonObject, JsonObject>();

/** The schemas of the arguments themselves; none if nothing in the schema is marked as secret. */
export function listMarkedSchemas(schema: JsonObject): readonly JsonObject[] {
  const has = marked.get(schema) ?? MARK.test(JSON.stringify(schema));
  marked.set(schema, has);
  return has ? allOf([{ part: schema, root: schema }]) : [];
}

/** Whether a schema marks its value as secret. */
export function isMarked({ format, writeOnly }: JsonObject): boolean {
  return format === "password" || writeOnly === true;
}

/**
 * The schemas that may apply to a member. Those of patterns count whether they match or not: showing too little is
 * better.
 */
export function listMemberSchemas(about: readonly JsonObject[], name: string): readonly JsonObject[] {
  const below = about.flatMap((schema) => {
    const { properties, patternProperties, additionalProperties } = schema;
    const own = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
    const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
    const others = own.length > 0 ? [] : [additionalProperties];
    return [...own, ...patterns, ...others].map((part) => ({ part, root: rootOf(schema) }));
  });
  return allOf(below);
}

/** The schemas that may apply to an element. */
export function listElementSchemas(about: readonly JsonObject[], at: number): readonly JsonObject[] {
  const below = about.flatMap((schema) => {
    const { items, prefixItems } = schema;
    const own = [items, prefixItems].flatMap((one) => (Array.isArray(one) ? [one[at]] : [one]));
    return own.map((part) => ({ part, root: rootOf(schema) }));
  });
  return allOf(below);
}

function rootOf(schema: JsonObject): JsonObject {
  return roots.get(schema) ?? schema;
}

/**
 * Schemas with all that they refer to and combine; each once, however many paths lead to it: otherwise their number
 * would grow with every level of the arguments.
 */
function allOf(parts: readonly { part: Json | undefined; root: JsonObject }[]): JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [...parts];
  for (const { part: schema, root } of open) {
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    roots.set(schema, root);
    const combined = COMBINED.flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []));
    const next = [...combined, ...CONDITIONAL.map((name) => schema[name]), referred(schema.$ref, root)];
    open.push(...next.map((part) => ({ part, root })));
  }
  return [...found];
}

/** The target of a reference within the same schema. */
function referred(ref: Json | undefined, root: JsonObject): Json | undefined {
  return typeof ref === "string" ? (resolveSchemaReference(root, ref) as Json | undefined) : undefined;
}
