import { isNumber, type Json } from "../../../../platform/json/json.ts";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import { ConnectorError, type JsonObject, type JsonSchema } from "../../../connector.ts";
import type { NextPage } from "./page-trail.ts";

/**
 * Encodes a page for `next_cursor`: opaque to callers, and the position keeps its type. The trail goes along, so that a
 * workflow that reads page by page notices a list without an end, too.
 */
export function encodeCursor({ position, trail }: NextPage): string {
  return Buffer.from(JSON.stringify({ page: position, ...trail }), "utf8").toString("base64url");
}

/** Decodes what `encodeCursor` returned; throws `ConnectorError` (`input`) for anything else. */
export function decodeCursor(text: string): NextPage {
  try {
    const value: Json = parseJson(Buffer.from(text, "base64url").toString("utf8"));
    const { page = null, mark, steps } = value as JsonObject; // of other values they are undefined
    const hasTrail = typeof mark === "string" && Number.isSafeInteger(steps) && Number(steps) > 0;
    // Cursors of earlier versions are the position alone.
    const position = hasTrail ? page : value;
    const isCount = isNumber(position) && Number(position) >= 0;
    const isOther = typeof position === "object" && position !== null && !isNumber(position);
    if (typeof position === "string" || isCount || isOther) {
      return hasTrail ? { position, trail: { mark, steps: Number(steps) } } : { position };
    }
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
