import { Ajv2020, type CodeKeywordDefinition, type ErrorObject, type KeywordCxt } from "ajv/dist/2020.js";
import { describeMisfit } from "../../../../platform/json/describe-misfit.ts";
import { isNumber } from "../../../../platform/json/json.ts";
import { isReference, resolveSchemaReference } from "../../../../platform/json/schema-parts.ts";
import { walkObjects } from "../../../../platform/json/walk-objects.ts";
import { withDoubles } from "../../../../platform/json/with-doubles.ts";
import { createConstant } from "../../../../platform/memory/computed-once.ts";
import { waitForTurn } from "../../../../platform/wait-for-turn.ts";
import type { JsonSchema } from "../../../connector.ts";
import { countValues, isCostlyToCompile, measureSchema } from "./schema-size.ts";
import { countChecks, countDependentNames, countReads } from "./schema-work.ts";

/** Returns what is wrong with a value, as a sentence, or undefined. */
export type InputCheck = (value: unknown) => string | undefined;

/** A check whose schema is compiled when it is first used, or prepared. */
export interface LazyInputCheck extends InputCheck {
  /**
   * Compiles the schema in turn: the first calls of many actions at once would otherwise hold up all other requests
   * until the last schema is compiled.
   */
  readonly prepare: () => Promise<void>;
}

// Every part of a schema may be applied to every value; this many checks take less than 200 ms.
const MOST_WORK = 20_000_000;
const MOST_PARTS = MOST_WORK / 1000;
// Lower, because counting the checks takes longer than making them. They are counted first, so that recursive schemas
// can be allowed: trees and arbitrary JSON need them.
const MOST_MEETINGS = 5_000_000;
const TOO_MANY_CHECKS =
  "The input is too large or too deeply nested to be checked against such a large schema";

// Formats are annotations: the provider has the last word on them.
function compileInputCheck(schema: JsonSchema): InputCheck {
  const problem = findReferenceProblem(schema);
  if (problem !== undefined) throw new Error(`it ${problem}`);
  if (isCostlyToCompile(schema)) return createRootCheck(schema);
  // A separate instance per schema, so that the `$id`s of different manifests cannot conflict and no schema is kept
  // forever.
  const ajv = new Ajv2020({
    strict: false,
    // A list of thousands checked against hundreds of alternatives would produce gigabytes of errors.
    allErrors: false,
    // Adds the invalid value to errors.
    verbose: true,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    // It would print all of the code that does not compile.
    logger: false,
    // Each copy of a part that many refer to would be compiled again.
    inlineRefs: false,
    // Takes four times as long as the rest, and the check is hardly faster.
    code: { optimize: false },
    // No part has a name of its own: those that name each other would never be resolved.
    schemaId: NO_MEMBER as unknown as "$id",
  });
  followStatically(ajv, schema);
  const validate = ajv.compile(schema);
  const workProblem = workProblemOf(schema);
  return (value) => {
    const problem = workProblem(value);
    if (problem !== undefined) return problem;
    // It knows JavaScript's numbers only; the value itself keeps all digits.
    if (validate(value) || validate(withDoubles(value))) return undefined;
    // What is wrong with the name of a property, the error of `propertyNames` says as a whole.
    const errors = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined);
    return errors.slice(0, 5).map(explain).join("; ");
  };
}

/** Checks of a schema that is too large to compile only what any object must have: the provider checks the rest. */
function createRootCheck({ type, required }: JsonSchema): InputCheck {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return (value) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) return type === "object" ? "The input must be an object" : undefined;
    const missing = names.find((name) => !Object.hasOwn(value, name));
    return missing === undefined ? undefined : `The input must have "${missing}"`;
  };
}

/** What no JSON has as a member. */
const NO_MEMBER = Symbol("no member");

/**
 * Has references of all kinds lead where `$ref` would, which they do within a single schema. Ajv's own targets depend on
 * the order in which it compiles, so nobody could count how often they are applied. Nor does it know anchors of the
 * schema itself.
 */
function followStatically(ajv: Ajv2020, schema: JsonSchema): void {
  const reference = ajv.getKeyword("$ref");
  if (typeof reference !== "object" || !("code" in reference)) throw new Error("Ajv has no $ref.");
  const definition = reference as CodeKeywordDefinition;
  const code = (context: KeywordCxt) => {
    if (resolveSchemaReference(schema, context.schema) === schema) context.schema = "#";
    definition.code(context);
  };
  for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"])
    ajv.removeKeyword(keyword).addKeyword({ ...definition, keyword, code });
  for (const keyword of ["$dynamicAnchor", "$recursiveAnchor"]) ajv.removeKeyword(keyword);
}

/** Returns a problem if checking a value would take too long. */
function workProblemOf(schema: JsonSchema): InputCheck {
  const { parts, isRecursive } = measureSchema(schema, MOST_PARTS);
  if (isRecursive || parts > MOST_PARTS)
    return (value) =>
      countChecks(schema, value, MOST_MEETINGS) > MOST_MEETINGS ? TOO_MANY_CHECKS : undefined;
  const mostValues = Math.floor(MOST_WORK / parts);
  return (value) => {
    if (countValues(value, mostValues) > mostValues)
      return `The input has more than ${mostValues} values, too many to check`;
    // As a rule, too few keywords read long texts or many members for it to matter.
    return countReads(value) * parts > MOST_WORK && countChecks(schema, value, MOST_MEETINGS) > MOST_MEETINGS
      ? TOO_MANY_CHECKS
      : undefined;
  };
}

