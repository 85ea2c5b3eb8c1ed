import { type Static, Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import { isBelowRole } from "../../auth/holder.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { MapOf, Message } from "../../platform/http/route.ts";
import {
  type Application,
  CLIENT_SECRET_COLUMN,
  findApplication,
  getSecretLastFour,
  hasCustomerClients,
  listApplications,
} from "../catalog/application.ts";
import { saveApplicationSettings } from "../catalog/application-store.ts";
import { saveCustomApplication } from "../catalog/custom-application.ts";
import { needsWebhookSecret, SHARED_SECRET_COLUMN } from "../catalog/shared-webhook.ts";
import { removeCustomApplication } from "../connections/disconnect.ts";
import type { JsonObject } from "../connector.ts";
import { countConnections } from "../health/health-store.ts";
import { ManifestError } from "../providers/manifest/schema/manifest-error.ts";
import { parseDefinition, parseManifestText } from "../providers/manifest/schema/parse-manifest.ts";
import { BySlug } from "../schema.ts";
import { requireFreeSlug } from "./custom-slug.ts";
import { createSettingsPresenter, presentConnectFields } from "./present-settings.ts";
import { promoteApplication } from "./promote.ts";
import { ApplicationSettings, ApplicationSettingsBody, ApplicationSettingsQuery } from "./settings-schema.ts";

const BASE = "/api/v2/public/application";

const operation = defineOperations<Deps>("Application settings");

/** What the real service sets up only by hand: enablement, OAuth2 clients, own applications (ours). */
export const APPLICATION_SETTINGS_OPERATIONS = [
  operation({
    id: "listApplicationSettings",
    method: "get",
    path: `${BASE}/all`,
    least: "viewer",
    credentials: "apiKey",
    summary: "List application settings",
    description:
      "Returns every application in this environment, enabled or not, with the organization's settings. `connections=true` also counts each one's connections, up to 1,000. Client secrets are never returned.",
    schema: { querystring: ApplicationSettingsQuery, response: { 200: Type.Array(ApplicationSettings) } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const toSettings = await createSettingsPresenter(deps, scope);
      const all = (await listApplications(deps, scope)).map(toSettings);
      return request.query.connections ? withConnections(deps, scope, all) : all;
    },
  }),
  operation({
    id: "getApplicationSettings",
    method: "get",
    path: `${BASE}/:slug/settings`,
    least: "viewer",
    credentials: "apiKey",
    hasSecret: true,
    summary: "Get application settings",
    description:
      "Returns the organization's settings for an application: whether it is enabled, its OAuth2 client and scopes, and the `callback_url` and `webhook_url` to register with the provider. Only the last four characters of the client secret are shown.",
    schema: { params: BySlug, response: { 200: ApplicationSettings } },
    run: async (deps, request) =>
      present(deps, getScope(request), request.params.slug, !isBelowRole(request, "developer")),
  }),
  operation({
    id: "updateApplicationSettings",
    method: "put",
    path: `${BASE}/:slug/settings`,
    least: "developer",
    credentials: "apiKey",
    summary: "Update application settings",
    description:
      "Enables or disables an application, or sets its OAuth2 client, scopes and `webhook_secret`. Omitted fields are unchanged; `null` restores the default. A client secret requires a `client_id` (400 `MISSING_REQUIRED_FIELD` otherwise) and is removed when the `client_id` changes. Disabling an application hides it from customers and stops its actions. See [Application settings](/guides/applications#application-settings).",
    schema: { params: BySlug, body: ApplicationSettingsBody, response: { 200: ApplicationSettings } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { slug } = request.params;
      const application = await existing(deps, scope, slug);
      const { enabled, client_id: clientId, client_secret: secret, scopes } = request.body;
      const { webhook_secret: webhookSecret } = request.body;
      if (webhookSecret != null && !needsWebhookSecret(application.connector))
        throw badRequest(
          `${application.connector.info.name} has no webhooks that a secret of yours verifies.`,
        );
      if (hasCustomerClients(application) && (clientId != null || secret != null)) {
        throw badRequest(
          `Customers connect ${application.connector.info.name} with OAuth2 clients of their own, so it cannot have one of yours.`,
        );
      }
      const sealSecret =
        secret == null
          ? secret
          : (rowId: string) => deps.vault.seal(secret, CLIENT_SECRET_COLUMN.identityOf(rowId));
      const sealWebhookSecret =
        webhookSecret == null
          ? webhookSecret
          : (rowId: string) => deps.vault.seal(webhookSecret, SHARED_SECRET_COLUMN.identityOf(rowId));
      const change = { enabled, clientId, scopes, sealSecret, sealWebhookSecret };
      await saveApplicationSettings(deps.db, scope, slug, { change, now: deps.clock.now() });
      return present(deps, scope, slug);
    },
  }),
  operation({
    id: "promoteApplicationSettings",
    method: "post",
    path: `${BASE}/:slug/settings/promote`,
    least: "developer",
    credentials: "apiKey",
    summary: "Promote an application to production",
    description:
      "Copies an application from test to production: whether it is enabled, its scopes and, for your own applications, its definition. Production keeps its OAuth2 client, or gets the one of test if it has none. Requires a production key (403 otherwise).",
    schema: { params: BySlug, response: { 200: ApplicationSettings } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { slug } = request.params;
      await promoteApplication(deps, scope, slug);
      return present(deps, scope, slug);
    },
  }),
  operation({
    id: "saveCustomApplication",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    summary: "Save your own application",
    description:
      "Creates your own application from a connector definition, or replaces the one with the same `slug`. Returns 400 if the catalog has this slug, or if customers are connected and the definition would send their credentials to another host. See [Create an application from a manifest](/guides/applications#create-an-application-from-a-manifest).",
    schema: {
      body: MapOf(Type.Unknown(), {
        description:
          'A connector definition: the contents of a `manifest.yaml` as JSON, or `{"yaml": "…"}` with its text, whose problems are then listed by line in `errors`. See [Add a connector](/guides/add-a-connector).',
      }),
      response: { 200: ApplicationSettings },
    },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { slug, definition } = await readDefinition(deps, scope, request.body);
      await saveCustomApplication(deps.db, scope, {
        slug,
        provider: "manifest",
        definition,
        now: deps.clock.now(),
      });
      return present(deps, scope, slug);
    },
  }),
  operation({
    id: "deleteCustomApplication",
    method: "delete",
    path: `${BASE}/:slug`,
    least: "developer",
    credentials: "apiKey",
    summary: "Delete your own application",
    description:
      "Deletes one of your own applications from this environment with all its connections, and asks providers to revoke their tokens. Catalog applications cannot be deleted (404); disable them in their settings.",
    schema: { params: BySlug, response: { 200: Message } },
    run: async (deps, request) => {
      await removeCustomApplication(deps, getScope(request), request.params.slug);
      return { message: "application deleted successfully" };
    },
  }),
];

