import { type Static, Type } from "typebox";
import { findRequestScope, getAccountScope, isSession } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { type App, GET_ALONE } from "../../platform/http/route.ts";
import { saveKeyConnection, type TypedValues } from "../connections/connect.ts";
import { createConsentLink, createConsentLinkByKey } from "../connections/start-consent.ts";
import { AUTH_TYPES } from "../connector.ts";
import { keyExample } from "../examples.ts";
import {
  ApplicationRecord,
  AuthStructure,
  AuthTypeQuery,
  BySlug,
  presentApplication,
  presentStructure,
} from "../schema.ts";
import { findConnections, listConnections } from "../store.ts";
import { findApplication, listApplications, readEnabledApplication } from "./application.ts";
import { readPortalRules } from "./portal-availability.ts";

const tags = ["Applications"];
const INTEGRATION = "/api/v2/public/linked-account/integration";

const ListQuery = Type.Object({
  slug: Type.Optional(Type.String()),
  tags: Type.Optional(
    Type.String({ description: "Comma-separated tags; applications with any of them match." }),
  ),
  ecosystem: Type.Optional(Type.Boolean()),
  auth_type: Type.Optional(Type.Enum(AUTH_TYPES)),
});

/** One operation as one surface offers it. */
interface SurfaceOperation {
  readonly url: string;
  readonly operationId: string;
  readonly summary: string;
  readonly config: { readonly auth: "session" | "keyForAccount"; readonly rateLimit?: false };
}

/** The same operations for the browser and for servers. */
interface Surface {
  readonly list: SurfaceOperation;
  readonly read: SurfaceOperation;
  readonly consent: SurfaceOperation;
  readonly save: SurfaceOperation & { readonly method: "POST" | "PUT" };
}

// Polled every three seconds while a customer gives consent, so without rate limit (platform-surface 4.7).
const polled = { auth: "session", rateLimit: false } as const;
const bySession = { auth: "session" } as const;
const byKey = { auth: "keyForAccount" } as const;

const SURFACES: readonly Surface[] = [
  {
    list: {
      url: "/api/v2/f-sdk/application",
      operationId: "listOwnApplications",
      summary: "List applications (browser)",
      config: polled,
    },
    read: {
      url: "/api/v2/f-sdk/application/:slug",
      operationId: "getOwnApplication",
      summary: "Get an application (browser)",
      config: polled,
    },
    consent: {
      url: "/api/v1/:slug/integrate",
      operationId: "startConnectByQuery",
      summary: "Start an OAuth2 connect by query",
      config: polled,
    },
    save: {
      url: "/api/v2/app/:slug/save",
      operationId: "saveConnection",
      summary: "Connect with a key",
      config: bySession,
      method: "POST",
    },
  },
  {
    list: {
      url: "/api/v2/public/application",
      operationId: "listApplications",
      summary: "List applications",
      config: byKey,
    },
    read: {
      url: "/api/v2/public/application/:slug",
      operationId: "getApplication",
      summary: "Get an application",
      config: byKey,
    },
    consent: {
      url: `${INTEGRATION}/oauth-url/:slug`,
      operationId: "getOAuthUrl",
      summary: "Get an OAuth2 connect URL",
      config: byKey,
    },
    save: {
      url: `${INTEGRATION}/save-key-credentials/:slug`,
      operationId: "saveKeyCredentials",
      summary: "Connect an account with a key",
      config: byKey,
      method: "PUT",
    },
  },
];

/**
 * What browsers and servers both ask about an account's applications (platform-surface 1.1, 1.2, 2.1), and what
 * anybody may know.
 */
export function registerSurfaceRoutes(app: App, deps: Deps): void {
  for (const surface of SURFACES) {
    listRoute(app, deps, surface.list);
    readRoute(app, deps, surface.read);
    consentRoute(app, deps, surface.consent);
    saveRoute(app, deps, surface.save);
  }
  structureRoute(app, deps);
}

/** Added to operations that browsers poll. */
function pollText({ rateLimit }: SurfaceOperation["config"]): string {
  return rateLimit === false ? " Not counted against the rate limit." : "";
}

function listRoute(app: App, deps: Deps, { url, operationId, summary, config }: SurfaceOperation): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId,
        summary,
        description:
          "Returns the enabled applications, each with the fields that connecting it requires and the linked account's connections to it. The list is not paginated." +
          pollText(config),
        tags,
        querystring: ListQuery,
        response: { 200: Type.Array(ApplicationRecord) },
      },
    },
    async (request) => {
      // A browser says ecosystem=true to see further applications besides the enabled ones, not only those.
      const query = isSession(request) ? { ...request.query, ecosystem: undefined } : request.query;
      return listFor(deps, getAccountScope(request), query);
    },
  );
}

