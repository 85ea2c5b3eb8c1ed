import type { Json } from "../../../../platform/json/json.ts";
import { ConnectorError, type JsonObject, type JsonSchema } from "../../../connector.ts";
import type { Position } from "./paging.ts";

/** The text that stands for a page's position in `next_cursor`: opaque to callers, and it keeps the position's type. */
export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position), "utf8").toString("base64url");
}

/** Reads what `encodeCursor` wrote; throws `ConnectorError` (`input`) for anything else. */
export function decodeCursor(text: string): Position {
  try {
    const value: Json = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (typeof value === "string" || (typeof value === "number" && value >= 0)) return value;
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Said below: what is no JSON was not written here.
  }
  throw new ConnectorError("input", "cursor must be the next_cursor of the previous response.");
}

/** An action's input with what paging adds to it. */
export function buildPagedInput(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as JsonObject | undefined; // the schema has been checked
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

/** A paged action's result, with the schema of one item where the manifest describes it. */
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
