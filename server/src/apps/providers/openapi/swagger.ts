import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { OpenApiError } from "./openapi-error.ts";
import { toList, toObject } from "./read-json.ts";

/**
 * Converts Swagger 2.0 to OpenAPI 3.0; without `schemes` it uses the scheme of the document's address, or https.
 * Throws `OpenApiError`.
 */
export function convertSwagger(swagger: JsonObject, documentUrl: string | undefined): JsonObject {
  const fetched = documentUrl === undefined ? "https" : new URL(documentUrl).protocol.slice(0, -1);
  const schemes = toList(swagger.schemes).length > 0 ? swagger.schemes : [fetched];
  const upgraded = upgrade(sayFormTypes({ ...swagger, swagger: "2.0", schemes: schemes ?? [] }));
  if (!isObject(upgraded)) throw new OpenApiError("The Swagger 2.0 document is not well formed.");
  const shared = Object.values(toObject(toObject(upgraded.components).requestBodies));
  const paths = Object.values(toObject(upgraded.paths)).flatMap((item) => Object.values(toObject(item)));
  for (const body of [...shared, ...paths.map((operation) => toObject(operation).requestBody)]) {
    if (isObject(body) && hasRequiredField(body)) body.required = true;
  }
  return upgraded;
}

/** Forms without `consumes`: with a file they are multipart. */
function sayFormTypes(swagger: JsonObject): JsonObject {
  const shared = toObject(swagger.parameters);
  const resolve = (one: Json) => {
    const { $ref } = toObject(one);
    return toObject(typeof $ref === "string" ? shared[$ref.replace("#/parameters/", "")] : one);
  };
  const withType = (operation: Json, ofPath: readonly Json[]): Json => {
    if (!isObject(operation) || toList(operation.consumes ?? swagger.consumes).some(isFormType))
      return operation;
    const form = [...ofPath, ...toList(operation.parameters)]
      .map(resolve)
      .filter((one) => one.in === "formData");
    if (form.length === 0) return operation;
    const hasFile = form.some(({ type }) => type === "file");
    return {
      ...operation,
      consumes: [hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"],
    };
  };
  const paths = Object.entries(toObject(swagger.paths)).map(([path, item]) => {
    if (!isObject(item)) return [path, item];
    const ofPath = toList(item.parameters);
    return [
      path,
      Object.fromEntries(Object.entries(item).map(([name, one]) => [name, withType(one, ofPath)])),
    ];
  });
  return { ...swagger, paths: Object.fromEntries(paths) };
}

function isFormType(type: Json): boolean {
  return typeof type === "string" && /form/i.test(type);
}

/** A form with a required field is itself required; the library only marks the field. */
function hasRequiredField({ content }: JsonObject): boolean {
  return Object.entries(toObject(content)).some(
    ([type, media]) => type.includes("form") && toList(toObject(toObject(media).schema).required).length > 0,
  );
}

function upgrade(swagger: JsonObject): Json {
  try {
    return upgradeFromTwoToThree(swagger) as Json; // JSON in, JSON out
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    // The library assumes that every path and operation is an object.
    const reason = cause instanceof Error ? ` (${cause.message.slice(0, 200)})` : "";
    throw new OpenApiError(`The Swagger 2.0 document is not well formed${reason}.`);
  }
}
