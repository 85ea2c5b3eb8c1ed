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

const SEPARATORS: Readonly<Record<string, string>> = {
  simple: "commas",
  form: "commas",
  spaceDelimited: "blanks",
  pipeDelimited: "|",
};
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
  const placed: PlacedParameters = { path, query: {}, headers: {} };
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
      shape: resolveReferences(document, schema) ?? {},
      isJsonText: content !== undefined,
    });
  }
  return [...found.values()];
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
      reading.warn("its header Authorization is sent only with a credential that says so");
    if (OWN_HEADERS.includes(name.toLowerCase())) return true;
    if (!HEADER_NAME.test(name) || isStructured(placing.parameter)) return false;
    placed.headers[name] = buildInputPlaceholder(
      addAs(reading, placing, textSchema(reading, placing.parameter)),
    );
    return true;
  }
  if (place !== "path" || placing.parameter.style !== "simple" || isStructured(placing.parameter))
    return false;
  const input = addAs(reading, placing, textSchema(reading, placing.parameter));
  placed.path = placed.path.replaceAll(`{${name}}`, buildInputPlaceholder(input));
  return true;
}

function placeInQuery(
  reading: OperationContext,
  { query }: PlacedParameters,
  placing: ParameterContext,
): boolean {
  const { parameter } = placing;
  const { name, style, explode, isJsonText } = parameter;
  if (name.length > 100) return false;
  if (isStructured(parameter) && !isJsonText) return placeMembers(reading, query, placing);
  // A list becomes repeated parameters, as the request template sends it.
  const repeats = isList(parameter) && !isJsonText && style === "form" && explode;
  const schema = repeats ? describe(reading, parameter) : textSchema(reading, parameter);
  query[name] = buildInputPlaceholder(addAs(reading, placing, schema));
  return true;
}

/** Sends an object as one parameter for each of its declared members: `name[member]`, or just `member`. */
function placeMembers(
  reading: OperationContext,
  query: PlacedParameters["query"],
  placing: ParameterContext,
): boolean {
  const { name, style, explode, shape } = placing.parameter;
  const isDeep = style === "deepObject";
  if (!isDeep && !(style === "form" && explode)) return false;
  const members = Object.entries(toObject(shape.properties)).filter(
    ([member, schema]) =>
      /^[A-Za-z0-9_$@-]+$/.test(member) && !isObjectSchema(resolveReferences(reading.document, schema)),
  );
  if (members.length === 0) return false;
  const input = addAs(reading, placing, describe(reading, placing.parameter));
  for (const [member] of members) {
    query[isDeep ? `${name}[${member}]` : member] = `{{ input.${input}.${member} }}`;
  }
  return true;
}

function addAs(
  _reading: OperationContext,
  { parameter, inputs }: ParameterContext,
  schema: JsonObject,
): string {
  return addInput(inputs, parameter.name, { schema, isRequired: parameter.isRequired });
}

/** The schema of an input that is sent as text; a list is typed as text. */
function textSchema(reading: OperationContext, parameter: Parameter): JsonObject {
  const schema = describe(reading, parameter);
  const separator = SEPARATORS[parameter.style] ?? "commas";
  const isStructure = isList(parameter) || isStructured(parameter);
  if (!isStructure) return schema;
  const form = parameter.isJsonText ? "As JSON text." : `Several values are separated by ${separator}.`;
  const { title, description } = schema;
  return {
    type: "string",
    ...(title !== undefined && { title }),
    description: [description, form].filter((text) => text !== undefined).join(" "),
  };
}

function describe({ schemas }: OperationContext, { source }: Parameter): JsonObject {
  const description = toShortText(source.description, 500);
  return { ...schemas.convert(source.schema), ...(description !== undefined && { description }) };
}

function isList({ shape }: Parameter): boolean {
  return [shape.type].flat().includes("array");
}

function isStructured({ shape }: Parameter): boolean {
  return isObjectSchema(shape);
}

function isObjectSchema(schema: JsonObject | undefined): boolean {
  return [schema?.type].flat().includes("object") || isObject(schema?.properties);
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
