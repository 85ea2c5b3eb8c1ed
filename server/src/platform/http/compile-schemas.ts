import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import fastJsonStringify from "fast-json-stringify";
import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import type { ErrorDetail } from "../errors.ts";
import { describeMisfit } from "../json/describe-misfit.ts";
import { splitInstancePath, validateBody } from "./validate-body.ts";

// ajv-formats is CommonJS: under ESM its function is the `default` of the module object.
const addFormats = ajvFormats.default;

/**
 * Validation and serialization of the routes' schemas. Each schema is compiled on first use: compiling hundreds of
 * them at the start would take a second. Bodies are strict; path, query and headers are text and are converted to the
 * declared types.
 */
export function useSchemas(app: FastifyInstance): void {
  // Verbose: an error has the schema that it comes from, which may describe the form in words.
  const options = { allErrors: false, strict: false, strictNumbers: true, verbose: true };
  const strict = addFormats(new Ajv(options));
  const lenient = addFormats(new Ajv({ ...options, coerceTypes: true, useDefaults: true }));
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const ajv = httpPart === "body" ? strict : lenient;
    let validate: ValidateFunction | undefined;
    return (value: unknown) => {
      validate ??= ajv.compile(schema);
      const part = httpPart ?? "body";
      if (part === "body") {
        const read = validateBody(validate, value);
        return "value" in read ? read : { error: describe(read.error, part) };
      }
      if (!validate(value)) return { error: describe(validate.errors?.[0], part) };
      // Bodies are not converted, and were checked while they were parsed.
      const infinite = infiniteField(value);
      if (infinite === undefined) return { value };
      return { error: fieldError(PART_NAMES[part] ?? part, [infinite], "is too large") };
    };
  });
  app.setSerializerCompiler<TSchema>(({ schema }) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialize ??= fastJsonStringify(withoutUnions(schema));
      return serialize(value);
    };
  });
}

/** The schema as a reply is written: where several types are allowed, the serializer would write an ExactNumber as text. */
function withoutUnions(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema), (name, part: unknown) =>
    name === "type" && Array.isArray(part) ? undefined : part,
  );
}

const PART_NAMES: Record<string, string> = { querystring: "query", params: "path" };

/** The field that was converted to infinity ("1e999"), which the conversion accepts as a number. */
function infiniteField(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([, field]) => typeof field === "number" && !Number.isFinite(field))?.[0];
}

/** A schema's refusal as a sentence that names the field with its part of the request. */
export class SchemaError extends Error {
  /** Undefined if the part itself is wrong, and no field of it. */
  readonly errors: readonly ErrorDetail[] | undefined;
  constructor(message: string, errors?: readonly ErrorDetail[]) {
    super(message);
    this.errors = errors;
  }
}

function fieldError(part: string, path: readonly string[], complaint: string): SchemaError {
  const field = path.join(".");
  const errors = field === "" ? undefined : [{ field, message: `${field} ${complaint}.` }];
  return new SchemaError(`${[part, ...path].join(".")} ${complaint}.`, errors);
}

function describe(error: ErrorObject | undefined, httpPart: string): SchemaError {
  const part = PART_NAMES[httpPart] ?? httpPart;
  if (!error) return new SchemaError(`The ${part} is not valid.`);
  const path = splitInstancePath(error.instancePath);
  if (error.keyword !== "required") return fieldError(part, path, complaint(error));
  const field = [...path, error.params.missingProperty].join(".");
  return new SchemaError(`${field} is required in the ${part}.`, [
    { field, message: `${field} is required.` },
  ]);
}

/** What is wrong with the field, in words that need no knowledge of JSON Schema. */
function complaint({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "additionalProperties":
      return `must not have the field "${params.additionalProperty}"`;
    case "pattern":
      return `must be ${parentSchema?.["x-form"] ?? `of the form ${params.pattern}`}`;
    case "not":
      return "is not a filter that this server supports";
    default:
      return describeMisfit({ keyword, params, message });
  }
}
