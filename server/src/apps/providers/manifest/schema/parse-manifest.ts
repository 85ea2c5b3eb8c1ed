import type { Json } from "../../../../platform/json/json.ts";
import { ShapeError } from "../../../../platform/json/json-shape.ts";
import { withDoubles } from "../../../../platform/json/with-doubles.ts";
import { createConstant } from "../../../../platform/memory/computed-once.ts";
import { loadTypeboxCompile } from "../../../../platform/memory/late-packages.ts";
import { findManifestProblems } from "../check/check-manifest.ts";
import { type CompiledObjects, compileObjects } from "../objects/compile-objects.ts";
import { ManifestError, type ManifestProblem } from "./manifest-error.ts";
import { type Manifest, ManifestSchema } from "./manifest-schema.ts";
import { type ManifestSource, readManifestData } from "./manifest-source.ts";
import { findShapeProblems } from "./shape-problems.ts";

/** Reads an environment variable; undefined if it is not set. */
export type EnvironmentReader = (name: string) => string | undefined;

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const URL_PLACES = [
  ["base_url"],
  ["auth", "oauth2", "authorize_url"],
  ["auth", "oauth2", "token_url"],
  ["auth", "oauth2", "revoke_url"],
  ["auth", "keybased", "token", "url"],
] as const;
const CLIENT_PLACES = [
  ["auth", "oauth2", "client_id"],
  ["auth", "oauth2", "client_secret"],
] as const;

// Compiled on first use: it takes 30 ms, which a start from compiled manifests can save.
const getValidator = createConstant(() => loadTypeboxCompile().Compile(ManifestSchema));

/**
 * Parses a connector's source, with `${NAME}` from `environment` in addresses and in the OAuth2 client. Throws
 * `ManifestError` with file, line and path.
 */
export function parseManifestFile(source: ManifestSource, environment: EnvironmentReader): Manifest {
  const data = readManifestData(source);
  const expanded = compileObjects(data.value);
  const problems = [
    ...expandEnvironment(expanded.value, environment).problems,
    ...findProblems(expanded, "file"),
  ];
  if (problems.length > 0) throw new ManifestError(source.file, data.locate(problems));
  return expanded.value as unknown as Manifest; // the validator has just said so
}

/** A manifest that came over the API, and the data to store: as it came, but without objects. */
export interface ManifestDefinition {
  readonly manifest: Manifest;
  readonly definition: Json;
}

/**
 * Validates a manifest that came as YAML over the API: nothing is read from the environment. Throws `ManifestError` with
 * line and path.
 */
export function parseManifestText(text: string, source: string): ManifestDefinition {
  const { value, locate } = readManifestData({ file: source, text });
  try {
    return parseDefinition(value, source);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw new ManifestError(source, locate(error.problems));
  }
}

/** The data of a source with its objects expanded, without validation. Throws `ManifestError`. */
export function readManifestFile(source: ManifestSource): Json {
  return compileObjects(readManifestData(source).value).value;
}

/**
 * Uses what `readManifestFile` returned for a source that was accepted before, with the current environment. Undefined
 * if the environment may make the manifest invalid.
 */
export function parseAcceptedManifest(value: Json, environment: EnvironmentReader): Manifest | undefined {
  const { problems, addresses } = expandEnvironment(value, environment);
  return problems.length > 0 || addresses > 0 ? undefined : (value as unknown as Manifest); // it was accepted
}

/** The same for JSON. Throws `ManifestError`. */
export function parseDefinition(value: Json, source: string): ManifestDefinition {
  const expanded = compileObjects(value);
  const manifest = readDoubles(expanded.value, source);
  const problems = [...refuseReferences(manifest), ...findProblems({ ...expanded, value: manifest }, "api")];
  if (problems.length > 0) throw new ManifestError(source, problems);
  return { manifest: manifest as unknown as Manifest, definition: expanded.value }; // the validator has just said so
}

/** A manifest's JSON, validated as over the API. Throws `ManifestError`. */
export function parseManifestJson(value: unknown, source: string): Manifest {
  return parseDefinition(value as Json, source).manifest; // it came as JSON
}

/** A copy whose numbers are JavaScript's. */
function readDoubles(value: Json, source: string): Json {
  try {
    return structuredClone(withDoubles(value)) as Json;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ManifestError(source, [{ path: [], message: "is nested too deeply" }]);
  }
}

function findProblems(expanded: CompiledObjects, origin: "file" | "api"): ManifestProblem[] {
  if (expanded.problems.length > 0) return expanded.problems;
  const { value } = expanded;
  const shape = findShapeProblems(getValidator().Errors(value));
  const found = shape.length > 0 ? shape : findManifestProblems(value as unknown as Manifest, origin); // its shape is valid
  return withoutRepetition(found.map((problem) => ({ ...problem, path: expanded.sourceOf(problem.path) })));
}

/** An object's list, for example, also makes the choices of its id. */
function withoutRepetition(problems: readonly ManifestProblem[]): ManifestProblem[] {
  return [...new Map(problems.map((one) => [JSON.stringify([one.path, one.message]), one])).values()];
}

type ManifestLocation = readonly [string, ...string[]];

function parentOf(root: unknown, place: ManifestLocation): Record<string, unknown> | undefined {
  let value: unknown = root;
  for (const name of place.slice(0, -1)) {
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Substitutes environment variables; `addresses` counts the addresses that used one. */
function expandEnvironment(value: unknown, environment: EnvironmentReader) {
  const found = URL_PLACES.map((place) => expandAddress(value, place, environment)).filter(
    (problems) => problems !== undefined,
  );
  for (const place of CLIENT_PLACES) expandClient(value, place, environment);
  return { problems: found.flat(), addresses: found.length };
}

/** The variables that are missing for an address; undefined if it uses none. */
function expandAddress(
  root: unknown,
  place: ManifestLocation,
  environment: EnvironmentReader,
): ManifestProblem[] | undefined {
  const parent = parentOf(root, place);
  const name = place.at(-1) ?? "";
  const text = parent?.[name];
  if (parent === undefined || typeof text !== "string" || text.search(REFERENCE) === -1) return undefined;
  const missing = [...text.matchAll(REFERENCE)].map((match) => match[1] ?? "").filter((n) => !environment(n));
  if (missing.length > 0) {
    return missing.map((variable) => ({
      path: place,
      message: `needs the environment variable ${variable}, which is not set`,
    }));
  }
  parent[name] = text.replace(REFERENCE, (_, variable: string) =>
    (environment(variable) ?? "").replace(/\/+$/, ""),
  );
  return [];
}

/** A client whose variables are not set is not an error: each organization may bring its own. */
function expandClient(root: unknown, place: ManifestLocation, environment: EnvironmentReader): void {
  const parent = parentOf(root, place);
  const name = place.at(-1) ?? "";
  const text = parent?.[name];
  if (parent === undefined || typeof text !== "string") return;
  const expanded = text.replace(REFERENCE, (_, variable: string) => environment(variable) ?? "");
  if (expanded === "") delete parent[name];
  else parent[name] = expanded;
}

function refuseReferences(root: unknown): ManifestProblem[] {
  return [...URL_PLACES, ...CLIENT_PLACES].flatMap((place) => {
    const text = parentOf(root, place)?.[place.at(-1) ?? ""];
    if (typeof text !== "string" || text.search(REFERENCE) === -1) return [];
    return [{ path: place, message: "may not refer to the environment" }];
  });
}
