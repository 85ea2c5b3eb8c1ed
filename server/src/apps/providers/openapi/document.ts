import {
  type Document,
  isScalar,
  isSeq,
  parseAllDocuments,
  parseDocument,
  visit,
  type YAMLParseError,
} from "yaml";
import { ApiError } from "../../../platform/errors.ts";
import { parseJsonBody } from "../../../platform/http/json-body.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { resolvePointer } from "../../../platform/json/json-pointer.ts";
import type { JsonObject } from "../../connector.ts";
import { OpenApiError } from "./openapi-error.ts";
import { toShortText } from "./read-json.ts";
import { convertSwagger } from "./swagger.ts";

/** An OpenAPI document as data, with the warnings from reading it. */
export interface OpenApiDocument {
  root: JsonObject;
  /** 3.0 has a JSON Schema dialect of its own. */
  is30: boolean;
  /** Adds a warning about something that is not supported, once. */
  warn(message: string): void;
}

const MOST_ALIASES = 100;
const MOST_STEPS = 20;

/** Reads JSON or YAML as OpenAPI 3, upgrading Swagger 2.0; fetches nothing. Throws `OpenApiError`. */
export function readDocument(
  text: string,
  warn: (message: string) => void,
  documentUrl?: string,
): OpenApiDocument {
  const root = parse(text.replace(/^\uFEFF/, ""));
  if (!isObject(root)) throw new OpenApiError("The document is not an object.");
  const swagger = versionOf(root.swagger);
  if (swagger === "2.0") return { root: convertSwagger(root, documentUrl), is30: true, warn };
  const version = versionOf(root.openapi);
  if (version === undefined && swagger === undefined)
    throw new OpenApiError(
      "The document is not OpenAPI: it has neither a member openapi nor a member swagger.",
    );
  if (!/^3\.\d/.test(version ?? "")) {
    const name = version === undefined ? `Swagger ${swagger}` : `OpenAPI ${version}`;
    throw new OpenApiError(`${name} is not supported: use Swagger 2.0 or OpenAPI 3.0 or 3.1.`);
  }
  return { root, is30: version?.startsWith("3.0") ?? false, warn };
}

/** YAML reads an unquoted version as a number, which loses its `.0`. */
function versionOf(value: Json | undefined): string | undefined {
  return typeof value === "number" ? value.toFixed(1) : toShortText(value);
}

function parse(text: string): Json {
  const json = looksLikeJson(text) ? text : JSON.stringify(yamlValue(text) ?? null);
  try {
    // The checks of every other body, so that the result can be stored.
    return parseJsonBody(json) as Json;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new OpenApiError(error.message.replace("The request body", "The document"));
  }
}

function looksLikeJson(text: string): boolean {
  return /^\s*\{/.test(text.slice(0, 1000));
}

function yamlValue(text: string): unknown {
  try {
    return readYaml(text);
  } catch (error) {
    if (error instanceof OpenApiError) throw error;
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new OpenApiError(`The document is neither JSON nor YAML: ${reason}`);
  }
}

/** As `parse` of the library, but what a schema says is text stays as it is written: `00501`, `1e3`. */
function readYaml(text: string): unknown {
  const parsed = readOnlyPart(text);
  const [problem] = parsed.errors;
  if (problem !== undefined) throw toYamlError(text, problem);
  visit(parsed, {
    Map: (_key, node) => {
      const type = node.get("type");
      if (type !== "string") return;
      for (const name of ["enum", "default", "const"]) {
        const value = node.get(name, true);
        const scalars = isSeq(value) ? value.items : [value];
        for (const one of scalars)
          if (isScalar(one) && one.value !== null && one.source !== undefined) one.value = one.source;
      }
    },
  });
  return parsed.toJS({ maxAliasCount: MOST_ALIASES });
}

/** The only document in a text; parts without content, such as one after a last `---`, do not count. */
function readOnlyPart(text: string): Document.Parsed {
  // Almost all documents use YAML 1.1's merges, `<<`, if any.
  const parts = [parseAllDocuments(text, { logLevel: "error", merge: true })].flat();
  const full = parts.filter(({ contents, errors }) => !isEmpty(contents) || errors.length > 0);
  const [first, second] = full;
  if (second !== undefined) {
    const line = text.slice(0, second.range[0]).split("\n").length;
    throw new OpenApiError(
      `The document has ${full.length} parts, separated by ---; the second begins at line ${line}. Send one of them.`,
    );
  }
  return first ?? parseDocument(text, { logLevel: "error" });
}

function isEmpty(contents: unknown): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

/** What is wrong with a YAML text in words that say what to do, with the line; other errors stay. */
function toYamlError(text: string, problem: YAMLParseError): Error {
  const { code, linePos } = problem;
  const at = linePos === undefined ? "" : ` at line ${linePos[0].line}`;
  if (code === "TAB_AS_INDENT") return new OpenApiError(`The YAML is indented with a tab${at}: use spaces.`);
  if (code !== "DUPLICATE_KEY") return problem;
  const key = /^[^\n:]{0,100}/.exec(text.slice(problem.pos[0]))?.[0].trim() ?? "";
  return new OpenApiError(`The YAML has the key ${key} twice in one object${at}: remove one of them.`);
}

/** Follows a value's references; undefined (with a warning) if one leads nowhere or outside the document. */
export function resolveReferences(
  document: OpenApiDocument,
  value: Json | undefined,
): JsonObject | undefined {
  let current = value;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (!isObject(current)) return undefined;
    if (typeof current.$ref !== "string") return current;
    current = findReference(document, current.$ref);
  }
  document.warn("The document has a circular reference.");
  return undefined;
}

/**
 * Finds a reference's target within the document; undefined (with a warning) for all others, because nothing is
 * fetched.
 */
export function findReference(document: OpenApiDocument, reference: string): Json | undefined {
  if (!reference.startsWith("#/")) {
    document.warn(`${reference.slice(0, 200)} is outside the document and is not fetched.`);
    return undefined;
  }
  const value = resolvePointer(document.root, reference) as Json | undefined;
  if (value === undefined) document.warn(`${reference.slice(0, 200)} refers to nothing in the document.`);
  return value;
}
