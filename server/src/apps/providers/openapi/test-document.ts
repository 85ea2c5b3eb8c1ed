import type { JsonObject } from "../../connector.ts";
import { type ImportRequest, importDocument } from "./import-document.ts";

/** A document with these paths. */
export function buildDocument(paths: object, more: object = {}): string {
  const info = { title: "Pet shop", version: "2.1" };
  return JSON.stringify({
    openapi: "3.0.3",
    info,
    servers: [{ url: "https://api.pets.example/v1/" }],
    paths,
    ...more,
  });
}

/** Imports a document with these paths, without the warning about missing security schemes. */
export function importTestDocument(
  paths: object,
  more: { components?: object; [member: string]: unknown } = {},
  request: Partial<ImportRequest> = {},
) {
  const hasSchemes = "securitySchemes" in (more.components ?? {});
  const scheme = hasSchemes ? undefined : { type: "http", scheme: "bearer" };
  return importDocument({ text: buildDocument(paths, more), scheme, ...request });
}

/** The only action of a document with this operation. */
export function importSingleAction(
  path: string,
  method: string,
  operation: object,
  more: Record<string, unknown> = {},
) {
  const { manifest, warnings } = importTestDocument({ [path]: { [method]: operation } }, more);
  const [action] = Object.values(manifest.actions);
  if (action === undefined) throw new Error("There is no action.");
  return { ...action, warnings, properties: action.input.properties as Record<string, JsonObject> };
}
