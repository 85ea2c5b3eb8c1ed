import type { JsonObject, JsonSchema } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import {
  listItemParts,
  listMemberParts,
  listPartsInPlace,
  listSubschemas,
  mapSubschemas,
  type SchemaPart,
} from "../../platform/json/schema-parts.ts";
import type { ObjectSchema, Tool } from "./tool.ts";

/** A schema that every model vendor takes, and the way back from arguments that follow it. */
export interface ModelSchema {
  schema: ObjectSchema;
  /** The same before its root was made flat. */
  composed?: ObjectSchema;
  restore(args: JsonObject): JsonObject;
}

// Anthropic refuses a whole list of tools for one property of another name.
const SAFE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST_NAME = 64;
// Vendors refuse these at the top of a schema, and with it the whole list of tools.
const REFUSED_AT_ROOT = ["allOf", "anyOf", "oneOf", "not", "enum", "$ref"];
const DEEPEST = 64;
const MOST_PARTS = 500;

/**
 * The tool with arguments that every model vendor takes; calls get the original names back, at any depth. The same tool
 * if its schema is fine as it is.
 */
export function toModelTool(tool: Tool, modelSchemaOf = createModelSchema): Tool {
  const { schema, composed, restore } = modelSchemaOf(tool.definition.inputSchema);
  if (schema === tool.definition.inputSchema) return tool;
  const { options } = tool;
  return {
    ...tool,
    ...(options && {
      options: {
        ...options,
        read: (call, list) => options.read({ ...call, args: restore(call.args) }, list),
      },
    }),
    definition: { ...tool.definition, inputSchema: schema },
    ...(composed && { composedInput: composed }),
    check: (args) => tool.check(restore(args)),
    run: (call) => tool.run({ ...call, args: restore(call.args) }),
  };
}

/** A schema as every model vendor takes it. */
export function createModelSchema(original: ObjectSchema): ModelSchema {
  const names = chooseNames(original);
  const isFlat = !REFUSED_AT_ROOT.some((keyword) => original[keyword] !== undefined);
  if (isFlat && names.size === 0) return { schema: original, restore: (args) => args };
  const renamed = (root: JsonSchema) =>
    ({ ...toMembers(rename(root, names)), type: "object" }) as ObjectSchema;
  const schemas = isFlat
    ? { schema: renamed(original) }
    : { schema: renamed(flattenRoot(original)), composed: renamed(original) };
  if (names.size === 0) return { ...schemas, restore: (args) => args };
  const originals = new Map([...names].map(([name, safe]) => [safe, name]));
  const restore = (args: JsonObject) =>
    restoreNames(args, [original], { root: original, originals }) as JsonObject;
  return { ...schemas, restore };
}

/** Names for the properties whose own would be refused; no other property of the schema has one of them. */
function chooseNames(schema: JsonSchema): Map<string, string> {
  const all = new Set<string>();
  collectNames(schema, all, 0);
  const taken = new Set([...all].filter((name) => SAFE_NAME.test(name)));
  const names = new Map<string, string>();
  for (const name of [...all].filter((one) => !SAFE_NAME.test(one))) {
    const base = name.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, LONGEST_NAME - 4);
    let safe = base === "" || base === "_" ? "value" : base;
    for (let i = 2; taken.has(safe); i++) safe = `${base}_${i}`;
    taken.add(safe);
    names.set(name, safe);
  }
  return names;
}

function collectNames(schema: SchemaPart, names: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  for (const name of Object.keys(toMembers(schema.properties))) names.add(name);
  for (const part of listSubschemas(schema)) collectNames(part, names, depth + 1);
}

function toMembers(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function toItems(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function rename(schema: Json, names: ReadonlyMap<string, string>, depth = 0): Json {
  if (!isObject(schema) || depth > DEEPEST) return schema;
  const nameOf = (name: Json) => (typeof name === "string" ? (names.get(name) ?? name) : name);
  const renameMember = (keyword: string, value: Json): Json => {
    if (keyword === "$ref" && typeof value === "string") return renamePointer(value, names);
    if (keyword === "required") return toItems(value).map(nameOf);
    if (keyword === "properties")
      return mapMembers(value, (name, part) => [`${nameOf(name)}`, titled(part, name, names)]);
    if (keyword === "dependentRequired")
      return mapMembers(value, (name, others) => [`${nameOf(name)}`, toItems(others).map(nameOf)]);
    if (keyword === "dependentSchemas") return mapMembers(value, (name, part) => [`${nameOf(name)}`, part]);
    return value;
  };
  const inner = mapSubschemas(schema, (part) => rename(part, names, depth + 1));
  return mapMembers(inner, (keyword, value) => [keyword, renameMember(keyword, value)]);
}

/** A renamed property says what it is called. */
function titled(schema: Json, name: string, names: ReadonlyMap<string, string>): Json {
  return isObject(schema) && names.has(name) ? { title: name.slice(0, 200), ...schema } : schema;
}

function mapMembers(value: Json, change: (name: string, member: Json) => [string, Json]): Json {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => change(name, member)))
    : value;
}

function renamePointer(reference: string, names: ReadonlyMap<string, string>): string {
  const parts = reference.split("/");
  return parts
    .map((part, i) => {
      const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      return parts[i - 1] === "properties" ? (names.get(name) ?? part) : part;
    })
    .join("/");
}

/**
 * The root as one object: the properties of its alternatives are all optional, because the original schema still checks
 * what a call sends.
 */
function flattenRoot(root: ObjectSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(root).filter(([name]) => !REFUSED_AT_ROOT.includes(name)));
  const properties: JsonObject = {};
  for (const part of listApplied([root], root).reverse())
    Object.assign(properties, toMembers(part.properties));
  const required = new Set(listApplied([root], root, true).flatMap((part) => toItems(part.required)));
  return {
    ...kept,
    properties,
    ...(required.size > 0 && { required: [...required] }),
  };
}

/** The schemas that apply to the same value as these; `certain` ones always do. */
function listApplied(schemas: readonly SchemaPart[], root: SchemaPart, certain = false): SchemaPart[] {
  const found = new Set<SchemaPart>();
  const open = [...schemas];
  for (const one of open) {
    if (found.has(one) || found.size >= MOST_PARTS) continue;
    found.add(one);
    open.push(...(certain ? toItems(one.allOf).filter(isObject) : listPartsInPlace(one, root)));
  }
  return [...found];
}

interface Restoring {
  root: SchemaPart;
  originals: ReadonlyMap<string, string>;
}

/** Gives members their original names back where a schema that applies to them has such a property. */
function restoreNames(value: Json, schemas: readonly SchemaPart[], restoring: Restoring, depth = 0): Json {
  if (depth > DEEPEST) return value;
  const parts = listApplied(schemas, restoring.root);
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const below = parts.flatMap((part) => listItemParts(part, String(index)));
      return restoreNames(item, below, restoring, depth + 1);
    });
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([given, member]) => {
      const original = restoring.originals.get(given);
      const isDeclared = parts.some(({ properties }) => Object.hasOwn(toMembers(properties), original ?? ""));
      const name = original !== undefined && isDeclared ? original : given;
      const below = parts.flatMap((part) => listMemberParts(part, name));
      return [name, restoreNames(member, below, restoring, depth + 1)];
    }),
  );
}
