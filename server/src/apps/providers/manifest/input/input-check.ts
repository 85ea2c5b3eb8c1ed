import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../../connector.ts";
import { countValues, isReferenceName, measureSchema, resolveSchemaReference } from "./schema-size.ts";
import { countChecks } from "./schema-work.ts";

/** Says in a sentence what is wrong with a value, or undefined. */
export type InputCheck = (value: unknown) => string | undefined;

// A value may meet each part of its schema; so many meetings take less than 200 ms.
const MOST_WORK = 20_000_000;
const MOST_PARTS = MOST_WORK / 1000;
// Counting them takes longer than they do (D195).
const MOST_MEETINGS = 5_000_000;

// Formats are annotations: the provider has the last word on them.
function compileInputCheck(schema: JsonSchema): InputCheck {
  // One instance per schema: `$id`s of different manifests must never meet, and nothing is kept for ever.
  const ajv = new Ajv2020({
    strict: false,
    // All errors would be gigabytes where a list of thousands meets a choice of hundreds.
    allErrors: false,
    // With the value that does not fit.
    verbose: true,
    validateFormats: false,
    validateSchema: false,
    meta: false,
  });
  const validate = ajv.compile(schema);
  const workProblem = workProblemOf(schema);
  return (value) => {
    const problem = workProblem(value);
    if (problem !== undefined) return problem;
    if (validate(value)) return undefined;
    return (validate.errors ?? []).slice(0, 5).map(explain).join("; ");
  };
}

/** Says that checking a value would take too long. */
function workProblemOf(schema: JsonSchema): InputCheck {
  const { parts, isRecursive } = measureSchema(schema, MOST_PARTS);
  if (isRecursive || parts > MOST_PARTS)
    return (value) =>
      countChecks(schema, value, MOST_MEETINGS) > MOST_MEETINGS
        ? "The input is too large or too deep to be checked against a schema with so many references"
        : undefined;
  const mostValues = Math.floor(MOST_WORK / parts);
  return (value) =>
    countValues(value, mostValues) > mostValues
      ? `The input has more than ${mostValues} values, too many to check`
      : undefined;
}

/** Checks values against a JSON Schema that `findSchemaProblem` has passed; it is compiled on first use. A schema that refers to itself without end is a sentence as well, not a crash. */
export function createInputCheck(schema: JsonSchema): InputCheck {
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

// Longer texts are counted: of a part, what must not be told could not be recognized any more.
const LONGEST_SHOWN = 40;

function explain({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll("/", ".") || "The input";
  if (keyword === "additionalProperties")
    return `${place} must not have the property "${params.additionalProperty}"`;
  const allowed = keyword === "enum" ? `: ${(params.allowedValues as unknown[]).join(", ")}` : "";
  const wanted = (message ?? "is not valid")
    .replace("NOT have more than", "have at most")
    .replace("NOT have fewer than", "have at least");
  return `${place} ${wanted}${allowed}${butIs(data)}`;
}

function butIs(value: unknown): string {
  if (typeof value === "string" && value.length > LONGEST_SHOWN)
    return `, but has ${value.length} characters`;
  const isShort = typeof value !== "object" || value === null;
  return isShort && value !== undefined ? `, but is ${JSON.stringify(value)}` : "";
}

/** Says why a schema that `findSchemaProblem` has passed still cannot be applied, as a clause, or undefined; costs milliseconds. */
export function findCompileProblem(schema: JsonSchema): string | undefined {
  try {
    compileInputCheck(schema)({});
    return undefined;
  } catch (error) {
    return `cannot be applied: ${error instanceof Error ? error.message : "unknown reason"}`;
  }
}

// What can be in order by itself and still not be compiled.
const DOUBTFUL = new Set(["pattern", "patternProperties", "$id", "$anchor", "$dynamicAnchor", "nullable"]);

/** `findCompileProblem` for many schemas at once: it is looked for only where a schema has something that may cause one. */
export function findLikelyCompileProblem(schema: JsonSchema): string | undefined {
  const open: unknown[] = [schema];
  for (const one of open) {
    if (typeof one !== "object" || one === null) continue;
    if (Object.keys(one).some((name) => DOUBTFUL.has(name) || isReferenceName(name))) return known(schema);
    for (const member of Object.values(one)) open.push(member);
  }
  return undefined;
}

const compiled = new Map<string, string | undefined>();
const MOST_COMPILED = 1000;

function known(schema: JsonSchema): string | undefined {
  const text = JSON.stringify(schema);
  if (compiled.has(text)) return compiled.get(text);
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  const problem = findCompileProblem(schema);
  compiled.set(text, problem);
  return problem;
}

// Made on first use and kept: it holds nothing but the meta-schema, which takes 20 ms to compile.
let metaSchema: Ajv2020 | undefined;

/**
 * Says what is wrong with a JSON Schema, as a clause, or undefined. References may only lead within the schema. Whatever
 * draft it names, it is read as one of 2020-12.
 */
export function findSchemaProblem({ $schema = "", ...schema }: JsonSchema): string | undefined {
  if (typeof $schema !== "string") return "is not a JSON Schema: its $schema must be a string";
  metaSchema ??= new Ajv2020({ strict: false });
  if (metaSchema.validateSchema(schema) !== true) {
    return `is not a JSON Schema: ${metaSchema.errorsText(metaSchema.errors, { dataVar: "it" })}`;
  }
  // The library's own: a check would end after it has said that all is well, and its refusal would be nobody's.
  if ("$async" in schema) return "may not use $async";
  const reference = references(schema).find((ref) => resolveSchemaReference(schema, ref) === undefined);
  if (reference !== undefined) return `refers to ${reference}, which is not part of it`;
  // Not even an empty value could be checked.
  return countChecks(schema, {}, MOST_MEETINGS) > MOST_MEETINGS
    ? "has references that never end, or too many of them"
    : undefined;
}

function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    return isReferenceName(name) && typeof member === "string" ? [member] : references(member);
  });
}
