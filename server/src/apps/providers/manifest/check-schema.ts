import type { JsonSchema } from "../../connector.ts";
import type { Path } from "./check-template.ts";
import { compileProblem, schemaProblem } from "./input-check.ts";
import type { ManifestProblem } from "./manifest-error.ts";

/** Who wrote a manifest: the operator's files are trusted further than what comes over the API. */
export type Origin = "file" | "api";

/** Finds what is wrong with a JSON Schema of a manifest. */
export function checkSchema(path: Path, schema: object, origin: Origin): ManifestProblem[] {
  if (origin === "api" && holdsPattern(schema)) {
    return [{ path, message: "may not use pattern or patternProperties" }];
  }
  const json = schema as JsonSchema; // manifests are JSON
  // Compiling costs milliseconds: files, of which there are many at every start, are trusted so far.
  const problem = schemaProblem(json) ?? (origin === "api" ? compileProblem(json) : undefined);
  return problem === undefined ? [] : [{ path, message: problem }];
}

/** The same for the input of an action or a trigger, which must be an object. */
export function checkInputSchema(path: Path, schema: Schema, origin: Origin): ManifestProblem[] {
  const problems = checkSchema(path, schema, origin);
  if (schema.type !== "object") problems.push({ path: [...path, "type"], message: "must be object" });
  return problems;
}

type Schema = Readonly<Record<string, unknown>>;

/** The inputs that a schema declares, or `any` where it allows others. */
export function declaredNames(schema: Schema): readonly string[] | "any" {
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) return "any";
  return propertyNames(schema);
}

/** The names under `properties`. */
export function propertyNames({ properties }: Schema): string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function holdsPattern(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (name === "pattern" && typeof member === "string") ||
      (name === "patternProperties" && typeof member === "object") ||
      holdsPattern(member),
  );
}
