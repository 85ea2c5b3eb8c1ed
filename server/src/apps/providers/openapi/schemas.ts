import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject, JsonSchema } from "../../connector.ts";
import { findReference, type OpenApiDocument } from "./document.ts";
import { listReadOnlyNames } from "./merge-members.ts";
import { toList, toObject, toShortText } from "./read-json.ts";

/** Converts the document's schemas to JSON Schema 2020-12 that can be applied here. */
export interface Schemas {
  /** Converts one schema; references become `#/$defs/…`. */
  convert(schema: Json | undefined): JsonObject;
  /**
   * Adds the definitions that a schema refers to. The deepest ones allow anything if it would exceed `mostBytes`;
   * undefined if the schema itself does.
   */
  complete(schema: JsonObject, mostBytes: number): JsonSchema | undefined;
}

const CUT = "Some schemas are too large: their deepest parts are not checked.";

interface SchemaDefinition {
  schema: JsonObject;
  bytes: number;
}

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
const ONE = ["additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"];
const MANY = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "dependentSchemas"];
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
// None of these lists contains a costly keyword: `pattern`, `patternProperties` or `uniqueItems`.
const FLAGS = ["readOnly", "writeOnly", "deprecated"];

/** Reads a document's schemas; each is converted once, however many operations refer to it. */
export function createSchemas(document: OpenApiDocument): Schemas {
  const { nameOf, referenceOf } = createNames();
  const definitions = new Map<string, SchemaDefinition>();
  const convert = (schema: Json | undefined) => convertSchema(schema, { document, nameOf });
  const definition = (name: string): SchemaDefinition => {
    const known = definitions.get(name);
    if (known !== undefined) return known;
    const schema = convert(findReference(document, referenceOf(name)));
    const made = { schema, bytes: JSON.stringify(schema).length };
    definitions.set(name, made);
    return made;
  };
  const complete = (schema: JsonObject, mostBytes: number): JsonSchema | undefined => {
    let bytes = JSON.stringify(schema).length;
    if (bytes > mostBytes) return undefined;
    const found: Record<string, JsonObject> = {};
    // Nearest first, so that the deepest definitions are cut off.
    const open = referredTo(schema);
    for (const name of open) {
      if (Object.hasOwn(found, name)) continue;
      const one = definition(name);
      const fits = bytes + one.bytes <= mostBytes;
      if (!fits) document.warn(CUT);
      found[name] = fits ? one.schema : {};
      bytes += fits ? one.bytes : name.length;
      if (fits) open.push(...referredTo(one.schema));
    }
    return open.length === 0 ? schema : { ...schema, $defs: found };
  };
  return { convert, complete };
}

/** Gives each reference a name under `$defs`. */
function createNames() {
  const names = new Map<string, string>();
  const references = new Map<string, string>();
  const nameOf = (reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const last = reference.split("/").at(-1) ?? "";
    const wanted = last.replace(/[^A-Za-z0-9_]+/g, "_").slice(0, 80) || "schema";
    let name = wanted;
    for (let i = 2; references.has(name); i++) name = `${wanted}_${i}`;
    names.set(reference, name);
    references.set(name, reference);
    return name;
  };
  return { nameOf, referenceOf: (name: string) => references.get(name) ?? "" };
}

function referredTo(schema: JsonObject): string[] {
  // In texts the quotation marks are escaped, so this only matches real references.
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name = ""]) => name);
}

interface ConversionContext {
  document: OpenApiDocument;
  nameOf: (reference: string) => string;
  /** Members that only the provider writes, by what this schema is a part of. */
  readOnly?: ReadonlySet<string>;
}

