import type { Json } from "../../platform/json/json.ts";
import { walkObjects } from "../../platform/json/walk-objects.ts";
import type { JsonSchema } from "../connector.ts";

const DEEPEST = 32;

/**
 * Removes the keywords whose check could block this server from a schema that others wrote; the provider checks them
 * itself.
 */
export function removeCostlyKeywords(schema: JsonSchema): JsonSchema {
  return strip(schema, 0) as JsonSchema; // the root is an object and stays one
}

/** Whether a schema has such a keyword at any level. */
export function hasCostlyKeyword(schema: unknown): boolean {
  return [...walkObjects(schema)].some((part) =>
    Object.entries(part).some(([name, it]) => isCostly(name, it)),
  );
}

function strip(value: Json, depth: number): Json {
  if (typeof value !== "object" || value === null) return value;
  // Deeper levels are not checked.
  if (depth > DEEPEST) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((item) => strip(item, depth + 1));
  const kept = Object.entries(value).filter(([name, member]) => !isCostly(name, member));
  return Object.fromEntries(kept.map(([name, member]) => [name, strip(member, depth + 1)]));
}

/**
 * Patterns can take exponential time, and comparing all items with each other takes quadratic time. A property may be
 * named like one of these keywords: then its value is a schema.
 */
function isCostly(name: string, member: unknown): boolean {
  if (name === "pattern") return typeof member === "string";
  if (name === "uniqueItems") return member === true;
  return name === "patternProperties" && typeof member === "object";
}
