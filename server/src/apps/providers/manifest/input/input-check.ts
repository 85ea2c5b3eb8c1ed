import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "../../../../platform/json/json.ts";
import {
  CostlySchemaError,
  findReferenceProblem,
  type KeptKeywords,
  toPlainSchema,
} from "../../../../platform/json/plain-schema.ts";
import { compileSchema, type SchemaCheck, type SlowCheck } from "../../../../platform/json/schema-check.ts";
import { createInPlaceCount, isReference } from "../../../../platform/json/schema-parts.ts";
import { createQuickness, TOO_LONG_TO_CHECK } from "../../../../platform/json/schema-size.ts";
import { walkObjects } from "../../../../platform/json/walk-objects.ts";
import { createConstant } from "../../../../platform/memory/computed-once.ts";
import { SandboxUnavailableError } from "../../../../platform/sandbox/sandbox.ts";
import { waitForTurn } from "../../../../platform/wait-for-turn.ts";
import type { JsonSchema } from "../../../connector.ts";

/**
 * Returns what is wrong with a value, as a sentence, or undefined. Rejects with SandboxUnavailableError; without `slow`,
 * a value whose check may take long is wrong.
 */
export type InputCheck = (value: Json, slow?: SlowCheck) => Promise<string | undefined>;

/**
 * Validates values against a JSON Schema that `findSchemaProblem` accepted. It is compiled on first use, in turn: the
 * first calls of many actions at once would otherwise hold up all other requests until the last schema is compiled.
 * With "cheap", whoever is sent the value makes the costly checks.
 */
export function createInputCheck(schema: JsonSchema, keywords?: KeptKeywords): InputCheck {
  let prepared: PreparedCheck | undefined;
  return async (value, slow) => {
    if (!prepared) await waitForTurn();
    prepared ??= prepareCheck(schema, keywords);
    if (prepared.isQuick(value)) return prepared.check(value);
    return slow ? checkSlowly(prepared, value, slow) : TOO_LONG_TO_CHECK;
  };
}

/** The same at once, for our own schemas and for results: a value whose check may take long is wrong. */
export function createQuickCheck(schema: JsonSchema): SchemaCheck {
  const prepared = createConstant(() => prepareCheck(schema));
  return (value) => {
    const { isQuick, check } = prepared();
    return isQuick(value) ? check(value) : TOO_LONG_TO_CHECK;
  };
}

/** A check for this process, and the values that it may be used for; the others are checked by `plain` elsewhere. */
interface PreparedCheck {
  readonly plain: JsonSchema;
  readonly isQuick: (value: unknown) => boolean;
  readonly check: SchemaCheck;
}

function prepareCheck(schema: JsonSchema, keywords?: KeptKeywords): PreparedCheck {
  try {
    const plain = toPlainSchema(schema, keywords);
    return { plain, isQuick: createQuickness(plain), check: createPlainCheck(plain) };
  } catch (error) {
    const check = error instanceof CostlySchemaError ? createRootCheck(schema) : () => describeFailure(error);
    return { plain: {}, isQuick: () => true, check };
  }
}

/** A check that says of a schema that cannot be applied, or only to values with fewer levels, that it cannot. */
function createPlainCheck(plain: JsonSchema): SchemaCheck {
  const compiled = createConstant((): SchemaCheck => {
    try {
      return compileSchema(plain);
    } catch (error) {
      return () => describeFailure(error);
    }
  });
  return (value) => {
    try {
      return compiled()(value);
    } catch (error) {
      return describeFailure(error);
    }
  };
}

async function checkSlowly(
  { plain }: PreparedCheck,
  value: Json,
  slow: SlowCheck,
): Promise<string | undefined> {
  try {
    return await slow(plain, value);
  } catch (error) {
    if (error instanceof SandboxUnavailableError) throw error;
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): string {
  return `The action's own schema cannot be applied: ${readReason(error)}`;
}

function readReason(error: unknown): string {
  return error instanceof Error ? error.message : "unknown reason";
}

/** Checks of a schema that is too large to compile only what any object must have: the provider checks the rest. */
function createRootCheck({ type, required }: JsonSchema): SchemaCheck {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return (value) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) return type === "object" ? "The input must be an object" : undefined;
    const missing = names.find((name) => !Object.hasOwn(value, name));
    return missing === undefined ? undefined : `The input must have "${missing}"`;
  };
}

/**
 * Returns why a schema that `findSchemaProblem` accepted still cannot be applied, as a clause, or undefined; takes
 * milliseconds.
 */
export function findCompileProblem(schema: JsonSchema): string | undefined {
  try {
    compileSchema(toPlainSchema(schema));
    return undefined;
  } catch (error) {
    return error instanceof CostlySchemaError ? undefined : `cannot be applied: ${readReason(error)}`;
  }
}

// Keywords that can be valid by themselves and still fail to compile.
const DOUBTFUL = new Set(["pattern", "patternProperties", "nullable"]);

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

/** Above any schema that somebody writes; as many checks of one value take some 20 ms. */
const MOST_IN_PLACE = 100_000;

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
  // An extension of Ajv, which agents' clients may use, too: their check would become a promise, which passes as valid.
  if ("$async" in schema) return "may not use $async";
  const problem = findReferenceProblem(schema);
  if (problem !== undefined) return problem;
  // Even an empty value could not be checked.
  return createInPlaceCount(schema)(schema) > MOST_IN_PLACE
    ? "has references that never end, or too many of them"
    : undefined;
}
