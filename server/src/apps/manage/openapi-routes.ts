import { type Static, Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import { defineOperations, registerOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import type { App } from "../../platform/http/route.ts";
import type { DocumentPreview } from "../providers/openapi/import-document.ts";
import { runPreview } from "../providers/openapi/run-import.ts";
import { importApplication, LARGEST_DOCUMENT_BYTES, readSource } from "./import-application.ts";
import { useDocuments, withApiErrors } from "./openapi-body.ts";
import {
  OpenApiBody,
  OpenApiImport,
  OpenApiOperation,
  OpenApiPreview,
  OpenApiQuery,
  OpenApiSource,
} from "./openapi-schema.ts";
import { createSettingsPresenter } from "./present-settings.ts";

const BASE = "/api/v2/public/application/openapi";
const bodyLimit = LARGEST_DOCUMENT_BYTES;
const tooLarge = { 413: { ...ErrorReply, description: "The body is larger than 20 MB." } };

const operation = defineOperations<Deps>("Application settings");

/** Imports of OpenAPI documents, whose bodies are larger than others. */
export const OPENAPI_OPERATIONS = [
  operation({
    id: "importOpenApi",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    bodyLimit,
    summary: "Import an OpenAPI document",
    description:
      "Creates your own application from an OpenAPI 3 or Swagger 2 document, or replaces the one with the same `slug`; each operation becomes an action. Send the document, or a `url` to fetch it from, at most 20 MB. `warnings` says what could not be imported, and `needs_credential` whether you must say how customers connect. Returns 400 if the document cannot be used or the slug is taken. See [Create an application from an OpenAPI document](/guides/applications#create-an-application-from-an-openapi-document).",
    schema: { querystring: OpenApiQuery, body: OpenApiBody, response: { 200: OpenApiImport, ...tooLarge } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { application, ...imported } = await importApplication(deps, scope, {
        ...request.query,
        ...request.body,
      });
      const toSettings = await createSettingsPresenter(deps, scope);
      return { ...toSettings(application), ...imported };
    },
  }),
  operation({
    id: "listOpenApiOperations",
    method: "post",
    path: `${BASE}/operations`,
    least: "developer",
    credentials: "apiKey",
    bodyLimit,
    summary: "List an OpenAPI document's operations",
    description:
      "Reads an OpenAPI document and returns its operations, so that you can choose which ones to import. Nothing is stored.",
    schema: { body: OpenApiSource, response: { 200: Type.Array(OpenApiOperation), ...tooLarge } },
    run: async (deps, request) => (await preview(deps, request.body)).operations,
  }),
  operation({
    id: "previewOpenApi",
    method: "post",
    path: `${BASE}/preview`,
    least: "developer",
    credentials: "apiKey",
    bodyLimit,
    summary: "Preview an OpenAPI import",
    description:
      "Reads an OpenAPI document and returns the name, slug and base URL that an import proposes, with its operations. Nothing is stored.",
    schema: { body: OpenApiSource, response: { 200: OpenApiPreview, ...tooLarge } },
    run: async (deps, request) => {
      const { baseUrl, ...proposed } = await preview(deps, request.body);
      return { ...proposed, base_url: baseUrl ?? null };
    },
  }),
];

async function preview(deps: Deps, body: Static<typeof OpenApiSource>): Promise<DocumentPreview> {
  const { source, documentUrl } = await readSource(deps, body);
  return withApiErrors(runPreview(deps, source, documentUrl));
}

/** An organization's own applications from OpenAPI documents (ours). */
export async function registerOpenApiApplicationRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(async (routes: App) => {
    useDocuments(routes, deps);
    registerOperations(routes, OPENAPI_OPERATIONS, deps);
  });
}
