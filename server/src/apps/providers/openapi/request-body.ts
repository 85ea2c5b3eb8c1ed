import type { Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import type { ManifestRequest } from "../manifest/schema/schema-parts.ts";
import { resolveReferences } from "./document.ts";
import { buildFileSchema, convertFileField, hasRequiredFile, isFileSchema } from "./file-fields.ts";
import { addInput, buildInputPlaceholder, type Inputs } from "./inputs.ts";
import { type MergedMembers, mergeMembers } from "./merge-members.ts";
import type { OperationContext } from "./parameters.ts";
import { toObject, toShortText } from "./read-json.ts";

/** The body of a request in the manifest's form; `type` if it is not the usual one. */
export interface PlacedBody
  extends Pick<ManifestRequest, "json" | "form" | "text" | "multipart" | "file" | "optional_body"> {
  type?: string;
}

const JSON_TYPE = /^(?:application|text)\/(?:x-)?(?:json|[^;]+\+json)(?:\s*;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data(?:\s*;|$)/i;
const TEXT_TYPE =
  /^(?:text\/|application\/(?:xml|yaml|x-yaml|graphql|csv|x-ndjson|javascript|[^;]+\+(?:xml|yaml))(?:\s*;|$))/i;
const ANY_TYPE = /^(?:application\/)?\*(?:\/\*)?(?:\s*;|$)/;
const FILE_TYPE = /^(?!multipart\/)[\w.+-]+\/[\w.+*-]+(?:\s*;|$)/i;
const STRUCTURES = ["type", "properties", "items", "allOf", "anyOf", "oneOf"];
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
  for (const [type, media] of sendableTypes(reading, content)) {
    const { schema } = toObject(media);
    const isOnly = countFileTypes(content) === 1;
    const placed = placeBody(reading, inputs, { type, schema, isRequired, isOnly });
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
function sendableTypes({ document }: OperationContext, content: JsonObject): [string, Json][] {
  const kinds = [JSON_TYPE, ANY_TYPE, FORM_TYPE, MULTIPART_TYPE, TEXT_TYPE, FILE_TYPE];
  const sendable = [
    ...new Map(kinds.flatMap((kind) => Object.entries(content).filter(([type]) => kind.test(type)))),
  ];
  // A form without its files is only half of it.
  const needsFiles = sendable.some(([, media]) => hasRequiredFile(document, toObject(media).schema));
  const isForm = ([type]: [string, Json]) => MULTIPART_TYPE.test(type);
  return needsFiles ? [...sendable.filter(isForm), ...sendable.filter((one) => !isForm(one))] : sendable;
}

interface DeclaredBody {
  type: string;
  schema: Json | undefined;
  isRequired: boolean;
  /** Whether files of no other type are taken. */
  isOnly: boolean;
}

/** Undefined if the body has parts that cannot be sent. */
function placeBody(reading: OperationContext, inputs: Inputs, body: DeclaredBody): PlacedBody | undefined {
  const { type } = body;
  const isJson = JSON_TYPE.test(type);
  if (isFileBody(reading, body)) return placeFile(inputs, body);
  if (isJson || ANY_TYPE.test(type)) {
    const json = placeMembers(reading, inputs, body) ?? addWhole(reading, inputs, body);
    return { json, ...(isJson && other(type, "application/json")) };
  }
  if (TEXT_TYPE.test(type)) return { text: addWhole(reading, inputs, body), ...other(type, "text/plain") };
  const fields = formFields(reading, body);
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

/** Whether a body is a file as a whole: its schema says so, or its type is that of bytes. */
function isFileBody({ document }: OperationContext, { type, schema }: DeclaredBody): boolean {
  if (MULTIPART_TYPE.test(type) || FORM_TYPE.test(type)) return false;
  if (isFileSchema(document, schema)) return true;
  if ([JSON_TYPE, ANY_TYPE, TEXT_TYPE].some((kind) => kind.test(type))) return false;
  const shape = toObject(resolveReferences(document, schema));
  return shape.type === "string" || !STRUCTURES.some((keyword) => shape[keyword] !== undefined);
}

/** Sent as the type that the document declares, or if there is none or a choice, as the type of the file. */
function placeFile(inputs: Inputs, { type, schema, isRequired, isOnly }: DeclaredBody): PlacedBody {
  const input = addInput(inputs, "file", { schema: buildFileSchema(schema), isRequired });
  return { file: buildInputPlaceholder(input), ...(isOnly && !type.includes("*") && { type }) };
}

function countFileTypes(content: JsonObject): number {
  return Object.keys(content).filter((type) => !MULTIPART_TYPE.test(type) && !FORM_TYPE.test(type)).length;
}

/** The fields of a form. Only a multipart form can have files: undefined if another one requires them. */
function formFields(reading: OperationContext, { type, schema }: DeclaredBody): MergedMembers | undefined {
  const fields = mergeMembers(reading.document, schema, "all alternatives") ?? {
    properties: {},
    required: [],
  };
  if (MULTIPART_TYPE.test(type)) return fields;
  const kept = Object.entries(fields.properties).filter(
    ([, field]) => !isFileSchema(reading.document, field),
  );
  const files = Object.keys(fields.properties).filter((name) => !kept.some(([one]) => one === name));
  if (files.some((name) => fields.required.includes(name)) || (files.length > 0 && kept.length === 0))
    return undefined;
  if (files.length > 0)
    reading.warn(
      `its files ${files.join(", ").slice(0, 200)} cannot be sent in such a form and are left out`,
    );
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
  { type, isRequired, fields }: Pick<DeclaredBody, "type" | "isRequired"> & { fields: MergedMembers },
): Record<string, Json> | undefined {
  const members = Object.entries(fields.properties);
  const isTooLong = members.some(([name]) => name.length > 100 || name === "");
  // Inputs of the same name would collide.
  const isTaken = members.some(([name]) => Object.hasOwn(inputs.properties, name));
  if (members.length === 0 || isTooLong || isTaken) return undefined;
  const named = members.map(([name, member]) => {
    const needed = fields.required.includes(name);
    const schema = convertField(reading, type, member);
    return { name, needed, input: addInput(inputs, name, { schema, isRequired: isRequired && needed }) };
  });
  const required = named.filter(({ needed }) => needed).map(({ input }) => input);
  // An optional body is whole or absent.
  if (!isRequired && required.length > 0 && required.length * named.length <= MOST_TOGETHER)
    inputs.together = { members: named.map(({ input }) => input), required };
  return Object.fromEntries(named.map(({ name, input }) => [name, buildInputPlaceholder(input)]));
}

function convertField({ document, schemas }: OperationContext, type: string, field: Json): JsonObject {
  return (MULTIPART_TYPE.test(type) && convertFileField(document, schemas, field)) || schemas.convert(field);
}

function addWhole(reading: OperationContext, inputs: Inputs, { schema, isRequired }: DeclaredBody): string {
  return buildInputPlaceholder(
    addInput(inputs, "body", { schema: reading.schemas.convert(schema), isRequired }),
  );
}

/** What an operation answers with if it succeeds. */
export interface DeclaredAnswer {
  output?: JsonObject;
  /** The type to ask for, if it has to be requested by name. */
  accept?: string;
  /** The answer is a file, even if it is a text. */
  isFile: boolean;
}

/** Reads what a document says of an operation's success. */
export function readDeclaredAnswer(reading: OperationContext, operation: JsonObject): DeclaredAnswer {
  const answers = Object.entries(toObject(operation.responses)).filter(([status]) =>
    /^2(\d\d|XX)$/i.test(status),
  );
  const contents = answers.map(([, answer]) =>
    toObject(resolveReferences(reading.document, answer)?.content),
  );
  const types = contents.flatMap((content) => Object.entries(content));
  const json = Object.entries(contents[0] ?? {}).find(([type]) => isJsonType(type));
  const isFile =
    types.length > 0 &&
    types.every(
      ([type, media]) =>
        ![JSON_TYPE, ANY_TYPE].some((kind) => kind.test(type)) &&
        isFileSchema(reading.document, toObject(media).schema),
    );
  if (isFile) return { isFile, accept: toShortText(types.map(([type]) => type).join(", "), 200) };
  const { schema } = toObject(json?.[1]);
  const isUsual = types.length === 0 || types.some(([type]) => /^application\/json|^\*\//i.test(type));
  return {
    isFile,
    ...(schema !== undefined && { output: reading.schemas.convert(schema) }),
    ...(!isUsual && { accept: toShortText(types.map(([type]) => type).find(isJsonType), 200) }),
  };
}
