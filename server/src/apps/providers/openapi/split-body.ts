import { parseJsonBody } from "../../../platform/http/json-body.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";

/** A request body that contains a document as text: just the document, or `members` with the document among them. */
export type SplitBody = { kind: "document" } | { kind: "members"; members: Json };

/** Distinguishes a JSON body that is an OpenAPI document from one that contains it in `document`. Throws `ApiError`. */
export function splitBody(text: string): SplitBody {
  const body = parseJsonBody(text) as Json;
  if (!isObject(body)) return { kind: "members", members: [] };
  const isDocument = "openapi" in body || "swagger" in body;
  if (isDocument && !("document" in body) && !("url" in body)) return { kind: "document" };
  if (!isObject(body.document)) return { kind: "members", members: body };
  return { kind: "members", members: { ...body, document: JSON.stringify(body.document) } };
}
