import { isObject, type Json } from "../../../platform/json/json.ts";
import { mapSubschemas, type SchemaPart } from "../../../platform/json/schema-parts.ts";
import type { ResourceKind } from "../kind.ts";
import { VARIABLE } from "./variables.ts";

/**
 * The schema in which objects that list their members have no others: a server may ignore what it does not know, but in
 * a file it is a mistake.
 */
export function closeObjects(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const closed = mapSubschemas(schema, closeObjects);
  const isOpen = closed.properties === undefined || closed.additionalProperties !== undefined;
  return isOpen ? closed : { ...closed, additionalProperties: false };
}

/** The schema in which each text may be that of an environment variable instead. */
function addVariables(schema: Json): Json {
  if (!isObject(schema)) return schema;
  // What an alternative allows, all of them together do.
  const allowed: SchemaPart = mapSubschemas(schema, addVariables);
  const { description, ...rest } = allowed;
  const types = [allowed.type ?? []].flat();
  const isText = types.includes("string") || (types.length === 0 && isEnumOfTexts(allowed));
  return isText && !types.includes("object")
    ? { ...(description !== undefined && { description }), anyOf: [rest, { $ref: "#/$defs/variable" }] }
    : allowed;
}

function isEnumOfTexts({ enum: values }: SchemaPart): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === "string");
}

/** The schema of a value that stands for a variable. */
const VARIABLE_SCHEMA: SchemaPart = {
  type: "object",
  description: "The value of an environment variable, read when the files are planned or applied.",
  properties: { [VARIABLE]: { type: "string", minLength: 1, pattern: "^[A-Za-z_][A-Za-z0-9_]*$" } },
  required: [VARIABLE],
  additionalProperties: false,
};

/** The JSON Schema of a kind's files, for editors. */
export function buildFileSchema({ title, schema }: Pick<ResourceKind, "title" | "schema">): SchemaPart {
  const plain: Json = JSON.parse(JSON.stringify(schema));
  const allowed = addVariables(closeObjects(plain));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: `Junctor ${title}`,
    ...(isObject(allowed) && allowed),
    $defs: { variable: VARIABLE_SCHEMA },
  };
}
