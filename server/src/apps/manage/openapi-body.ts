import type { Deps } from "../../deps.ts";
import { badRequest } from "../../platform/errors.ts";
import { BODY_LIMIT_BYTES } from "../../platform/http/json-body.ts";
import type { App } from "../../platform/http/route.ts";
import { OpenApiError } from "../providers/openapi/openapi-error.ts";
import { runSplit } from "../providers/openapi/run-import.ts";
import { splitBody } from "../providers/openapi/split-body.ts";

/** The content types under which a document may be the whole body. */
const DOCUMENT_TYPES = [
  "application/yaml",
  "application/x-yaml",
  "text/yaml",
  "text/x-yaml",
  "application/vnd.oai.openapi",
  "application/vnd.oai.openapi+json",
];

/**
 * Reads the bodies of this plugin's routes: a document itself, or JSON that contains one or is one. The text is
 * passed on unparsed; large JSON is split in a thread of its own, because parsing it would block the server.
 */
export function useDocuments(routes: App, deps: Pick<Deps, "importThreads">): void {
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
      const split =
        text.length > BODY_LIMIT_BYTES ? await withApiErrors(runSplit(deps, text)) : splitBody(text);
      return split.kind === "document" ? { document: text } : split.members;
    },
  );
}

/** The result of an import; 400 with what is wrong with the document. */
export async function withApiErrors<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof OpenApiError) throw badRequest(error.message);
    throw error;
  }
}