async function listFor(deps: Deps, scope: AccountScope, query: Static<typeof ListQuery>) {
  const { slug, tags: wanted, ecosystem, auth_type: authType } = query;
  const anyOf = wanted?.split(",").map((tag) => tag.trim());
  const connections = await listConnections(deps.db, scope);
  const rules = await readPortalRules(deps, scope);
  return (await listApplications(deps, scope))
    .filter(({ enabled }) => enabled)
    .map((application) => {
      const own = connections.filter((row) => row.slug === application.connector.info.slug);
      return presentApplication(application, own, { account: scope.account, rules });
    })
    .filter((one) => slug === undefined || one.slug === slug)
    .filter((one) => anyOf === undefined || anyOf.some((tag) => one.tags.includes(tag)))
    .filter((one) => ecosystem === undefined || one.ecosystem === ecosystem)
    .filter((one) => authType === undefined || one.auth_type_options[authType] !== undefined);
}

function readRoute(app: App, deps: Deps, { url, operationId, summary, config }: SurfaceOperation): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId,
        summary,
        description:
          "Returns an enabled application with the fields that connecting it requires and the linked account's connections to it. Returns 404 if it is disabled." +
          pollText(config),
        tags,
        params: BySlug,
        response: { 200: ApplicationRecord },
      },
    },
    async (request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      const application = await readEnabledApplication(deps, scope, slug);
      const connections = await findConnections(deps.database, scope, slug);
      const rules = await readPortalRules(deps, scope);
      return presentApplication(application, connections, { account: scope.account, rules });
    },
  );
}

function consentRoute(app: App, deps: Deps, { url, operationId, summary, config }: SurfaceOperation): void {
  app.get(
    url,
    {
      ...GET_ALONE,
      config: { ...config, hasSecret: true },
      schema: {
        operationId,
        summary,
        description:
          "Starts a connect with the values that the customer entered, in the query, and returns the `auth_url` to open in the customer's browser. The URL is valid for one hour and one connect. Returns 400 if the application connects with a key or has no OAuth2 client. See [OAuth2 confirmation page](/guides/portal#oauth2-confirmation-page)." +
          pollText(config),
        tags,
        params: BySlug,
        querystring: Type.Object({}, { additionalProperties: true }),
        response: {
          200: Type.Object({
            auth_url: Type.String({
              description: "Open this URL in the customer's browser: a page that leads to the provider.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const scope = getAccountScope(request);
      const application = await readEnabledApplication(deps, scope, request.params.slug);
      const typed = request.query as object as TypedValues; // an open schema types as {}
      const createLink = isSession(request) ? createConsentLink : createConsentLinkByKey;
      return { auth_url: await createLink(deps, { scope, application }, typed) };
    },
  );
}

function saveRoute(
  app: App,
  deps: Deps,
  { url, operationId, summary, config, method }: Surface["save"],
): void {
  app.route({
    method,
    url,
    config,
    schema: {
      operationId,
      summary,
      description:
        "Connects an application with a key, or with the customer's own OAuth2 client (`auth_type=oauth2` if it accepts both). The provider checks the credentials first; rejected ones return 400 and are not stored. Connecting again replaces the connection, and executions that wait for it resume.",
      tags,
      params: BySlug,
      querystring: AuthTypeQuery,
      body: keyExample.body,
      response: { 200: keyExample.reply },
    },
    handler: async (request) => {
      const scope = getAccountScope(request);
      const application = await readEnabledApplication(deps, scope, request.params.slug);
      await saveKeyConnection(deps, { scope, application }, request.body, request.query.auth_type);
      return { success: true };
    },
  });
}

function structureRoute(app: App, deps: Deps): void {
  app.get(
    "/api/v2/public/auth-structure/:slug",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getAuthStructure",
        summary: "Get an application's connect fields",
        description:
          "Returns the fields that each auth type requires, by name. For your own application, send an API key, a session token or an operator's cookie; without one, only catalog applications are found.",
        tags,
        params: BySlug,
        response: { 200: AuthStructure },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const scope = await findRequestScope(deps, request);
      const own = scope && (await findApplication(deps, scope, slug));
      const connector = own?.connector ?? (await deps.catalog.load()).get(slug);
      if (connector === undefined) throw notFound("Application");
      return presentStructure({ connector });
    },
  );
}
