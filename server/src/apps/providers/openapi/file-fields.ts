import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { buildFileInput } from "../file-schema.ts";
import { type OpenApiDocument, resolveReferences } from "./document.ts";
import { mergeMembers } from "./merge-members.ts";
import { toList, toObject, toShortText } from "./read-json.ts";
import type { Schemas } from "./schemas.ts";

/** Whether a schema stands for bytes: `format: binary`, or in 3.1 a media type without an encoding. */
export function isFileSchema(document: OpenApiDocument, schema: Json | undefined): boolean {
  const { type, format, contentMediaType, contentEncoding } = toObject(resolveReferences(document, schema));
  if (type !== undefined && type !== "string" && type !== "file") return false;
  return (
    format === "binary" ||
    type === "file" ||
    (contentMediaType !== undefined && contentEncoding === undefined)
  );
}

/** The input for a file, with the title and the description of the field. */
export function buildFileSchema(field: Json | undefined): JsonObject {
  const { title, description } = toObject(field);
  return {
    ...buildFileInput(toShortText(description, 400)),
    ...(toShortText(title, 200) !== undefined && { title: toShortText(title, 200) ?? "" }),
  };
}

/** A field that takes a file, a list of them, or one of several things; undefined if no file is among them. */
export function convertFileField(
  document: OpenApiDocument,
  schemas: Schemas,
  field: Json | undefined,
): JsonObject | undefined {
  const shape = toObject(resolveReferences(document, field));
  if (isFileSchema(document, shape)) return buildFileSchema({ ...shape, ...toObject(field) });
  if (isFileSchema(document, shape.items)) {
    const { items: _items, ...list } = schemas.convert(shape);
    return { ...list, type: "array", items: buildFileSchema(toObject(shape.items)) };
  }
  const alternatives = [...toList(shape.anyOf), ...toList(shape.oneOf)];
  const converted = alternatives.map((one) => convertFileField(document, schemas, one));
  if (!converted.some(isObject)) return undefined;
  return {
    ...(toShortText(shape.description, 500) !== undefined && {
      description: toShortText(shape.description, 500) ?? "",
    }),
    anyOf: converted.map((one, i) => one ?? schemas.convert(alternatives[i])),
  };
}

/** Whether an object has a required member that is a file or a list of them. */
export function hasRequiredFile(document: OpenApiDocument, schema: Json | undefined): boolean {
  const members = mergeMembers(document, schema, "no alternatives");
  return (members?.required ?? []).some((name) => {
    const field = members?.properties[name];
    const { items } = toObject(resolveReferences(document, field));
    return isFileSchema(document, field) || isFileSchema(document, items);
  });
}
