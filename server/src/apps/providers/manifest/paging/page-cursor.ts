import { isNumber, type Json } from "../../../../platform/json/json.ts";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import { ConnectorError, type JsonObject, type JsonSchema } from "../../../connector.ts";
import type { Position } from "./paging.ts";

/** Encodes a page's position for `next_cursor`: opaque to callers, and the position keeps its type. */
export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position), "utf8").toString("base64url");
}

/** Decodes what `encodeCursor` returned; throws `ConnectorError` (`input`) for anything else. */
export function decodeCursor(text: string): Position {
  try {
    const value: Json = parseJson(Buffer.from(text, "base64url").toString("utf8"));
    if (typeof value === "string" || (isNumber(value) && Number(value) >= 0)) return value;
    if (typeof value === "object" && value !== null && !isNumber(value)) return value;
  } catch {
    // Refused below: it was not encoded here.
  }
  throw new ConnectorError("input", "cursor must be the next_cursor of the previous response.");
}

/** An action's input schema with the inputs that paging adds. */
export function buildPagedInput(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as JsonObject | undefined; // it is a validated schema
  return {
    ...schema,
    properties: {
      ...properties,
      cursor: {
        type: "string",
        maxLength: 8000,
        title: "Cursor",
        description: "next_cursor of the previous response; leave it out to start at the beginning.",
      },
      max_pages: {
        type: "integer",
        minimum: 1,
        maximum: 100,
        default: 1,
        title: "Pages",
        description: "Maximum number of pages to read.",
      },
    },
  };
}

/** The schema of a paged action's result, with the schema of an item if the manifest has one. */
export function buildPagedOutput(item: JsonSchema | undefined): JsonSchema {
  return {
    type: "object",
    required: ["items", "next_cursor"],
    properties: {
      items: { type: "array", items: item ?? {} },
      next_cursor: {
        type: ["string", "null"],
        description: "Cursor of the next page; null after the last page.",
      },
    },
  };
}
