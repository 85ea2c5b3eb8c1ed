import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { resolveReferences } from "./document.ts";
import { addInput, buildInputPlaceholder, type Inputs } from "./inputs.ts";
import type { OperationContext } from "./parameters.ts";
import { toList, toObject, toShortText } from "./read-json.ts";

/** The body of a request in the manifest's form; `type` if it is not the usual one. */
export interface PlacedBody {
  json?: Json;
  form?: Record<string, Json>;
  text?: string;
  type?: string;
}

const JSON_TYPE = /^application\/(?:json|[^;]+\+json)(?:;|$)/i;
const FORM_TYPE = "application/x-www-form-urlencoded";
const COMPOSED = ["allOf", "anyOf", "oneOf", "not", "if"];

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
  const types = Object.keys(content);
  const isRequired = body.required === true;
  const type = types.find(isJsonType) ?? types.find((one) => one.startsWith(FORM_TYPE)) ?? types.find(isText);
  if (type === undefined) {
    if (types.length === 0) return {};
    const kinds = types.slice(0, 3).join(", ").slice(0, 200);
    if (isRequired) {
      reading.warn(`left out: a body of ${kinds} cannot be sent`);
      return undefined;
    }
    reading.warn(`its body of ${kinds} cannot be sent and is left out`);
    return {};
  }
  const { schema } = toObject(content[type]);
  if (isText(type))
    return {
      text: buildInputPlaceholder(addWhole(reading, inputs, { schema, isRequired })),
      ...other(type, "text/plain"),
    };
  const members = placeMembers(reading, inputs, { schema, isRequired });
  if (isJsonType(type)) {
    const json = members ?? buildInputPlaceholder(addWhole(reading, inputs, { schema, isRequired }));
    return { json, ...other(type, "application/json") };
  }
  if (members !== undefined) return { form: members };
  reading.warn("left out: its form has no fixed fields");
  return undefined;
}

function isText(type: string): boolean {
  return /^text\/plain(?:;|$)/i.test(type);
}

/** The content type if it differs from the one that the request template sends anyway. */
function other(type: string, usual: string): { type?: string } {
  return type.toLowerCase().startsWith(usual) ? {} : { type };
}

interface DeclaredBody {
  schema: Json | undefined;
  isRequired: boolean;
}

/**
 * Turns a plain object into one input per member, which people and agents fill in best; undefined for anything else.
 */
function placeMembers(
  reading: OperationContext,
  inputs: Inputs,
  { schema, isRequired }: DeclaredBody,
): Record<string, Json> | undefined {
  const shape = resolveReferences(reading.document, schema);
  if (shape === undefined || !isObject(shape.properties)) return undefined;
  if (COMPOSED.some((keyword) => shape[keyword] !== undefined)) return undefined;
  const members = Object.entries(shape.properties).filter(
    ([, member]) => resolveReferences(reading.document, member)?.readOnly !== true,
  );
  const isTooLong = members.some(([name]) => name.length > 100 || name === "");
  // Inputs of the same name would collide.
  const isTaken = members.some(([name]) => Object.hasOwn(inputs.properties, name));
  if (members.length === 0 || isTooLong || isTaken) return undefined;
  const required = isRequired ? toList(shape.required) : [];
  return Object.fromEntries(
    members.map(([name, member]) => {
      const input = addInput(inputs, name, {
        schema: reading.schemas.convert(member),
        isRequired: required.includes(name),
      });
      return [name, buildInputPlaceholder(input)];
    }),
  );
}

function addWhole(reading: OperationContext, inputs: Inputs, { schema, isRequired }: DeclaredBody): string {
  return addInput(inputs, "body", { schema: reading.schemas.convert(schema), isRequired });
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
