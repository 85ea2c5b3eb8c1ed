import { type Static, Type } from "typebox";
import { scopeOf } from "../../auth/guard.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, notFound } from "../../platform/errors.ts";
import { type App, MapOf, Message } from "../../platform/http/route.ts";
import { callbackUrl } from "../connections/connect.ts";
import { removeCustomApplication } from "../connections/disconnect.ts";
import type { JsonObject } from "../connector.ts";
import { countConnections } from "../health/health-store.ts";
import { ManifestError } from "../providers/manifest/schema/manifest-error.ts";
import type { Manifest } from "../providers/manifest/schema/manifest-schema.ts";
import { parseManifestJson } from "../providers/manifest/schema/parse-manifest.ts";
import { BySlug } from "../schema.ts";
import {
  type Application,
  findApplication,
  listApplications,
  secretIdentity,
  secretLastFour,
  takesClient,
} from "./application.ts";
import { saveSettings } from "./application-store.ts";
import { saveOwn } from "./own-application.ts";
import { refuseTakenSlug } from "./own-slug.ts";
import { promoteApplication } from "./promote.ts";
import {
  ApplicationSettings,
  ApplicationSettingsBody,
  ApplicationSettingsQuery,
  presentSettings,
} from "./settings-schema.ts";

const BASE = "/api/v2/public/application";
const tags = ["Application settings"];

/** What the real service sets up by hand only: enablement, OAuth2 clients, own applications (ours). */
export function settingsRoutes(app: App, deps: Deps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: App, deps: Deps): void {
  app.get(
    `${BASE}/all`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listApplicationSettings",
        summary: "List all applications with the organization's settings, enabled or not",
        tags,
        querystring: ApplicationSettingsQuery,
        response: { 200: Type.Array(ApplicationSettings) },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const all = (await listApplications(deps, scope)).map((one) =>
        presentSettings(one, callbackOf(deps, one)),
      );
      return request.query.connections ? withConnections(deps, scope, all) : all;
    },
  );

  app.get(
    `${BASE}/:slug/settings`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "getApplicationSettings",
        summary: "Read an application's settings",
        tags,
        params: BySlug,
        response: { 200: ApplicationSettings },
      },
    },
    async (request) => present(deps, await existing(deps, scopeOf(request), request.params.slug)),
  );
}

function writeRoutes(app: App, deps: Deps): void {
  app.put(
    `${BASE}/:slug/settings`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "updateApplicationSettings",
        summary: "Enable or disable an application, or set its OAuth2 client and scopes",
        tags,
        params: BySlug,
        body: ApplicationSettingsBody,
        response: { 200: ApplicationSettings },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const { slug } = request.params;
      const application = await existing(deps, scope, slug);
      const { enabled, client_id: clientId, client_secret: secret, scopes } = request.body;
      if (takesClient(application) && (clientId != null || secret != null)) {
        throw badRequest(
          `Customers connect ${application.connector.info.name} with OAuth2 clients of their own: it takes none of yours.`,
        );
      }
      const sealSecret =
        secret == null ? secret : (rowId: string) => deps.vault.seal(secret, secretIdentity(rowId));
      const change = { enabled, clientId, scopes, sealSecret };
      await saveSettings(deps.db, scope, slug, { change, now: deps.clock.now() });
      return present(deps, await existing(deps, scope, slug));
    },
  );

  app.post(
    `${BASE}/:slug/settings/promote`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "promoteApplicationSettings",
        summary:
          "Make an application and its settings in production what they are in test, with a production key",
        tags,
        params: BySlug,
        response: { 200: ApplicationSettings },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const { slug } = request.params;
      await promoteApplication(deps, scope, slug);
      return present(deps, await existing(deps, scope, slug));
    },
  );

  app.post(
    BASE,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "saveCustomApplication",
        summary: "Add an application of the organization's own, or replace it",
        tags,
        body: MapOf(Type.Unknown(), {
          description:
            "A connector definition: the members of a manifest.yaml (docs/add-a-connector.md) as JSON.",
        }),
        response: { 200: ApplicationSettings },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const { slug } = await readDefinition(deps, scope, request.body);
      const definition = request.body as JsonObject; // a JSON body holds nothing else
      await saveOwn(deps.db, scope, { slug, provider: "manifest", definition, now: deps.clock.now() });
      return present(deps, await existing(deps, scope, slug));
    },
  );

  app.delete(
    `${BASE}/:slug`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "deleteCustomApplication",
        summary: "Delete an application of the organization's own with all connections to it",
        tags,
        params: BySlug,
        response: { 200: Message },
      },
    },
    async (request) => {
      await removeCustomApplication(deps, scopeOf(request), request.params.slug);
      return { message: "application deleted successfully" };
    },
  );
}

function present(deps: Deps, application: Application) {
  const lastFour = secretLastFour(deps, application);
  return {
    ...presentSettings(application, callbackOf(deps, application)),
    client_secret_last_four: lastFour,
  };
}

function callbackOf(deps: Deps, { connector }: Application): string {
  return callbackUrl(deps, connector.info.slug);
}

async function withConnections(
  { db }: Deps,
  scope: Scope,
  all: readonly Static<typeof ApplicationSettings>[],
): Promise<Static<typeof ApplicationSettings>[]> {
  const slugs = all.map(({ slug }) => slug);
  const counts = new Map((await countConnections(db, scope, slugs)).map((one) => [one.slug, one]));
  return all.map((one) => {
    const { total = 0, expired = 0 } = counts.get(one.slug) ?? {};
    return { ...one, connections: { total, expired } };
  });
}

async function existing(deps: Deps, scope: Scope, slug: string): Promise<Application> {
  const application = await findApplication(deps, scope, slug);
  if (application === undefined) throw notFound("Application");
  return application;
}

async function readDefinition(deps: Deps, scope: Scope, body: unknown): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = parseManifestJson(body, "definition");
  } catch (error) {
    if (error instanceof ManifestError) throw badRequest(error.message.replaceAll("\n", " "));
    throw error;
  }
  await refuseTakenSlug(deps, scope, manifest.slug);
  return manifest;
}
