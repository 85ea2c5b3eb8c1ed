import type { JsonSchema } from "../../connector.ts";
import { checkAddress, checkHeaders, checkTemplate, type Known, type Path } from "./check-template.ts";
import { compileProblem, schemaProblem } from "./input-check.ts";
import type { ManifestProblem } from "./manifest-error.ts";
import type { ManifestAction, ManifestRequest } from "./manifest-schema.ts";

/** What an action's check needs to know of the rest of the manifest. */
export interface ActionContext {
  known: Known;
  answer: Known;
  origin: "file" | "api";
}

/** Finds what is wrong with one action: its hints, schemas, request and response. */
export function checkAction(path: Path, action: ManifestAction, context: ActionContext): ManifestProblem[] {
  const { hints } = action;
  const problems: ManifestProblem[] = [];
  if (hints.read_only && hints.destructive) {
    problems.push({ path: [...path, "hints"], message: "cannot be both read_only and destructive" });
  }
  if (action.input.type !== "object") {
    problems.push({ path: [...path, "input", "type"], message: "must be object" });
  }
  problems.push(...checkSchema([...path, "input"], action.input, context));
  if (action.output !== undefined) {
    problems.push(...checkSchema([...path, "output"], action.output, context));
  }
  const known = { ...context.known, input: declaredNames(action.input) };
  problems.push(...checkRequest([...path, "request"], action.request, known));
  if (action.response !== undefined) {
    problems.push(...checkTemplate([...path, "response"], action.response, context.answer));
  }
  return problems;
}

function declaredNames(schema: Readonly<Record<string, unknown>>): readonly string[] | "any" {
  const { properties, additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) return "any";
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function checkSchema(path: Path, schema: object, context: ActionContext): ManifestProblem[] {
  if (context.origin === "api" && holdsPattern(schema)) {
    return [{ path, message: "may not use pattern or patternProperties" }];
  }
  const json = schema as JsonSchema; // manifests are JSON
  // Compiling costs milliseconds: files, of which there are many at every start, are trusted so far.
  const problem = schemaProblem(json) ?? (context.origin === "api" ? compileProblem(json) : undefined);
  return problem === undefined ? [] : [{ path, message: problem }];
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

/** Finds what is wrong with one request template. */
export function checkRequest(path: Path, request: ManifestRequest, known: Known): ManifestProblem[] {
  const { settings = [], credentials = [] } = known;
  const problems = checkTemplate([...path, "path"], request.path, known);
  if (/[?#\s]/.test(request.path.replace(/\{\{.*?\}\}/g, ""))) {
    problems.push({ path: [...path, "path"], message: "may not hold ?, # or spaces: use query" });
  }
  if (request.base_url !== undefined) {
    problems.push(...checkAddress([...path, "base_url"], request.base_url, { settings, credentials }));
  }
  if (request.json !== undefined && request.form !== undefined) {
    problems.push({ path: [...path, "form"], message: "cannot be given together with json" });
  }
  if (request.method === "GET" && (request.json !== undefined || request.form !== undefined)) {
    problems.push({ path: [...path, "method"], message: "GET cannot carry a body" });
  }
  problems.push(...checkHeaders([...path, "headers"], request.headers ?? {}, known));
  for (const part of ["query", "json", "form"] as const) {
    if (request[part] !== undefined) {
      problems.push(...checkTemplate([...path, part], request[part], known));
    }
  }
  return problems;
}
