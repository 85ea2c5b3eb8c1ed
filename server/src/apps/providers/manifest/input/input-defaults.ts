import { isFileValue } from "../../../../files/file-value.ts";
import { NO_FILES, type SentFiles } from "../../../../files/sent-files.ts";
import { isObject, type Json } from "../../../../platform/json/json.ts";
import type { SchemaPart } from "../../../../platform/json/schema-parts.ts";
import { walkObjects } from "../../../../platform/json/walk-objects.ts";
import type { JsonSchema } from "../../../connector.ts";
import { listOnlyBranches, listPartsOf } from "./only-branch.ts";

/**
 * Which members get their default: `all`, where the schema's author means what is sent, or only `required` ones, where a
 * default describes what the provider assumes by itself (D453).
 */
export type DefaultedMembers = "all" | "required";

interface Filling {
  root: JsonSchema;
  members: DefaultedMembers;
  files: SentFiles;
  stepsLeft: number;
}

// A schema that others wrote may apply many parts to many values.
const MOST_STEPS = 1_000_000;

/**
 * Returns a function that fills members that an input leaves out with the defaults of their schemas, at any depth, in
 * a copy. What is given stays, also null and empty texts. A default of null stands for nothing. Defaults within
 * `anyOf` and `oneOf` apply where the input can fit only one alternative; those within `not` and `if` are ignored. A file where the schema asks for base64 becomes that text.
 */
export function createDefaults(
  schema: JsonSchema,
  members: DefaultedMembers,
): (input: Json, files?: SentFiles) => Json {
  let isNeeded: boolean | undefined;
  return (input, files = NO_FILES) => {
    isNeeded ??= hasDefaults(schema);
    if (!isNeeded && files.size === 0) return input;
    return fill({ root: schema, members, files, stepsLeft: MOST_STEPS }, schema, input);
  };
}

/** The schema as callers have to meet it: members with a default are not required of them, and a file may be base64. */
export function buildCallersSchema(schema: JsonSchema): JsonSchema {
  return hasDefaults(schema) || hasEncodedTexts(schema) ? relax(schema, schema) : schema;
}

/** Whether a schema asks somewhere for base64, which a file may be given for. */
export function hasEncodedTexts(schema: JsonSchema): boolean {
  for (const part of walkObjects(schema)) if (isEncodedText(part as SchemaPart)) return true;
  return false;
}

function isEncodedText({ type, contentEncoding }: SchemaPart): boolean {
  return type === "string" && contentEncoding === "base64";
}

function hasDefaults(schema: JsonSchema): boolean {
  for (const part of walkObjects(schema)) if ("default" in part) return true;
  return false;
}

function fill(filling: Filling, part: SchemaPart, value: Json, seen = new Set<SchemaPart>()): Json {
  filling.stepsLeft -= 1;
  if (seen.has(part) || filling.stepsLeft < 0) return value;
  seen.add(part);
  if (isEncodedText(part) && isFileValue(value)) {
    const content = filling.files.get(value.$file)?.content;
    return Buffer.isBuffer(content) ? content.toString("base64") : value;
  }
  let filled = value;
  if (isObject(value)) filled = fillMembers(filling, part, value);
  else if (Array.isArray(value)) filled = fillItems(filling, part, value);
  for (const other of listPartsOf(part, filling.root)) filled = fill(filling, other, filled, seen);
  for (const branch of listOnlyBranches(filling, part, filled)) filled = fill(filling, branch, filled, seen);
  return filled;
}

function fillMembers(filling: Filling, part: SchemaPart, value: { [name: string]: Json }): Json {
  const { properties, patternProperties, additionalProperties } = part;
  const named = isObject(properties) ? properties : {};
  const changes = new Map<string, Json>();
  const note = (name: string, schema: Json | undefined, given: Json | undefined): void => {
    if (given === undefined || !isObject(schema)) return;
    const filled = fill(filling, schema, given);
    if (!Object.hasOwn(value, name) || filled !== value[name]) changes.set(name, filled);
  };
  for (const [name, schema] of Object.entries(named)) {
    const isGiven = Object.hasOwn(value, name) && value[name] !== undefined;
    note(name, schema, isGiven ? value[name] : defaultFor(filling, part, name));
  }
  if (isObject(additionalProperties) && patternProperties === undefined)
    for (const [name, given] of Object.entries(value))
      if (!Object.hasOwn(named, name)) note(name, additionalProperties, given);
  // Entries, so that a member called __proto__ stays one.
  return changes.size === 0 ? value : Object.fromEntries([...Object.entries(value), ...changes]);
}

function fillItems(filling: Filling, { prefixItems, items }: SchemaPart, list: Json[]): Json {
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  if (first.length === 0 && !isObject(items)) return list;
  let isChanged = false;
  const filled = list.map((item, index) => {
    const schema = index < first.length ? first[index] : items;
    const whole = isObject(schema) ? fill(filling, schema, item) : item;
    isChanged ||= whole !== item;
    return whole;
  });
  return isChanged ? filled : list;
}

function defaultFor({ root, members }: Filling, part: SchemaPart, name: string): Json | undefined {
  const { properties, required } = part;
  const isRequired = Array.isArray(required) && required.includes(name);
  if (members === "required" && !isRequired) return undefined;
  const property = isObject(properties) ? properties[name] : undefined;
  return structuredClone(findDefault(property, root));
}

function findDefault(
  schema: Json | undefined,
  root: JsonSchema,
  seen = new Set<SchemaPart>(),
): Json | undefined {
  if (!isObject(schema) || seen.has(schema)) return undefined;
  seen.add(schema);
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  for (const other of listPartsOf(schema, root)) {
    const found = findDefault(other, root, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ONE_SCHEMA = ["items", "additionalProperties"];
const MANY_SCHEMAS = ["properties", "$defs", "definitions", "allOf", "prefixItems"];

function relax(part: JsonSchema, root: JsonSchema): JsonSchema {
  const relaxOne = (value: Json): Json => (isObject(value) ? relax(value, root) : value);
  const relaxed = Object.entries(part).map(([keyword, value]): [string, Json] => {
    if (ONE_SCHEMA.includes(keyword)) return [keyword, relaxOne(value)];
    if (MANY_SCHEMAS.includes(keyword)) return [keyword, mapMembers(value, relaxOne)];
    if (keyword !== "required" || !Array.isArray(value)) return [keyword, value];
    const { properties } = part;
    const propertyOf = (name: Json) => (isObject(properties) ? properties[String(name)] : undefined);
    return [keyword, value.filter((name) => findDefault(propertyOf(name), root) === undefined)];
  });
  return { ...Object.fromEntries(relaxed), ...(isEncodedText(part) && { type: ["string", "object"] }) };
}

function mapMembers(value: Json, map: (member: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(map);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}
