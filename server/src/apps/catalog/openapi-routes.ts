import { type Static, Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { badField, badRequest, notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import type { App } from "../../platform/http/route.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { presentAction } from "../actions/action-schema.ts";
import { buildCallbackUrl } from "../connections/connect.ts";
import type { JsonObject } from "../connector.ts";
import type { DocumentSource } from "../providers/openapi/import-worker.ts";
import { runImport, runList } from "../providers/openapi/run-import.ts";
import { findApplication } from "./application.ts";
import { saveCustomApplication } from "./custom-application.ts";
import { requireFreeSlug } from "./custom-slug.ts";
import { useDocuments, withApiErrors } from "./openapi-body.ts";
import {
  OpenApiBody,
  OpenApiImport,
  OpenApiOperation,
  OpenApiQuery,
  OpenApiSource,
} from "./openapi-schema.ts";
import { presentSettings } from "./settings-schema.ts";

const BASE = "/api/v2/public/application/openapi";
const tags = ["Application settings"];
const LARGEST_DOCUMENT_BYTES = 20 * 1024 * 1024;
const bodyLimit = LARGEST_DOCUMENT_BYTES;
const tooLarge = { 413: { ...ErrorReply, description: "The body is larger than 20 MB." } };

/** An organization's own applications from OpenAPI documents (ours). */
export async function registerOpenApiApplicationRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(async (routes: App) => {
    useDocuments(routes);
    importRoute(routes, deps);
    operationsRoute(routes, deps);
  });
}

function importRoute(app: App, deps: Deps): void {
  app.post(
    BASE,
    {
      bodyLimit,
      config: { auth: "apiKey" },
      schema: {
        operationId: "importOpenApi",
        summary: "Import an OpenAPI document",
        description:
          "Creates your own application from an OpenAPI 3 or Swagger 2 document, or replaces the one with the same `slug`; each operation becomes an action. Send the document, or a `url` to fetch it from, at most 20 MB. `warnings` says what could not be imported. Returns 400 if the document cannot be used or the slug is taken. See [Create an application from an OpenAPI document](/guides/applications#create-an-application-from-an-openapi-document).",
        tags,
        querystring: OpenApiQuery,
        body: OpenApiBody,
        response: { 200: OpenApiImport, ...tooLarge },
      },
    },
    async (request) => {
      const scope = getScope(request);
      const {
        slug: wanted,
        name,
        base_url: baseUrl,
        operations,
        security_scheme: scheme,
        auth,
        check,
      } = { ...request.query, ...request.body };
      if (auth !== undefined && scheme !== undefined)
        throw badRequest("Send either auth or security_scheme.");
      const { source, documentUrl } = await readSource(deps, request.body);
      const { manifest, warnings } = await withApiErrors(
        runImport(source, {
          documentUrl,
          slug: wanted,
          name,
          baseUrl,
          operations,
          // These came as JSON.
          scheme: scheme as string | JsonObject | undefined,
          auth: auth as JsonObject | undefined,
          check,
        }),
      );
      const { slug } = manifest;
      await requireFreeSlug(deps, scope, slug);
      const now = deps.clock.now();
      const definition = manifest as unknown as JsonObject; // it was made of JSON
      await saveCustomApplication(deps.db, scope, { slug, provider: "openapi", definition, now });
      const application = await findApplication(deps, scope, slug);
      if (application === undefined) throw notFound("Application");
      const actions = application.connector.info.actions.map(presentAction);
      return { ...presentSettings(application, buildCallbackUrl(deps, slug)), actions, warnings };
    },
  );
}

function operationsRoute(app: App, deps: Deps): void {
  app.post(
    `${BASE}/operations`,
    {
      bodyLimit,
      config: { auth: "apiKey" },
      schema: {
        operationId: "listOpenApiOperations",
        summary: "List an OpenAPI document's operations",
        description:
          "Reads an OpenAPI document and returns its operations, so that you can choose which ones to import. Nothing is stored.",
        tags,
        body: OpenApiSource,
        response: { 200: Type.Array(OpenApiOperation), ...tooLarge },
      },
    },
    async (request) => withApiErrors(runList((await readSource(deps, request.body)).source)),
  );
}

interface GivenDocument {
  source: DocumentSource;
  documentUrl?: string;
}

async function readSource(
  deps: Deps,
  { document, url }: Static<typeof OpenApiSource>,
): Promise<GivenDocument> {
  if ((document === undefined) === (url === undefined)) {
    throw badRequest("Send either document or url.", "MISSING_REQUIRED_FIELD");
  }
  if (url !== undefined) return fetchDocument(deps, url);
  return { source: typeof document === "string" ? document : JSON.stringify(document) };
}

async function fetchDocument({ outbound }: Deps, url: string): Promise<GivenDocument> {
  try {
    const {
      status,
      headers,
      body,
      url: documentUrl,
    } = await outbound.request({
      method: "GET",
      url,
      headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" },
      redirects: "follow",
      maxResponseBytes: LARGEST_DOCUMENT_BYTES,
    });
    const source = { bytes: ownBytes(body), contentType: headers["content-type"] };
    if (status === 200) return { source, documentUrl };
    throw badField("url", `The address answered ${status}.`, "EXTERNAL_API_FAILURE");
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw badField("url", error.message, "EXTERNAL_API_FAILURE");
  }
}

/** The bytes in a buffer of their own, which can be transferred to another thread. */
function ownBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = body;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(body);
}