/**
 * Validates values against a JSON Schema that `findSchemaProblem` accepted; it is compiled on first use. A schema with
 * endless references yields a sentence, not a crash.
 */
export function createInputCheck(schema: JsonSchema): LazyInputCheck {
  let check: InputCheck | undefined;
  const refuse = (error: unknown) => {
    const reason = error instanceof Error ? error.message : "unknown reason";
    return `The action's own schema cannot be applied: ${reason}`;
  };
  const compiled = () => {
    try {
      check ??= compileInputCheck(schema);
    } catch (error) {
      const problem = refuse(error);
      check = () => problem;
    }
    return check;
  };
  const lazy = (value: unknown) => {
    const found = compiled();
    try {
      return found(value);
    } catch (error) {
      return refuse(error);
    }
  };
  const prepare = async () => {
    if (check) return;
    await waitForTurn();
    compiled();
  };
  return Object.assign(lazy, { prepare });
}

// Only the length of longer texts is shown: redaction would not recognize a secret in a truncated one.
const LONGEST_SHOWN = 40;

function explain({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll("/", ".") || "The input";
  if (keyword === "additionalProperties")
    return `${place} must not have the property "${params.additionalProperty}"`;
  return `${place} ${describeMisfit({ keyword, params, message })}${butIs(data)}`;
}

function butIs(value: unknown): string {
  if (typeof value === "string" && value.length > LONGEST_SHOWN)
    return `, but has ${value.length} characters`;
  const isShort = typeof value !== "object" || value === null || isNumber(value);
  return isShort && value !== undefined ? `, but is ${JSON.stringify(value)}` : "";
}

/**
 * Returns why a schema that `findSchemaProblem` accepted still cannot be applied, as a clause, or undefined; takes
 * milliseconds.
 */
export function findCompileProblem(schema: JsonSchema): string | undefined {
  try {
    compileInputCheck(schema)({});
    return undefined;
  } catch (error) {
    return `cannot be applied: ${error instanceof Error ? error.message : "unknown reason"}`;
  }
}

// Keywords that can be valid by themselves and still fail to compile.
const DOUBTFUL = new Set(["pattern", "patternProperties", "$id", "$anchor", "$dynamicAnchor", "nullable"]);

/** `findCompileProblem` for many schemas at once: only compiles a schema if one of its keywords may cause a problem. */
export function findLikelyCompileProblem(
  schema: JsonSchema,
  compile = findCompileProblem,
): string | undefined {
  for (const part of walkObjects(schema)) {
    const isDoubtful = Object.entries(part).some(([name, it]) => DOUBTFUL.has(name) || isReference(name, it));
    if (isDoubtful) return compile(schema);
  }
  return undefined;
}

// Created on first use and kept: it only contains the meta-schema, which takes 20 ms to compile.
const getMetaSchema = createConstant(() => new Ajv2020({ strict: false }));

/**
 * Returns what is wrong with a JSON Schema, as a clause, or undefined. References must stay within the schema. Whatever
 * draft it names, it is read as 2020-12.
 */
export function findSchemaProblem({ $schema = "", ...schema }: JsonSchema): string | undefined {
  if (typeof $schema !== "string") return "is not a JSON Schema: its $schema must be a string";
  const metaSchema = getMetaSchema();
  if (metaSchema.validateSchema(schema) !== true) {
    return `is not a JSON Schema: ${metaSchema.errorsText(metaSchema.errors, { dataVar: "it" })}`;
  }
  // An extension of Ajv: the check would become a promise, which passes as valid and whose rejection nobody handles.
  if ("$async" in schema) return "may not use $async";
  const problem = findReferenceProblem(schema) ?? findCompileTimeProblem(schema);
  if (problem !== undefined) return problem;
  // Even an empty value could not be checked.
  return countChecks(schema, {}, MOST_MEETINGS) > MOST_MEETINGS
    ? "has references that never end, or too many of them"
    : undefined;
}

const MOST_BOOLEANS = 2000;
const MOST_DEPENDENT_NAMES = 500;

/** What of a schema takes few characters and long to compile: its time grows with the square of these numbers. */
function findCompileTimeProblem(schema: JsonSchema): string | undefined {
  let booleans = 0;
  let names = 0;
  for (const part of walkObjects(schema)) {
    booleans += Object.values(part).filter((member) => typeof member === "boolean").length;
    names += countDependentNames(part as JsonSchema); // a schema is JSON
  }
  if (booleans > MOST_BOOLEANS) return `must not contain true or false more than ${MOST_BOOLEANS} times`;
  return names > MOST_DEPENDENT_NAMES
    ? `must not have more than ${MOST_DEPENDENT_NAMES} names in dependentRequired and dependencies`
    : undefined;
}

/** What is wrong with a schema's references: how often an unknown target is applied to a value cannot be counted. */
function findReferenceProblem(schema: JsonSchema): string | undefined {
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