function convertSchema(value: Json | undefined, outer: ConversionContext): JsonObject {
  if (value === false) return { not: {} };
  if (!isObject(value)) return {};
  if (typeof value.$ref === "string") return convertReference(value.$ref, value, outer);
  const { readOnly: _outer, ...into } = outer;
  const readOnly = new Set([...(outer.readOnly ?? []), ...listReadOnlyNames(into.document, value)]);
  const result: JsonObject = { ...plainMembers(value, readOnly), ...bounds(value) };
  for (const name of ONE) {
    const part = value[name];
    if (part === undefined || (name === "items" && Array.isArray(part))) continue;
    if (isObject(part) || typeof part === "boolean") result[name] = convertPart(part, into);
  }
  for (const name of MANY) {
    const parts = toList(name === "prefixItems" ? (value.prefixItems ?? value.items) : value[name]);
    // What `allOf` and its like apply to is the same object.
    const within = name === "prefixItems" ? into : { ...into, readOnly };
    if (parts.length > 0) result[name] = parts.map((part) => convertSchema(part, within));
  }
  for (const name of MAPS) {
    if (!isObject(value[name])) continue;
    const members = Object.entries(toObject(value[name]));
    result[name] = Object.fromEntries(members.map(([key, part]) => [key, convertSchema(part, into)]));
  }
  return into.document.is30 && value.nullable === true ? allowNull(result) : result;
}

function convertPart(part: Json, into: ConversionContext): Json {
  return typeof part === "boolean" ? part : convertSchema(part, into);
}

function convertReference(reference: string, value: JsonObject, into: ConversionContext): JsonObject {
  const description = toShortText(value.description, 500);
  const target = findReference(into.document, reference);
  // OpenAPI 3.0 ignores what stands beside a reference.
  const { $ref: _reference, ...beside } = value;
  const rest: JsonObject = into.document.is30
    ? description === undefined
      ? {}
      : { description }
    : convertSchema(beside, into);
  // A target that is missing, or would have to be fetched, allows anything.
  return target === undefined ? rest : { $ref: `#/$defs/${into.nameOf(reference)}`, ...rest };
}

/** The members without schemas, as far as they make sense. */
function plainMembers(value: JsonObject, readOnly: ReadonlySet<string>): JsonObject {
  const result: JsonObject = {};
  const types = [...new Set([value.type].flat())].filter(
    (type) => typeof type === "string" && TYPES.includes(type),
  );
  if (types.length > 0) result.type = types.length === 1 ? (types[0] ?? null) : (types as string[]);
  for (const [name, longest] of [
    ["title", 200],
    ["description", 500],
    ["format", 50],
  ] as const) {
    const text = toShortText(value[name], longest);
    if (text !== undefined) result[name] = text;
  }
  if (value.format === "byte" || value.contentEncoding === "base64") result.contentEncoding = "base64";
  const asDeclared = (one: Json) => toDeclaredType(one, types);
  if (toList(value.enum).length > 0) result.enum = uniqueOf(toList(value.enum).map(asDeclared));
  for (const name of ["const", "default"] as const)
    if (value[name] !== undefined) result[name] = asDeclared(value[name]);
  for (const name of FLAGS) if (typeof value[name] === "boolean") result[name] = value[name];
  // A value that only the provider sets cannot be required.
  const required = uniqueOf(toList(value.required)).filter(
    (name) => typeof name === "string" && !readOnly.has(name),
  );
  if (required.length > 0) result.required = required;
  return result;
}

/** YAML reads `404` as a number where a document means text, and some documents write numbers as text. */
function toDeclaredType(value: Json, types: readonly unknown[]): Json {
  if (types.includes("string") && !types.includes(typeof value) && isScalar(value)) {
    const isNumber = typeof value === "number" && types.includes("integer");
    return isNumber ? value : String(value);
  }
  const isNumeric = types.length === 1 && (types[0] === "integer" || types[0] === "number");
  if (!isNumeric || typeof value !== "string" || value.trim() === "") return value;
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : value;
}

function isScalar(value: Json): boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function bounds(value: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const name of NUMBERS) if (typeof value[name] === "number") result[name] = value[name];
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (value[flag] !== true || typeof value[bound] !== "number") continue;
    result[flag] = value[bound];
    delete result[bound];
  }
  if (typeof value.multipleOf === "number" && value.multipleOf > 0) result.multipleOf = value.multipleOf;
  for (const name of COUNTS) {
    const count = value[name];
    if (typeof count === "number" && Number.isInteger(count) && count >= 0) result[name] = count;
  }
  return result;
}

function allowNull(schema: JsonObject): JsonObject {
  if (schema.type === undefined) return { anyOf: [schema, { type: "null" }] };
  const types = uniqueOf([schema.type, "null"].flat());
  return {
    ...schema,
    type: types,
    ...(Array.isArray(schema.enum) && { enum: uniqueOf([...schema.enum, null]) }),
  };
}

function uniqueOf(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
