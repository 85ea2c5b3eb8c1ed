import type { Json } from "../../../../platform/json/json.ts";
import type { JsonObject, JsonSchema, OptionList } from "../../../connector.ts";
import { buildFileInput } from "../../file-schema.ts";
import type { PieceProperty } from "../piece.ts";

// Only shown in the original engine's forms.
const NO_INPUT = ["MARKDOWN"];

const TYPES: Readonly<Record<string, JsonObject>> = {
  SHORT_TEXT: { type: "string" },
  LONG_TEXT: { type: "string" },
  SECRET_TEXT: { type: "string" },
  COLOR: { type: "string" },
  DATE_TIME: { type: "string", format: "date-time" },
  NUMBER: { type: "number" },
  CHECKBOX: { type: "boolean" },
  OBJECT: { type: "object" },
  // As a text, the piece parses it itself. By its types the editor knows that it is written as JSON.
  JSON: { type: ["object", "array", "string", "number", "boolean", "null"] },
  CUSTOM: {},
};

/**
 * The JSON Schema of a piece's form. Dropdowns that the provider fills become lists in `options`, named
 * `<owner>.<field>`.
 */
export function buildFormSchema(
  owner: string,
  props: Readonly<Record<string, PieceProperty>>,
  options: OptionList[],
): JsonSchema {
  const shown = Object.entries(props).filter(([, { type }]) => !NO_INPUT.includes(type));
  const properties = shown.map(([name, property]): [string, Json] => [
    name,
    { ...wordsOf(property), ...schemaOf(`${owner}.${name}`, property, { props, options }) },
  ]);
  // An unticked checkbox is not sent.
  const required = shown
    .filter(([, { required, type }]) => required && type !== "CHECKBOX")
    .map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

function wordsOf({ displayName, description, defaultValue }: PieceProperty): JsonObject {
  return {
    ...(displayName !== undefined && { title: displayName }),
    ...(description !== undefined && { description }),
    ...(isPrimitiveDefault(defaultValue) && { default: defaultValue }),
  };
}

/** Whether our forms can show a default. */
export function isPrimitiveDefault(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The fields of a form, and the lists that its dropdowns add to. */
interface FormParts {
  props: Readonly<Record<string, PieceProperty>>;
  options: OptionList[];
}

function schemaOf(place: string, property: PieceProperty, parts: FormParts): JsonObject {
  const { type, properties, description } = property;
  if (type === "FILE") return buildFileInput(description);
  if (type.endsWith("DROPDOWN")) return choiceOf(place, property, parts);
  if (type === "DYNAMIC") return dynamicOf(place, property, parts);
  if (type === "ARRAY") {
    const items: JsonObject =
      properties === undefined ? { type: "string" } : buildFormSchema(place, properties, parts.options);
    return { type: "array", items };
  }
  return TYPES[type] ?? {};
}

/** Which fields a dynamic form has, only the piece knows: a list has their names. */
function dynamicOf(place: string, property: PieceProperty, parts: FormParts): JsonObject {
  parts.options.push({ id: place, needs: listNeeds(property, parts) });
  const hint = `An object; the option list ${place} has the names of its members.`;
  const description = [property.description, hint].filter(Boolean).join(" ");
  return { type: "object", propertyNames: { "x-options": place }, description };
}

/** Others, and fields that are not there, only make the original form ask again when they change. */
function listNeeds({ refreshers = [] }: PieceProperty, { props }: FormParts): string[] {
  return refreshers.filter((name) => Object.hasOwn(props, name) && props[name]?.required === true);
}

function choiceOf(place: string, property: PieceProperty, parts: FormParts): JsonObject {
  const { type, options: source } = property;
  const many = type.includes("MULTI_SELECT");
  if (typeof source !== "function") {
    const values = (source?.options ?? []).map(({ value }) => value as Json); // choices are JSON
    const one: JsonObject = values.length > 0 ? { enum: values } : {};
    return many ? { type: "array", items: one } : one;
  }
  parts.options.push({ id: place, needs: listNeeds(property, parts) });
  return many ? { type: "array", items: {}, "x-options": place } : { "x-options": place };
}
