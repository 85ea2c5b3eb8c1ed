import { isObject, type Json } from "./json.ts";
import { isReference, mapSubschemas, resolveSchemaReference, type SchemaPart } from "./schema-parts.ts";
import { walkObjects } from "./walk-objects.ts";

/** A schema that has more parts than can be compiled in a moment (D461). */
export class CostlySchemaError extends Error {
  override readonly name = "CostlySchemaError";
}

const MOST_PARTS = 500;
const DEEPEST = 50;

/** What is kept of a schema besides the schemas in it and references. `nullable` is an extension that Ajv knows. */
const ASSERTIONS = [
  "type",
  "nullable",
  "enum",
  "const",
  "required",
  "dependentRequired",
  "pattern",
  "uniqueItems",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
];
const APPLIED = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "prefixItems",
  "items",
  "contains",
  "unevaluatedItems",
];
const KEPT = new Set([...ASSERTIONS, ...APPLIED]);
// Patterns can take exponential time, and comparing all items with each other takes quadratic time.
const COSTLY = ["pattern", "patternProperties", "uniqueItems"];
// They would refuse more without a keyword that is left out within them.
const STRICTER = ["oneOf", "not", "if", "contains"];
// What they say of a name depends on patterns.
const OF_OTHER_NAMES = ["additionalProperties", "unevaluatedProperties"];

/** Which keywords are kept: all in schemas that the operator wrote; no costly ones where the provider checks again. */
export type KeptKeywords = "all" | "cheap";

/** Whether a schema has a costly keyword at any level. A property may have its name: then its value is a schema. */
export function hasCostlyKeyword(schema: unknown): boolean {
  return [...walkObjects(schema)].some(
    ({ pattern, patternProperties, uniqueItems }) =>
      typeof pattern === "string" || typeof patternProperties === "object" || uniqueItems === true,
  );
}

function isKept(name: string, part: SchemaPart, keywords: KeptKeywords): boolean {
  if (!KEPT.has(name) || keywords === "all") return KEPT.has(name);
  if (STRICTER.includes(name) && hasCostlyKeyword(part[name])) return false;
  return !COSTLY.includes(name) && !(part.patternProperties !== undefined && OF_OTHER_NAMES.includes(name));
}

/**
 * The same schema for a validator that must not be misled: references of all kinds become paths to `$defs`, and only
 * keywords that say something about a value are left, so that no part has a name of its own (D484). Throws
 * CostlySchemaError, and an Error for references that cannot be followed.
 */
export function toPlainSchema(root: SchemaPart, keywords: KeptKeywords = "all"): SchemaPart {
  const problem = findReferenceProblem(root);
  if (problem !== undefined) throw new Error(`it ${problem}`);
  const names = new Map<unknown, string>([[root, "#"]]);
  const $defs: SchemaPart = {};
  let parts = 0;
  const convert = (part: Json, depth: number): Json => {
    if (Array.isArray(part)) return part; // names of `dependencies`
    parts += isObject(part) ? 1 + countDependentNames(part) : 1;
    if (parts > MOST_PARTS || depth > DEEPEST) throw new CostlySchemaError("The schema is too large.");
    if (!isObject(part)) return part;
    const kept = Object.fromEntries(Object.entries(part).filter(([name]) => isKept(name, part, keywords)));
    const references = Object.entries(part).flatMap(([name, one]) =>
      isReference(name, one) ? [{ $ref: nameOf(one) }] : [],
    );
    const own = mapSubschemas(kept, (one) => convert(one, depth + 1));
    if (references.length < 2) return { ...references[0], ...own };
    return { ...own, allOf: [...references, ...(Array.isArray(own.allOf) ? own.allOf : [])] };
  };
  const targets: [string, Json][] = [];
  const nameOf = (reference: string): string => {
    const target = resolveSchemaReference(root, reference);
    const name = names.get(target) ?? `#/$defs/${targets.length}`;
    if (!names.has(target)) targets.push([String(targets.length), target as Json]); // a part of the root
    names.set(target, name);
    return name;
  };
  const plain = convert(root, 0) as SchemaPart; // an object stays one
  for (const [name, target] of targets) $defs[name] = convert(target, 0);
  return targets.length === 0 ? plain : { ...plain, $defs };
}

/** Whether a schema has too many parts to be compiled; not if it cannot be for another reason. */
export function isCostlyToCompile(schema: SchemaPart): boolean {
  try {
    toPlainSchema(schema);
    return false;
  } catch (error) {
    return error instanceof CostlySchemaError;
  }
}

/** The names that a part requires where others are given: they take as long to compile as parts. */
function countDependentNames({ dependentRequired, dependencies }: SchemaPart): number {
  const lists = [dependentRequired, dependencies].flatMap((one) => (isObject(one) ? Object.values(one) : []));
  return lists.flatMap((list) => (Array.isArray(list) ? list : [])).length;
}

/** Why a schema's references cannot be followed, as a clause, or undefined. */
export function findReferenceProblem(schema: SchemaPart): string | undefined {
  const lost = references(schema).find((ref) => resolveSchemaReference(schema, ref) === undefined);
  if (lost !== undefined) return `refers to ${lost}, which is not part of it`;
  const [relative] = Object.values(schema).flatMap(relativeReferences);
  return relative && `refers to ${relative} from a part with an $id of its own`;
}

function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isReference(name, member) ? [member] : references(member),
  );
}

/** References from parts with an `$id`, which would be resolved from there and not from the whole. */
function relativeReferences(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const hasId = "$id" in part && typeof part.$id === "string";
  return hasId ? references(part) : Object.values(part).flatMap(relativeReferences);
}
