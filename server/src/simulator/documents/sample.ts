import { generateSync, type JsonSchema } from "json-schema-faker";
import type { JsonObject } from "../../apps/connector.ts";
import { type OpenApiDocument, resolveReferences } from "../../apps/providers/openapi/document.ts";
import { toObject } from "../../apps/providers/openapi/read-json.ts";
import { isJsonType } from "../../apps/providers/openapi/request-body.ts";
import { isObject, type Json } from "../../platform/json/json.ts";

/** A JSON body that a document declares: its example, and its schema as the document has it. */
export interface DeclaredBody {
  readonly example: Json | undefined;
  readonly schema: Json | undefined;
  /** What the schema's references lead to. */
  readonly components: Json;
}

const MOST_LEVELS = 6;

/** Reads the JSON among the media types of requests and answers; undefined where there is none. */
export type BodyReader = (content: Json | undefined) => DeclaredBody | undefined;

/** Creates the reader for one document. */
export function createBodyReader(document: OpenApiDocument): BodyReader {
  const components = toSampled(document.root.components ?? {});
  return (content) => {
    const found = Object.entries(toObject(content)).find(([type]) => isJsonType(type) || type === "*/*");
    if (found === undefined) return undefined;
    const media = toObject(found[1]);
    const declared = toObject(resolveReferences(document, media.schema));
    const example = readExample(document, media) ?? readExample(document, declared);
    return { example, schema: media.schema, components };
  };
}

function readExample(document: OpenApiDocument, { example, examples }: JsonObject): Json | undefined {
  if (example !== undefined) return example;
  if (Array.isArray(examples)) return examples[0];
  const [first] = Object.values(toObject(examples));
  return toObject(resolveReferences(document, first)).value;
}

/** A value of a declared body: its example, or one that its schema allows, the same for the same seed. */
export function generateBody({ example, schema, components }: DeclaredBody, seed: number): Json {
  if (example !== undefined) return structuredClone(example);
  const root = { ...toObject(toSampled(schema ?? {})), components };
  return generateSync(root as JsonSchema, {
    ...{ seed, useExamplesValue: true, useDefaultValue: true },
    ...{ alwaysFakeOptionals: true, maxDefaultItems: 1, maxDepth: MOST_LEVELS },
  }) as Json; // it is made from a JSON Schema
}

/** A schema whose samples people can read: its own examples, and texts and numbers that are not random where it has none. */
function toSampled(schema: Json, name = "text"): Json {
  if (Array.isArray(schema)) return schema.map((part) => toSampled(part, name));
  if (!isObject(schema)) return schema;
  const { example, ...rest } = schema;
  const parts = Object.entries(rest).map(([keyword, value]): [string, Json] => {
    if (["enum", "const", "default", "examples", "required"].includes(keyword)) return [keyword, value];
    if (keyword !== "properties" || !isObject(value)) return [keyword, toSampled(value, name)];
    return [
      keyword,
      Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toSampled(one, key)])),
    ];
  });
  const known = Object.fromEntries(parts);
  if (example !== undefined) return { ...known, examples: [example] };
  const types = [schema.type].flat();
  if (
    types.includes("string") &&
    isFree(schema, ["format", "enum", "const", "pattern", "minLength", "examples", "default"])
  )
    return { ...known, examples: [name] };
  if (types.includes("integer") && isFree(schema, ["minimum", "maximum"]))
    return { ...known, minimum: 1, maximum: 100 };
  if (types.includes("number") && isFree(schema, ["minimum", "maximum", "multipleOf"]))
    return { ...known, type: "integer", minimum: 1, maximum: 100 };
  return known;
}

function isFree(schema: JsonObject, keywords: readonly string[]): boolean {
  return keywords.every((keyword) => schema[keyword] === undefined);
}
