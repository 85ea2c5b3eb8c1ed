import { isObject, type Json } from "./json.ts";
import { resolvePointer } from "./json-pointer.ts";
import { walkObjects } from "./walk-objects.ts";

/** A JSON Schema (2020-12), or a schema within one, that is an object: `true` and `false` have no parts. */
export type SchemaPart = { [keyword: string]: Json };

// Keywords that hold one schema, and those that hold a list of schemas or schemas by name; `dependencies`, of older drafts,
// is still applied by Ajv.
const IN_PLACE = {
  one: ["not", "if", "then", "else"],
  many: ["allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies"],
};
const BELOW = {
  one: [
    "items",
    "contains",
    "unevaluatedItems",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
  ],
  many: ["prefixItems", "properties", "patternProperties", "$defs", "definitions"],
};
const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
const ANCHORS = ["$anchor", "$dynamicAnchor"];
// No person writes a longer chain, and recursion along it must not overflow the stack.
const DEEPEST = 500;
const TO_ANCHOR = /^#[a-z_][-a-z0-9._]*$/i;

/** The schemas directly within a schema, whatever they apply to. */
export function listSubschemas(schema: SchemaPart): SchemaPart[] {
  return [...partsUnder(schema, IN_PLACE), ...partsUnder(schema, BELOW)];
}

/** The schema with `change` applied to each schema directly within it, `true` and `false` included. */
export function mapSubschemas(schema: SchemaPart, change: (part: Json) => Json): SchemaPart {
  const holds = (kind: "one" | "many", name: string) =>
    [IN_PLACE, BELOW].some((all) => all[kind].includes(name));
  const mapAll = (parts: Json): Json => {
    if (Array.isArray(parts)) return parts.map(change);
    if (!isObject(parts)) return parts;
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));
  };
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]) => {
      if (holds("one", name)) return [name, change(member)];
      return [name, holds("many", name) ? mapAll(member) : member];
    }),
  );
}

/** The other schemas that may apply to a value when `schema` does: those within it, and those that it refers to. */
export function listPartsInPlace(schema: SchemaPart, root: SchemaPart): SchemaPart[] {
  const references = REFERENCES.map((name) => schema[name]).filter((value) => typeof value === "string");
  const targets = references.map((one) => resolveSchemaReference(root, one) as Json | undefined); // the root is JSON
  return [...partsUnder(schema, IN_PLACE), ...targets.filter(isObject)];
}

/** The schemas that may apply to the member `name` of an object, or to that name. */
export function listMemberParts(schema: SchemaPart, name: string): SchemaPart[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties, propertyNames } =
    schema;
  const own = memberAt(properties, name) ?? additionalProperties;
  return [own, ...membersOf(patternProperties), unevaluatedProperties, propertyNames].filter(isObject);
}

/** The schemas that may apply to the item of a list at an index. */
export function listItemParts(schema: SchemaPart, index: string): SchemaPart[] {
  const { prefixItems, items, contains, unevaluatedItems } = schema;
  return [memberAt(prefixItems, index) ?? items, contains, unevaluatedItems].filter(isObject);
}

/** Whether a keyword's value refers to another part of the schema. */
export function isReference(keyword: string, value: unknown): value is string {
  return REFERENCES.includes(keyword) && typeof value === "string";
}

/**
 * Counts the schemas that apply to the same value as one of `root`, itself included, each as often as it is reached;
 * infinity if one leads back to itself.
 */
export function createInPlaceCount(root: SchemaPart): (schema: SchemaPart) => number {
  const known = new Map<SchemaPart, number>();
  const countFrom = (schema: SchemaPart, depth: number): number => {
    const found = known.get(schema);
    if (found !== undefined || depth > DEEPEST) return found ?? Number.POSITIVE_INFINITY;
    known.set(schema, Number.POSITIVE_INFINITY); // for what leads back here
    const others = listPartsInPlace(schema, root).map((part) => countFrom(part, depth + 1));
    const count = others.reduce((sum, one) => sum + one, 1);
    known.set(schema, count);
    return count;
  };
  return (schema) => countFrom(schema, 0);
}

/**
 * Resolves a reference within a schema, by a path or an anchor. Undefined if there is nothing, or two parts have the
 * same anchor.
 */
export function resolveSchemaReference(schema: object, reference: string): unknown {
  if (TO_ANCHOR.test(reference)) return anchorsOf(schema).get(reference.slice(1));
  return resolvePointer(schema, reference);
}

// Each schema is searched once, however many references it has.
const anchors = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The parts with an anchor; undefined for one that occurs twice, even if only one of them is a schema. */
function anchorsOf(schema: object): ReadonlyMap<string, unknown> {
  const known = anchors.get(schema);
  if (known !== undefined) return known;
  const found = new Map<string, unknown>();
  for (const part of walkObjects(schema))
    for (const anchor of ANCHORS.map((name) => part[name]))
      if (typeof anchor === "string") found.set(anchor, found.has(anchor) ? undefined : part);
  anchors.set(schema, found);
  return found;
}

function partsUnder(schema: SchemaPart, { one, many }: typeof IN_PLACE): SchemaPart[] {
  const all = [...one.map((name) => schema[name]), ...many.flatMap((name) => membersOf(schema[name]))];
  return all.filter(isObject);
}

function membersOf(value: Json | undefined): Json[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function memberAt(value: Json | undefined, name: string): Json | undefined {
  const isHeld = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isHeld ? (value as SchemaPart)[name] : undefined; // a list has its items under their indexes
}
