import type { JsonObject, JsonSchema } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { createInPlaceCount, resolveSchemaReference } from "../../platform/json/schema-parts.ts";

const OF_NAMES = new Set(["properties", "$defs", "definitions"]);
const OF_ITEMS = new Set(["allOf", "anyOf", "prefixItems"]);
const NOTES = new Set(["title", "description", "default", "examples"]);
/** A reference to something that is kept; the library decodes percent signs in it, and treats `~` specially. */
const POINTER = /^#(\/(properties|\$defs|definitions|allOf|anyOf|prefixItems)\/[^/%~]+|\/items)*$/;

/**
 * What an agent's client is told about results that should match `declared`: an object schema of their types, in
 * which each of them, on every level, may also be null or absent. Nothing else is kept: clients reject a result that
 * breaks its schema, even if the call has had its effect, and providers do not always keep their promises.
 * `{}` always matches.
 */
export function buildPromisedSchema(declared: JsonSchema): JsonSchema {
  const wraps = declared.type !== "object";
  const below = { at: "#/properties/data", inPlace: false };
  const promised: JsonSchema = wraps
    ? { type: "object", properties: { data: relax(declared, below) } }
    : relax(declared, { at: "#", inPlace: true });
  return withoutLoops(promised);
}

interface SchemaLocation {
  /** The new location of what `#` names. */
  readonly at: string;
  /** Whether it describes the whole result, which is an object, and never null. */
  readonly inPlace: boolean;
}

function relax(schema: Json, place: SchemaLocation): JsonObject {
  if (!isObject(schema)) return {};
  // With several shapes and nothing to tell them apart, a value may match more than one.
  const { oneOf, ...rest } = schema;
  const all = oneOf === undefined ? rest : { anyOf: oneOf, ...rest };
  const kept = Object.entries(all).map(([name, member]) => [name, relaxMember(name, member, place)]);
  const isRoot = place.inPlace && schema.type === "object";
  const { $ref, ...others } = Object.fromEntries(kept.filter(([, member]) => member !== undefined));
  // The root is never null, but an equal schema elsewhere may be.
  const orLikeIt = $ref === "#" ? { anyOf: [{ $ref }, { type: "null" }] } : { ...($ref && { $ref }) };
  return { ...orLikeIt, ...others, ...(isRoot && { type: "object" }) };
}

function relaxMember(name: string, member: Json, place: SchemaLocation): Json | undefined {
  const below = { ...place, inPlace: false };
  if (NOTES.has(name)) return member;
  if (name === "type") return place.inPlace ? undefined : orNull(member);
  if (name === "items") return relax(member, below);
  if (name === "$ref") return place.inPlace ? undefined : referenceAt(member, place.at);
  if (OF_NAMES.has(name) && isObject(member)) {
    // Libraries see members like `constructor` on objects that do not have them.
    const named = Object.entries(member).filter(([key]) => !(key in Object.prototype));
    return Object.fromEntries(named.map(([key, one]) => [key, relax(one, below)]));
  }
  if (OF_ITEMS.has(name) && Array.isArray(member))
    return member.map((one) => relax(one, name === "prefixItems" ? below : place));
  return undefined;
}

function orNull(type: Json): Json {
  const types = Array.isArray(type) ? type : [type];
  return types.includes("null") ? type : [...types, "null"];
}

function referenceAt(reference: Json, at: string): Json | undefined {
  return typeof reference === "string" && POINTER.test(reference) ? at + reference.slice(1) : undefined;
}

/** Without references that lead to nothing, or to themselves before they reach any part of a value. */
function withoutLoops(root: JsonSchema): JsonSchema {
  const countInPlace = createInPlaceCount(root);
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    const { $ref, ...rest } = value;
    const target =
      typeof $ref === "string" ? (resolveSchemaReference(root, $ref) as Json | undefined) : undefined;
    const isKept = isObject(target) && countInPlace(target) < Number.POSITIVE_INFINITY;
    const members = Object.entries(isKept ? { $ref, ...rest } : rest);
    return Object.fromEntries(members.map(([name, member]) => [name, strip(member as Json)]));
  };
  return strip(root) as JsonSchema; // an object stays one
}
