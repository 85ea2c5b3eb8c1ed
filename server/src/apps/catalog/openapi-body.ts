import { badRequest } from "../../platform/errors.ts";
import { BODY_LIMIT_BYTES } from "../../platform/http/json-body.ts";
import type { App } from "../../platform/http/route.ts";
import { OpenApiError } from "../providers/openapi/openapi-error.ts";
import { runSplit } from "../providers/openapi/run-import.ts";
import { splitBody } from "../providers/openapi/split-body.ts";

/** The types under which a document may be the whole body. */
const DOCUMENT_TYPES = [
  "application/yaml",
  "application/x-yaml",
  "text/yaml",
  "text/x-yaml",
  "application/vnd.oai.openapi",
  "application/vnd.oai.openapi+json",
];

/**
 * Reads the bodies of this plugin's routes: a document as it is, or JSON that holds one or is one. Its text goes on
 * unread; large JSON is taken apart in a thread of its own, because parsing it would hold the server up.
 */
export function useDocuments(routes: App): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(
    DOCUMENT_TYPES,
    { parseAs: "string" },
    async (_request: unknown, document: string) => ({ document }),
  );
  routes.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, text: string) => {
      if (text.trim() === "") return undefined;
      const split = text.length > BODY_LIMIT_BYTES ? await withApiErrors(runSplit(text)) : splitBody(text);
      return split.kind === "document" ? { document: text } : split.members;
    },
  );
}

/** What comes of a document; 400 with what is wrong with it. */
export async function withApiErrors<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof OpenApiError) throw badRequest(error.message);
    throw error;
  }
}
