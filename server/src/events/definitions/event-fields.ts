import { badField, badRequest } from "../../platform/errors.ts";
import { parseJsonBody } from "../../platform/http/json-body.ts";
import { isNumber, isObject, type Json } from "../../platform/json/json.ts";

export const FIELD_TYPES = ["text", "number", "boolean", "array", "object"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of an event's payload; `key` is its dotted path. */
export interface EventField {
  key: string;
  type: FieldType;
}

/** What a definition says about the payload, in any of the published forms. */
export interface GivenShape {
  /** An example of the payload, as JSON text or an object, or the list of its fields. */
  response?: Json;
  /** Map of field to type. */
  model?: Record<string, string>;
}

const MAX_FIELDS = 1000;
const MAX_KEY_LENGTH = 500;
// JSON Schema has other names for two of our types.
const TYPES = new Map<Json | undefined, FieldType>([
  ...FIELD_TYPES.map((type): [string, FieldType] => [type, type]),
  ["string", "text"],
  ["integer", "number"],
]);

/**
 * The fields of the payload and the example they were read from; 400 if the shape cannot be read (platform-surface
 * 3.6).
 */
export function parseShape({
  response,
  model,
}: GivenShape): { fields: EventField[]; sample: Json } | undefined {
  if (response !== undefined) return readResponse(response);
  if (!model) return undefined;
  const fields = Object.entries(model).map(([key, type]) => ({
    key: checkKey(key),
    type: readType(type, `model.${key}`),
  }));
  return { fields: checkCount(fields), sample: null };
}

/** The fields of an example: each path with its type, parents before their children. */
export function listEventFields(sample: { [key: string]: Json }, prefix = ""): EventField[] {
  return Object.entries(sample).flatMap(([name, value]) => {
    const key = checkKey(prefix + name);
    const field = { key, type: typeOf(value) };
    return isObject(value) ? [field, ...listEventFields(value, `${key}.`)] : [field];
  });
}

function readResponse(response: Json): { fields: EventField[]; sample: Json } {
  if (typeof response === "string") return readExample(parseObject(response, "response"));
  if (!Array.isArray(response)) return readExample(response);
  const fields = response.map((field, index) => {
    if (!isObject(field) || typeof field.key !== "string" || field.key === "")
      throw badField(`response.${index}`, `response.${index} must have the fields key and type.`);
    return { key: checkKey(field.key), type: readType(field.type, `response.${index}.type`) };
  });
  return { fields: checkCount(fields), sample: null };
}

function readExample(sample: Json): { fields: EventField[]; sample: Json } {
  if (!isObject(sample)) throw badField("response", "response must be an object, or the JSON text of one.");
  return { fields: checkCount(listEventFields(sample)), sample };
}

/** The object in a JSON text; 400 if there is none, or if it holds what a body may not. */
export function parseObject(text: string, field: string): { [key: string]: Json } {
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badField(field, `${field} is not valid JSON.`);
    throw error;
  }
  const value = parseJsonBody(text) as Json;
  if (!isObject(value)) throw badField(field, `${field} must be an object, or the JSON text of one.`);
  return value;
}

function readType(given: Json | undefined, field: string): FieldType {
  const type = TYPES.get(given);
  if (!type) throw badField(field, `${field} must be one of ${FIELD_TYPES.join(", ")}.`);
  return type;
}

function checkCount(fields: EventField[]): EventField[] {
  if (fields.length > MAX_FIELDS) throw badRequest(`An event has at most ${MAX_FIELDS} fields.`);
  return fields;
}

function checkKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH)
    throw badRequest(`A field's path has at most ${MAX_KEY_LENGTH} characters.`);
  return key;
}

function typeOf(value: Json): FieldType {
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  if (isNumber(value)) return "number";
  return typeof value === "boolean" ? "boolean" : "text";
}
