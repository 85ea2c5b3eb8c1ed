import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "./document.ts";
import { toList } from "./read-json.ts";

/** The members of an object. */
export interface MergedMembers {
  properties: JsonObject;
  required: string[];
}

const DEEPEST = 12;
const NEVER_MERGED = ["not", "if"];

/**
 * The members of an object schema, together with those that `allOf` adds. `anyOf` and `oneOf` add theirs as optional ones
 * for forms, whose fields are all that there is. Undefined for anything but an object with members.
 */
export function collectMembers(
  document: OpenApiDocument,
  schema: Json | undefined,
  alternatives: "all alternatives" | "no alternatives",
): MergedMembers | undefined {
  const merged: MergedMembers = { properties: {}, required: [] };
  const add = (part: Json | undefined, isCertain: boolean, depth: number): boolean => {
    const shape = resolveReferences(document, part);
    if (shape === undefined || depth > DEEPEST) return false;
    if (NEVER_MERGED.some((keyword) => shape[keyword] !== undefined)) return false;
    if (isObject(shape.properties)) Object.assign(merged.properties, shape.properties);
    if (isCertain) merged.required.push(...toList(shape.required).filter((name) => typeof name === "string"));
    const others = [...toList(shape.anyOf), ...toList(shape.oneOf)];
    if (others.length > 0 && alternatives === "no alternatives") return false;
    return (
      toList(shape.allOf).every((one) => add(one, isCertain, depth + 1)) &&
      others.every((one) => add(one, false, depth + 1))
    );
  };
  return add(schema, true, 0) ? merged : undefined;
}

/** The members of an object schema that a caller may send: without those that only the provider writes. */
export function mergeMembers(...given: Parameters<typeof collectMembers>): MergedMembers | undefined {
  const merged = collectMembers(...given);
  if (merged === undefined) return undefined;
  const [document] = given;
  for (const [name, member] of Object.entries(merged.properties))
    if (isReadOnly(document, member)) delete merged.properties[name];
  const required = [...new Set(merged.required)].filter((name) => Object.hasOwn(merged.properties, name));
  return { properties: merged.properties, required };
}

/** Whether only the provider writes a member, wherever its schema says so. */
export function isReadOnly(document: OpenApiDocument, member: Json | undefined, depth = 0): boolean {
  if (!isObject(member) || depth > DEEPEST) return false;
  if (member.readOnly === true) return true;
  if (typeof member.$ref === "string")
    return isReadOnly(document, resolveReferences(document, member), depth + 1);
  const alternatives = [...toList(member.anyOf), ...toList(member.oneOf)];
  return (
    toList(member.allOf).some((part) => isReadOnly(document, part, depth + 1)) ||
    (alternatives.length > 0 && alternatives.every((part) => isReadOnly(document, part, depth + 1)))
  );
}

/** The names of all members that only the provider writes, here and in what `allOf` and references add. */
export function listReadOnlyNames(document: OpenApiDocument, schema: JsonObject, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {})
    .filter(([, member]) => isReadOnly(document, member))
    .map(([name]) => name);
  const parts = [...toList(schema.allOf), ...toList(schema.anyOf), ...toList(schema.oneOf)];
  const below = parts.flatMap((part) => {
    const shape = resolveReferences(document, part);
    return shape === undefined ? [] : listReadOnlyNames(document, shape, depth + 1);
  });
  return [...own, ...below];
}