async function present(deps: Deps, scope: Scope, slug: string, withAddress = true) {
  const application = await existing(deps, scope, slug);
  const toSettings = await createSettingsPresenter(deps, scope, { withAddress });
  return {
    ...toSettings(application),
    client_secret_last_four: getSecretLastFour(deps, application),
    connect_fields: presentConnectFields(application),
  };
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

async function readDefinition(
  deps: Deps,
  scope: Scope,
  body: Readonly<Record<string, unknown>>,
): Promise<{ slug: string; definition: JsonObject }> {
  const { slug, definition } = readSource(body);
  await requireFreeSlug(deps, scope, slug);
  return { slug, definition };
}

function readSource(body: Readonly<Record<string, unknown>>): { slug: string; definition: JsonObject } {
  const { yaml } = body;
  try {
    const { manifest, definition } =
      typeof yaml === "string"
        ? parseManifestText(yaml, "definition")
        : parseDefinition(body as JsonObject, "definition"); // it came as JSON
    return { slug: manifest.slug, definition: definition as JsonObject };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const details = error.problems.map(({ path, message, line }) => {
      const place = line === undefined ? "" : `Line ${line}: `;
      return { field: path.join("."), message: `${place}${[...path.slice(0, 20)].join(".")} ${message}.` };
    });
    const text = error.message.replaceAll("\n", " ");
    throw new ApiError(
      "bad_request",
      "VALIDATION_ERROR",
      text,
      typeof yaml === "string" ? details : undefined,
    );
  }
}
