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
  const upgraded = upgrade({ ...swagger, swagger: "2.0", schemes: schemes ?? [] });
  if (!isObject(upgraded)) throw new OpenApiError("The Swagger 2.0 document is not well formed.");
  const shared = Object.values(toObject(toObject(upgraded.components).requestBodies));
  const paths = Object.values(toObject(upgraded.paths)).flatMap((item) => Object.values(toObject(item)));
  for (const body of [...shared, ...paths.map((operation) => toObject(operation).requestBody)]) {
    if (isObject(body) && hasRequiredField(body)) body.required = true;
  }
  return upgraded;
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
