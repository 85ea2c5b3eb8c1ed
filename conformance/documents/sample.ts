import type { JsonObject } from "../../server/src/apps/connector.ts";
import { isObject, type Json } from "../../server/src/platform/json/json.ts";

/** How much a sample holds: what is required, or everything down to a depth. */
export interface SampleChoice {
  root: JsonObject;
  isFull: boolean;
}

const DEEPEST = 4;
const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-01-02",
  "date-time": "2026-01-02T03:04:05Z",
  time: "03:04:05Z",
  uuid: "1d1f2a3e-4b5c-4d6e-8f70-112233445566",
  email: "ann@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "YWJj",
};

/** A value that fits a JSON Schema, as far as its keywords are simple. */
export function sample(schema: Json | undefined, choice: SampleChoice, depth = 0): Json {
  if (!isObject(schema) || depth > 12) return "text";
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.replace("#/$defs/", "");
    return sample((choice.root.$defs as JsonObject | undefined)?.[name], choice, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((one) => one !== null) ?? null;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const composed = compose(schema, choice, depth);
  if (composed !== undefined) return composed;
  const type = [schema.type].flat().find((one) => one !== "null");
  if (type === "object" || isObject(schema.properties)) return objectOf(schema, choice, depth);
  if (type === "array") return listOf(schema, choice, depth);
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return numberOf(schema);
  return textOf(schema);
}

function compose(schema: JsonObject, choice: SampleChoice, depth: number): Json | undefined {
  for (const name of ["oneOf", "anyOf"] as const) {
    const parts = schema[name];
    if (!Array.isArray(parts)) continue;
    const part = parts.find((one) => isObject(one) && one.type !== "null");
    const own = isObject(schema.properties) ? objectOf(schema, choice, depth) : undefined;
    const value = sample(part, choice, depth + 1);
    return isObject(own) && isObject(value) ? { ...own, ...value } : (own ?? value);
  }
  if (!Array.isArray(schema.allOf)) return undefined;
  const values = [...schema.allOf, { ...schema, allOf: [] }].flatMap((part) => {
    if (isObject(part) && Array.isArray(part.allOf) && part.allOf.length === 0)
      return isObject(part.properties) ? [objectOf(part, choice, depth)] : [];
    return [sample(part, choice, depth + 1)];
  });
  const objects = values.filter(isObject);
  return objects.length > 0 ? Object.assign({}, ...objects) : values[0];
}

function objectOf(schema: JsonObject, choice: SampleChoice, depth: number): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const kept = members.filter(([name, member]) => {
    if (required.includes(name)) return true;
    return choice.isFull && depth < DEEPEST && !(isObject(member) && member.readOnly === true);
  });
  return Object.fromEntries(kept.map(([name, member]) => [name, sample(member, choice, depth + 1)]));
}

function listOf(schema: JsonObject, choice: SampleChoice, depth: number): Json[] {
  const count = Math.max(typeof schema.minItems === "number" ? schema.minItems : 1, 1);
  return Array.from({ length: Math.min(count, 20) }, () => sample(schema.items, choice, depth + 1));
}

function numberOf({ minimum, maximum, exclusiveMinimum, multipleOf }: JsonObject): number {
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  const step = typeof multipleOf === "number" ? multipleOf : 1;
  if (typeof minimum === "number") return Math.ceil(minimum / step) * step;
  return typeof maximum === "number" && maximum < step ? maximum : step;
}

function textOf({ format, minLength, maxLength }: JsonObject): string {
  const text = (typeof format === "string" && FORMATS[format]) || "text";
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  return text.padEnd(Math.min(least, 1000), "x").slice(0, most);
}
