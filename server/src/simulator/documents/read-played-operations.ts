import type { JsonObject } from "../../apps/connector.ts";
import { type OpenApiDocument, resolveReferences } from "../../apps/providers/openapi/document.ts";
import { type DocumentOperation, readOperations } from "../../apps/providers/openapi/operations.ts";
import { listDeclaredParameters } from "../../apps/providers/openapi/parameters.ts";
import { toObject } from "../../apps/providers/openapi/read-json.ts";
import { createSchemas, type Schemas } from "../../apps/providers/openapi/schemas.ts";
import { toPlainSchema } from "../../platform/json/plain-schema.ts";
import { compileSchema, type SchemaCheck } from "../../platform/json/schema-check.ts";
import { type BodyReader, createBodyReader, type DeclaredBody } from "./sample.ts";

/** A parameter of an operation. */
export interface PlayedParameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: JsonObject;
  readonly check: SchemaCheck;
}

/** An operation of a document, ready to be answered. */
export interface PlayedOperation {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly source: JsonObject;
  readonly parameters: readonly PlayedParameter[];
  readonly body: (DeclaredBody & { isRequired: boolean; check: SchemaCheck }) | undefined;
  readonly success: { readonly status: number; readonly body: DeclaredBody | undefined };
  /** The path of the list in which its records are, and the parameter that names one of them. */
  readonly collection: { readonly path: string; readonly parameter: string } | undefined;
  /** Whether it is about one record of the collection. */
  readonly isItem: boolean;
}

/** Reads all operations of a document. */
export function readPlayedOperations(document: OpenApiDocument): PlayedOperation[] {
  const schemas = createSchemas(document);
  const readBody = createBodyReader(document);
  const operations = readOperations(document);
  const paths = new Set(operations.map(({ path }) => path));
  return operations.map((operation) => {
    const { method, path, source } = operation;
    return {
      ...{ method, path, source },
      parameters: readParameters(document, schemas, operation),
      body: readRequestBody({ document, schemas, readBody }, source),
      success: readSuccess({ document, schemas, readBody }, source),
      ...findCollection(path, paths),
    };
  });
}

function findCollection(path: string, paths: ReadonlySet<string>) {
  const [, list, last] = /^(.*)\/\{([^{}/]+)\}$/.exec(path) ?? [];
  if (list !== undefined && last !== undefined)
    return { collection: { path: list, parameter: last }, isItem: true };
  const item = [...paths].find(
    (other) => other.startsWith(`${path}/{`) && /^\/\{[^{}/]+\}$/.test(other.slice(path.length)),
  );
  const parameter = item?.slice(path.length + 2, -1);
  return { collection: parameter === undefined ? undefined : { path, parameter }, isItem: false };
}

function readParameters(
  document: OpenApiDocument,
  schemas: Schemas,
  { pathItem, source }: DocumentOperation,
): PlayedParameter[] {
  return listDeclaredParameters(pathItem, source).flatMap((one) => {
    const { name, in: place, required, schema } = resolveReferences(document, one) ?? {};
    if (typeof name !== "string" || typeof place !== "string") return [];
    const converted = schema === undefined ? {} : schemas.convert(schema);
    const isRequired = required === true;
    return [{ name, place, isRequired, schema: converted, check: compileCheck(schemas, converted) }];
  });
}

interface DocumentReading {
  document: OpenApiDocument;
  schemas: Schemas;
  readBody: BodyReader;
}

function readRequestBody({ document, schemas, readBody }: DocumentReading, { requestBody }: JsonObject) {
  const declared = toObject(resolveReferences(document, requestBody));
  const body = readBody(declared.content);
  if (body === undefined) return undefined;
  const schema = body.schema === undefined ? {} : schemas.convert(body.schema);
  return { ...body, isRequired: declared.required === true, check: compileCheck(schemas, schema) };
}

function compileCheck(schemas: Schemas, schema: JsonObject): SchemaCheck {
  const complete = schemas.complete(schema, 1_000_000) as JsonObject | undefined; // a schema is an object
  return compileSchema(toPlainSchema(complete ?? {}));
}

function readSuccess({ document, readBody }: DocumentReading, { responses }: JsonObject) {
  const found = Object.entries(toObject(responses)).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const [status, answer] = found[0] ?? ["200", undefined];
  const { content } = toObject(resolveReferences(document, answer));
  return { status: Number(status) || 200, body: readBody(content) };
}
