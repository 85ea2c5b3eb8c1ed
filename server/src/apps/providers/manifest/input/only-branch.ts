import { isDeepStrictEqual } from "node:util";
import { isNumber, isObject, type Json } from "../../../../platform/json/json.ts";
import { resolveSchemaReference, type SchemaPart } from "../../../../platform/json/schema-parts.ts";
import type { JsonSchema } from "../../../connector.ts";

/** A schema's root, and how many more parts may be looked at. */
export interface SchemaWalk {
  readonly root: JsonSchema;
  stepsLeft: number;
}

/** The schemas that certainly apply wherever `part` does. */
export function listPartsOf({ allOf, $ref }: SchemaPart, root: JsonSchema): SchemaPart[] {
  const target = typeof $ref === "string" ? resolveSchemaReference(root, $ref) : undefined;
  return [...(Array.isArray(allOf) ? allOf : []), target as Json | undefined].filter(isObject); // the root is JSON
}

/**
 * Of each list of alternatives of `part`, the only one that `value` can fit: the others are ruled out by a type, a
 * const or enum, a member that is missing and has no default, or one that is not allowed.
 */
export function listOnlyBranches(walk: SchemaWalk, part: SchemaPart, value: Json): SchemaPart[] {
  return [part.anyOf, part.oneOf].flatMap((branches) => {
    if (!Array.isArray(branches) || !branches.every(isObject)) return [];
    const fitting = branches.filter((branch) => canFit(walk, branch, value));
    return fitting.length === 1 ? fitting : [];
  });
}

function canFit(walk: SchemaWalk, part: SchemaPart, value: Json, seen = new Set<SchemaPart>()): boolean {
  walk.stepsLeft -= 1;
  if (seen.has(part) || walk.stepsLeft < 0) return true;
  seen.add(part);
  return (
    hasType(part.type, value) &&
    (part.const === undefined || isDeepStrictEqual(part.const, value)) &&
    (!Array.isArray(part.enum) || part.enum.some((one) => isDeepStrictEqual(one, value))) &&
    (!isObject(value) || canFitMembers(walk, part, value)) &&
    listPartsOf(part, walk.root).every((other) => canFit(walk, other, value, seen))
  );
}

function canFitMembers(walk: SchemaWalk, part: SchemaPart, value: { [name: string]: Json }): boolean {
  const { properties, patternProperties, additionalProperties, required } = part;
  const named = isObject(properties) ? properties : {};
  const isKnown = (name: string) => Object.hasOwn(named, name);
  const isThere = (name: Json) => {
    const property = named[String(name)];
    return Object.hasOwn(value, String(name)) || (isObject(property) && property.default !== undefined);
  };
  if (Array.isArray(required) && !required.every(isThere)) return false;
  if (additionalProperties === false && patternProperties === undefined && !Object.keys(value).every(isKnown))
    return false;
  return Object.entries(value).every(([name, given]) => {
    const property = isKnown(name) ? named[name] : undefined;
    return !isObject(property) || canFit(walk, property, given);
  });
}

function hasType(type: Json | undefined, value: Json): boolean {
  if (type === undefined) return true;
  return [type]
    .flat()
    .some((one) => (one === "integer" || one === "number" ? isNumber(value) : one === typeOf(value)));
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : typeof value;
}
