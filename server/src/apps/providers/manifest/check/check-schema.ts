import type { JsonSchema } from "../../../connector.ts";
import { hasCostlyKeyword } from "../../costly-keywords.ts";
import { findCompileProblem, findSchemaProblem } from "../input/input-check.ts";
import { measureSchema } from "../input/schema-size.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { ManifestPath } from "./check-template.ts";

/**
 * Who wrote a manifest: the operator's files are trusted further than what comes over the API. Of a `document` that was
 * imported the schemas are our own making, the rest came over the API.
 */
export type ManifestOrigin = "file" | "api" | "document";

/** Finds what is wrong with a JSON Schema of a manifest. */
export function findSchemaProblems(
  path: ManifestPath,
  schema: object,
  origin: ManifestOrigin,
): ManifestProblem[] {
  const limit = origin === "api" ? findLimitProblem(schema) : undefined;
  if (limit !== undefined) return [{ path, message: limit }];
  const json = schema as JsonSchema; // manifests are JSON
  // Compiling costs milliseconds: files, of which there are many at every start, are trusted so far.
  const problem = findSchemaProblem(json) ?? (origin === "api" ? findCompileProblem(json) : undefined);
  return problem === undefined ? [] : [{ path, message: problem }];
}

/** The same for the input of an action or a trigger, which must be an object. */
export function findInputSchemaProblems(
  path: ManifestPath,
  schema: Schema,
  origin: ManifestOrigin,
): ManifestProblem[] {
  const problems = findSchemaProblems(path, schema, origin);
  if (schema.type !== "object") problems.push({ path: [...path, "type"], message: "must be object" });
  return problems;
}

type Schema = Readonly<Record<string, unknown>>;

/** The inputs that a schema declares, or `any` where it allows others. */
export function listDeclaredNames(schema: Schema): readonly string[] | "any" {
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) return "any";
  return listPropertyNames(schema);
}

/** The names under `properties`. */
export function listPropertyNames({ properties }: Schema): string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

const MOST_PARTS = 500;
const DEEPEST = 32;

/** What could hold the server up, as a clause: expressions, comparing all items with each other, and a size that takes long to compile. */
export function findLimitProblem(schema: object): string | undefined {
  const { parts, depth } = measureSchema(schema, MOST_PARTS);
  if (depth > DEEPEST) return `must not be deeper than ${DEEPEST} levels, including references`;
  if (parts > MOST_PARTS)
    return `must not have more than ${MOST_PARTS} objects and lists, including references`;
  return hasCostlyKeyword(schema) ? "may not use pattern, patternProperties or uniqueItems" : undefined;
}
