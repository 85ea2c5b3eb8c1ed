import { isObject, type Json } from "../../../platform/json/json.ts";
import { CLIENT_HEADERS } from "../../../platform/outbound/request-head.ts";
import type { JsonObject } from "../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "./document.ts";
import { addInput, buildInputPlaceholder, type Inputs } from "./inputs.ts";
import { toList, toObject, toShortText } from "./read-json.ts";
import type { Schemas } from "./schemas.ts";

/** Where an operation's parameters are placed in its request. */
export interface PlacedParameters {
  path: string;
  query: Record<string, Json>;
  headers: Record<string, string>;
}

/** What reading one operation requires. */
export interface OperationContext {
  document: OpenApiDocument;
  schemas: Schemas;
  /** Parameters that carry the credential, as `query:name` and `header:name` in lower case. */
  credentials: ReadonlySet<string>;
  warn(message: string): void;
}

/** A parameter with its references followed. */
interface Parameter {
  name: string;
  place: string;
  isRequired: boolean;
  style: string;
  explode: boolean;
  source: JsonObject;
  /** The schema, with references followed. */
  shape: JsonObject;
  isJsonText: boolean;
}

const SEPARATORS: Readonly<Record<string, "comma" | "space" | "pipe">> = {
  spaceDelimited: "space",
  pipeDelimited: "pipe",
};
const NAMED_SEPARATORS = { comma: "commas", space: "blanks", pipe: "|" };
// Set by the body, the response type, the credential or the HTTP client.
const OWN_HEADERS = ["accept", "content-type", "authorization", ...CLIENT_HEADERS];
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/**
 * Adds an operation's parameters to its inputs and returns their places; undefined if a required one cannot be sent.
 */
export function addParameters(
  reading: OperationContext,
  path: string,
  { inputs, declared }: { inputs: Inputs; declared: readonly Json[] },
): PlacedParameters | undefined {
  const placed = splitPath(path, inputs);
  for (const parameter of readParameters(reading, declared)) {
    const { place, name, isRequired } = parameter;
    if (reading.credentials.has(`${place}:${name.toLowerCase()}`)) continue;
    const isPlaced = placeOne(reading, placed, { parameter, inputs });
    if (!isPlaced && isRequired) {
      reading.warn(`left out: its ${place} parameter ${name} cannot be sent`);
      return undefined;
    }
    if (!isPlaced) reading.warn(`its ${place} parameter ${name} cannot be sent and is left out`);
  }
  // A placeholder in the path that no parameter describes.
  placed.path = placed.path.replace(/(?<!\{)\{([^{}]+)\}(?!\})/g, (_all, name: string) =>
    buildInputPlaceholder(addInput(inputs, name, { schema: { type: "string" }, isRequired: true })),
  );
  return placed;
}

/** A path as it can be sent: without a fragment, which no server sees, and with its query apart. */
function splitPath(path: string, inputs: Inputs): PlacedParameters {
  const { path: plain, query: fixed } = splitFixedPath(path);
  const query = Object.entries(fixed).map(([name, value]) => {
    const place = /^\{([^{}]+)\}$/.exec(value);
    if (place === null) return [name, value];
    const input = addInput(inputs, place[1] ?? "", { schema: { type: "string" }, isRequired: true });
    return [name, buildInputPlaceholder(input)];
  });
  return { path: plain, query: Object.fromEntries(query), headers: {} };
}

/** A path with the query that is part of it, as the document has them. */
export function splitFixedPath(path: string): { path: string; query: Record<string, string> } {
  const [address = "", fragment] = path.split("#");
  const [plain = "", search] = address.split("?");
  // Documents tell operations at one address apart by it.
  const isEmpty = fragment !== undefined && plain === "";
  return {
    path: (isEmpty ? "/" : plain).replaceAll(" ", "%20"),
    query: Object.fromEntries(new URLSearchParams(search ?? "")),
  };
}

function readParameters({ document }: OperationContext, declared: readonly Json[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const one of declared) {
    const source = resolveReferences(document, one);
    const name = toShortText(source?.name, 200);
    const place = toShortText(source?.in);
    if (source === undefined || name === undefined || place === undefined) continue;
    const [content] = Object.values(toObject(source.content));
    const schema = content === undefined ? source.schema : toObject(content).schema;
    const style = toShortText(source.style) ?? (place === "path" || place === "header" ? "simple" : "form");
    found.set(`${place}:${name}`, {
      name,
      place,
      isRequired: source.required === true || place === "path",
      style,
      explode: typeof source.explode === "boolean" ? source.explode : style === "form",
      source: { ...source, schema: schema ?? {} },
      shape: shapeOf(document, schema),
      isJsonText: content !== undefined,
    });
  }
  return [...found.values()];
}

