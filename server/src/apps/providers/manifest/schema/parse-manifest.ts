import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import type { Json } from "../../../../platform/json/json.ts";
import { withDoubles } from "../../../../platform/json/with-doubles.ts";
import { createConstant } from "../../../../platform/memory/computed-once.ts";
import { loadTypeboxCompile } from "../../../../platform/memory/late-packages.ts";
import { findManifestProblems } from "../check/check-manifest.ts";
import { ManifestError, type ManifestProblem } from "./manifest-error.ts";
import { type Manifest, ManifestSchema } from "./manifest-schema.ts";
import { findShapeProblems } from "./shape-problems.ts";

/** Reads an environment variable; undefined if it is not set. */
export type EnvironmentReader = (name: string) => string | undefined;

const MAX_BYTES = 512 * 1024;
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
 * Parses a `manifest.yaml`, with `${NAME}` from `environment` in addresses and in the OAuth2 client. Throws
 * `ManifestError` with file, line and path.
 */
export function parseManifestFile(text: string, file: string, environment: EnvironmentReader): Manifest {
  const lines = new LineCounter();
  const document = readDocument(text, file, lines);
  const value = toJson(document, file);
  const problems = [...expandEnvironment(value, environment).problems, ...findProblems(value, "file")];
  if (problems.length > 0) {
    throw new ManifestError(
      file,
      problems.map((problem) => ({ ...problem, line: lineOf(document, lines, problem.path) })),
    );
  }
  return value as Manifest; // the validator has just said so
}

/**
 * A manifest that came as YAML over the API, with the data that it was read from: nothing is read from the environment.
 * Throws `ManifestError` with line and path.
 */
export function parseManifestText(text: string, source: string): { manifest: Manifest; value: Json } {
  const lines = new LineCounter();
  const document = readDocument(text, source, lines);
  const value = toJson(document, source);
  try {
    return { manifest: parseManifestJson(value, source), value };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const problems = error.problems.map((one) => ({ ...one, line: lineOf(document, lines, one.path) }));
    throw new ManifestError(source, problems);
  }
}

/** The data of a `manifest.yaml`, without validation. Throws `ManifestError`. */
export function readManifestFile(text: string, file: string): Json {
  return toJson(readDocument(text, file, new LineCounter()), file);
}

/**
 * Uses what `readManifestFile` returned for a file that was accepted before, with the current environment. Undefined if
 * the environment may make the manifest invalid.
 */
export function parseAcceptedManifest(value: Json, environment: EnvironmentReader): Manifest | undefined {
  const { problems, addresses } = expandEnvironment(value, environment);
  return problems.length > 0 || addresses > 0 ? undefined : (value as Manifest); // it was accepted
}

function readDocument(text: string, file: string, lineCounter: LineCounter): Document {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new ManifestError(file, [{ path: [], message: `is larger than ${MAX_BYTES / 1024} KiB` }]);
  }
  const document = parseDocument(text, { lineCounter });
  const syntax = document.errors.map((error) => ({
    path: [],
    message: error.message.split("\n")[0] ?? "is not YAML",
    line: lineCounter.linePos(error.pos[0]).line,
  }));
  if (syntax.length > 0) throw new ManifestError(file, syntax);
  return document;
}

/**
 * Validates a manifest that came as JSON over the API: nothing is read from the environment. Throws `ManifestError`.
 */
export function parseManifestJson(value: unknown, source: string): Manifest {
  const copy: unknown = structuredClone(withDoubles(value));
  const problems = [...refuseReferences(copy), ...findProblems(copy, "api")];
  if (problems.length > 0) throw new ManifestError(source, problems);
  return copy as Manifest; // the validator has just said so
}

function toJson(document: Document, file: string): Json {
  try {
    // The round trip removes aliases, NaN and everything else that JSON lacks.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? "null");
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new ManifestError(file, [{ path: [], message: `cannot be read as data: ${reason}` }]);
  }
}

function findProblems(value: unknown, origin: "file" | "api"): ManifestProblem[] {
  const shape = findShapeProblems(getValidator().Errors(value));
  if (shape.length > 0) return shape;
  return findManifestProblems(value as Manifest, origin); // its shape is valid
}

function lineOf(document: Document, lines: LineCounter, path: ManifestProblem["path"]): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
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
