import type { Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import type { ManifestRequest } from "../manifest/schema/schema-parts.ts";
import { resolveReferences } from "./document.ts";
import { addInput, buildInputPlaceholder, type Inputs } from "./inputs.ts";
import { type MergedMembers, mergeMembers } from "./merge-members.ts";
import type { OperationContext } from "./parameters.ts";
import { toObject, toShortText } from "./read-json.ts";

/** The body of a request in the manifest's form; `type` if it is not the usual one. */
export interface PlacedBody
  extends Pick<ManifestRequest, "json" | "form" | "text" | "multipart" | "optional_body"> {
  type?: string;
}

const JSON_TYPE = /^(?:application|text)\/(?:x-)?(?:json|[^;]+\+json)(?:\s*;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data(?:\s*;|$)/i;
const TEXT_TYPE =
  /^(?:text\/|application\/(?:xml|yaml|x-yaml|graphql|csv|x-ndjson|javascript|[^;]+\+(?:xml|yaml))(?:\s*;|$))/i;
const ANY_TYPE = /^(?:application\/)?\*(?:\/\*)?(?:\s*;|$)/;
const MOST_TOGETHER = 200;

/** Whether a media type is JSON. */
export function isJsonType(type: string): boolean {
  return JSON_TYPE.test(type);
}

/** Adds an operation's body to its inputs and returns how to send it; undefined if a required body cannot be sent. */
export function addRequestBody(
  reading: OperationContext,
  declared: Json | undefined,
  inputs: Inputs,
): PlacedBody | undefined {
  const body = resolveReferences(reading.document, declared);
  if (body === undefined) return {};
  const content = toObject(body.content);
  const isRequired = body.required === true;
  for (const [type, media] of sendableTypes(content)) {
    const placed = placeBody(reading, inputs, { type, schema: toObject(media).schema, isRequired });
    if (placed !== undefined) return isRequired ? placed : { ...placed, ...optional(placed) };
  }
  const types = Object.keys(content);
  if (types.length === 0) return {};
  const kinds = types.slice(0, 3).join(", ").slice(0, 200);
  if (isRequired) reading.warn(`left out: a body of ${kinds} cannot be sent`);
  else reading.warn(`its body of ${kinds} cannot be sent and is left out`);
  return isRequired ? undefined : {};
}

function optional(placed: PlacedBody): Pick<PlacedBody, "optional_body"> {
  const hasBody = placed.json !== undefined || placed.form !== undefined || placed.multipart !== undefined;
  return hasBody ? { optional_body: true } : {};
}

/** The media types that can be sent, the best first; a type that allows anything is sent as JSON. */
function sendableTypes(content: JsonObject): [string, Json][] {
  const kinds = [JSON_TYPE, ANY_TYPE, FORM_TYPE, MULTIPART_TYPE, TEXT_TYPE];
  return kinds.flatMap((kind) => Object.entries(content).filter(([type]) => kind.test(type)));
}

interface DeclaredBody {
  type: string;
  schema: Json | undefined;
  isRequired: boolean;
}

/** Undefined if the body has parts that cannot be sent. */
function placeBody(reading: OperationContext, inputs: Inputs, body: DeclaredBody): PlacedBody | undefined {
  const { type } = body;
  const isJson = JSON_TYPE.test(type);
  if (isJson || ANY_TYPE.test(type)) {
    const json = placeMembers(reading, inputs, body) ?? addWhole(reading, inputs, body);
    return { json, ...(isJson && other(type, "application/json")) };
  }
  if (TEXT_TYPE.test(type)) return { text: addWhole(reading, inputs, body), ...other(type, "text/plain") };
  const fields = formFields(reading, body.schema);
  if (fields === undefined) return undefined;
  const isEmpty = Object.keys(fields.properties).length === 0;
  // A form that has no fields is no body; parts that nobody describes may be files.
  if (isEmpty) return MULTIPART_TYPE.test(type) ? undefined : {};
  const members = addMembers(reading, inputs, { ...body, fields });
  if (members === undefined) return undefined;
  return MULTIPART_TYPE.test(type) ? { multipart: members } : { form: members };
}

/** The content type if it differs from the one that the request template sends anyway. */
function other(type: string, usual: string): { type?: string } {
  return type.toLowerCase().startsWith(usual) ? {} : { type };
}

/** The fields of a form; undefined if one of them is a file, which cannot be sent yet. */
function formFields(reading: OperationContext, schema: Json | undefined): MergedMembers | undefined {
  const fields = mergeMembers(reading.document, schema, "all alternatives") ?? {
    properties: {},
    required: [],
  };
  const isFile = (member: Json) => {
    const shape = toObject(resolveReferences(reading.document, member));
    const items = toObject(resolveReferences(reading.document, shape.items));
    return [shape, items].some(
      ({ format, contentMediaType }) => format === "binary" || contentMediaType !== undefined,
    );
  };
  const kept = Object.entries(fields.properties).filter(([, member]) => !isFile(member));
  const files = Object.keys(fields.properties).filter((name) => !kept.some(([one]) => one === name));
  if (files.some((name) => fields.required.includes(name)) || (files.length > 0 && kept.length === 0))
    return undefined;
  if (files.length > 0)
    reading.warn(`its files ${files.join(", ").slice(0, 200)} cannot be sent and are left out`);
  return { properties: Object.fromEntries(kept), required: fields.required };
}

/**
 * Turns a plain object into one input per member, which people and agents fill in best; undefined for anything else.
 */
function placeMembers(
  reading: OperationContext,
  inputs: Inputs,
  body: DeclaredBody,
): Record<string, Json> | undefined {
  const fields = mergeMembers(reading.document, body.schema, "no alternatives");
  return fields && addMembers(reading, inputs, { ...body, fields });
}

function addMembers(
  reading: OperationContext,
  inputs: Inputs,
  { isRequired, fields }: { isRequired: boolean; fields: MergedMembers },
): Record<string, Json> | undefined {
  const members = Object.entries(fields.properties);
  const isTooLong = members.some(([name]) => name.length > 100 || name === "");
  // Inputs of the same name would collide.
  const isTaken = members.some(([name]) => Object.hasOwn(inputs.properties, name));
  if (members.length === 0 || isTooLong || isTaken) return undefined;
  const named = members.map(([name, member]) => {
    const needed = fields.required.includes(name);
    const schema = reading.schemas.convert(member);
    return { name, needed, input: addInput(inputs, name, { schema, isRequired: isRequired && needed }) };
  });
  const required = named.filter(({ needed }) => needed).map(({ input }) => input);
  // An optional body is whole or absent.
  if (!isRequired && required.length > 0 && required.length * named.length <= MOST_TOGETHER)
    inputs.together = { members: named.map(({ input }) => input), required };
  return Object.fromEntries(named.map(({ name, input }) => [name, buildInputPlaceholder(input)]));
}

function addWhole(reading: OperationContext, inputs: Inputs, { schema, isRequired }: DeclaredBody): string {
  return buildInputPlaceholder(
    addInput(inputs, "body", { schema: reading.schemas.convert(schema), isRequired }),
  );
}

/** The schema of an operation's successful response; undefined if the document has none. */
export function findResponseSchema(reading: OperationContext, operation: JsonObject): JsonObject | undefined {
  const answers = Object.entries(toObject(operation.responses));
  const [, answer] = answers.find(([status]) => /^2(\d\d|XX)$/i.test(status)) ?? [];
  const content = toObject(resolveReferences(reading.document, answer)?.content);
  const type = Object.keys(content).find(isJsonType);
  if (type === undefined) return undefined;
  const { schema } = toObject(content[type]);
  return schema === undefined ? undefined : reading.schemas.convert(schema);
}

/** The type of an operation's JSON response, if it has to be requested by name. */
export function findResponseType(reading: OperationContext, operation: JsonObject): string | undefined {
  const types = Object.entries(toObject(operation.responses))
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, answer]) => Object.keys(toObject(resolveReferences(reading.document, answer)?.content)));
  if (types.length === 0 || types.some((type) => /^application\/json|^\*\//i.test(type))) return undefined;
  return toShortText(types.find(isJsonType), 200);
}