/** What a schema says at its top: also beside a reference, where the document's version gives that a meaning. */
function shapeOf(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  const target = resolveReferences(document, schema) ?? {};
  return document.is30 ? target : { ...target, ...toObject(schema) };
}

interface ParameterContext {
  parameter: Parameter;
  inputs: Inputs;
}

function placeOne(reading: OperationContext, placed: PlacedParameters, placing: ParameterContext): boolean {
  const { place, name } = placing.parameter;
  if (place === "query") return placeInQuery(reading, placed, placing);
  if (place === "header") {
    if (name.toLowerCase() === "authorization" && placing.parameter.isRequired)
      reading.warn("its header Authorization is sent only if a credential sets it");
    if (OWN_HEADERS.includes(name.toLowerCase())) return true;
    if (!HEADER_NAME.test(name)) return false;
    placed.headers[name] = addText(reading, placing);
    return true;
  }
  if (place !== "path" || placing.parameter.style !== "simple") return false;
  placed.path = placed.path.replaceAll(`{${name}}`, addText(reading, placing));
  return true;
}

function placeInQuery(
  reading: OperationContext,
  { query }: PlacedParameters,
  placing: ParameterContext,
): boolean {
  const { name, style, explode, isJsonText } = placing.parameter;
  if (name.length > 100) return false;
  const isList = isListSchema(placing.parameter.shape);
  const isObjectLike = isStructured(placing.parameter);
  const isRepeated = isList && !isJsonText && explode && style !== "deepObject";
  if (isRepeated) query[name] = addPlaceholder(reading, placing, undefined);
  else if (!isJsonText && style === "deepObject") query[name] = addPlaceholder(reading, placing, "deep");
  else if (!isJsonText && isObjectLike && explode) query[name] = addPlaceholder(reading, placing, "members");
  else query[name] = addText(reading, placing);
  return true;
}

function addPlaceholder(
  reading: OperationContext,
  { parameter, inputs }: ParameterContext,
  style: "deep" | "members" | undefined,
): string {
  const schema = describe(reading, parameter);
  const input = addInput(inputs, parameter.name, { schema, isRequired: parameter.isRequired });
  if (style !== undefined) inputs.styles[input] = style;
  return buildInputPlaceholder(input);
}

/** Adds an input that is sent as one text, and returns its placeholder. */
function addText(reading: OperationContext, { parameter, inputs }: ParameterContext): string {
  const schema = textSchema(reading, parameter);
  const input = addInput(inputs, parameter.name, { schema, isRequired: parameter.isRequired });
  const style = styleOf(parameter);
  if (style !== undefined) inputs.styles[input] = style;
  return buildInputPlaceholder(input);
}

/** How a list or an object becomes one text; undefined for values that are text anyway. */
function styleOf(parameter: Parameter): "comma" | "space" | "pipe" | "json" | undefined {
  if (!isListSchema(parameter.shape) && !isStructured(parameter)) return undefined;
  return parameter.isJsonText ? "json" : (SEPARATORS[parameter.style] ?? "comma");
}

/** The schema of an input that is sent as one text; a list or an object may also be given as that text. */
function textSchema(reading: OperationContext, parameter: Parameter): JsonObject {
  const schema = describe(reading, parameter);
  const style = styleOf(parameter);
  if (style === undefined) return schema;
  const form =
    style === "json"
      ? "Or as JSON text."
      : `Or as text, several values separated by ${NAMED_SEPARATORS[style]}.`;
  const { title, description, ...rest } = schema;
  return {
    ...(title !== undefined && { title }),
    description: [description, form].filter((text) => text !== undefined).join(" "),
    anyOf: [rest, { type: "string" }],
  };
}

function describe({ schemas }: OperationContext, { source }: Parameter): JsonObject {
  const description = toShortText(source.description, 500);
  return { ...schemas.convert(source.schema), ...(description !== undefined && { description }) };
}

function isListSchema(schema: JsonObject): boolean {
  return [schema.type].flat().includes("array");
}

function isStructured({ shape }: Parameter): boolean {
  return [shape.type].flat().includes("object") || isObject(shape.properties);
}

/** The parameters of an operation as the document has them, with references followed. */
export function listParameterSources(
  document: OpenApiDocument,
  { pathItem, source }: { pathItem: JsonObject; source: JsonObject },
): JsonObject[] {
  return listDeclaredParameters(pathItem, source).flatMap((one) => {
    const parameter = resolveReferences(document, one);
    return parameter === undefined ? [] : [parameter];
  });
}

/** The parameters of an operation: its own, and those of its path that they do not replace. */
export function listDeclaredParameters(pathItem: JsonObject, operation: JsonObject): Json[] {
  return [...toList(pathItem.parameters), ...toList(operation.parameters)];
}
