import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../connector.ts";
import { countValues, sizeOfSchema } from "./schema-size.ts";

/** Says in a sentence what is wrong with a value, or undefined. */
export type InputCheck = (value: unknown) => string | undefined;

// A value may meet each part of its schema; so many meetings take less than 200 ms.
const MOST_WORK = 20_000_000;

// Formats are annotations: the provider has the last word on them.
function compileInputCheck(schema: JsonSchema): InputCheck {
  // One instance per schema: `$id`s of different manifests must never meet, and nothing is kept for ever.
  const ajv = new Ajv2020({
    strict: false,
    // All errors would be gigabytes where a list of thousands meets a choice of hundreds.
    allErrors: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
  });
  const validate = ajv.compile(schema);
  const mostValues = Math.floor(MOST_WORK / sizeOfSchema(schema, MOST_WORK / 1000).parts);
  return (value) => {
    if (countValues(value, mostValues) > mostValues) {
      return `The input holds more than ${mostValues} values, which are too many to check`;
    }
    if (validate(value)) return undefined;
    return (validate.errors ?? []).slice(0, 5).map(explain).join("; ");
  };
}

/** Checks values against a JSON Schema that `schemaProblem` has passed; it is compiled on first use. A schema that refers to itself without end is a sentence as well, not a crash. */
export function lazyInputCheck(schema: JsonSchema): InputCheck {
  let check: InputCheck | undefined;
  return (value) => {
    try {
      check ??= compileInputCheck(schema);
      return check(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown reason";
      return `The action's own schema cannot be applied: ${reason}`;
    }
  };
}

function explain(error: ErrorObject): string {
  const place = error.instancePath.slice(1).replaceAll("/", ".") || "The input";
  const extra =
    error.keyword === "additionalProperties" ? `: ${String(error.params.additionalProperty)}` : "";
  const allowed = error.keyword === "enum" ? `: ${(error.params.allowedValues as unknown[]).join(", ")}` : "";
  return `${place} ${error.message ?? "is not valid"}${extra}${allowed}`;
}

/** Says why a schema that `schemaProblem` has passed still cannot be applied, as a clause, or undefined; costs milliseconds. */
export function compileProblem(schema: JsonSchema): string | undefined {
  try {
    compileInputCheck(schema)({});
    return undefined;
  } catch (error) {
    return `cannot be applied: ${error instanceof Error ? error.message : "unknown reason"}`;
  }
}

// Made on first use and kept: it holds nothing but the meta-schema, which takes 20 ms to compile.
let metaSchema: Ajv2020 | undefined;

/** Says what is wrong with a JSON Schema, as a clause, or undefined. References may only lead within the schema. */
export function schemaProblem(schema: JsonSchema): string | undefined {
  metaSchema ??= new Ajv2020({ strict: false });
  if (metaSchema.validateSchema(schema) !== true) {
    return `is not a JSON Schema: ${metaSchema.errorsText(metaSchema.errors, { dataVar: "it" })}`;
  }
  const reference = references(schema).find((ref) => !leadsWithin(schema, ref));
  return reference === undefined ? undefined : `refers to ${reference}, which is not part of it`;
}

function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const isReference = name === "$ref" || name === "$dynamicRef";
    return isReference && typeof member === "string" ? [member] : references(member);
  });
}

function leadsWithin(schema: JsonSchema, reference: string): boolean {
  if (!/^#(\/|$)/.test(reference)) return false;
  let value: unknown = schema;
  for (const part of reference.split("/").slice(1)) {
    const name = decodePointer(part);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}

function decodePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
