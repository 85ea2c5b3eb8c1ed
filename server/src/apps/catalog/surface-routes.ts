import { type Static, Type } from "typebox";
import { accountScopeOf, isSession, scopeIfSent } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { type App, GET_ALONE } from "../../platform/http/route.ts";
import { saveKey, type TypedValues } from "../connections/connect.ts";
import { createConsentLink, createConsentLinkByKey } from "../connections/start-consent.ts";
import {
  ApplicationRecord,
  AuthStructure,
  AuthTypeQuery,
  BySlug,
  presentApplication,
  presentStructure,
  TypedFields,
} from "../schema.ts";
import { findConnections, listConnections } from "../store.ts";
import { enabledApplication, findApplication, listApplications } from "./application.ts";
import { catalogOf } from "./catalog.ts";

const tags = ["Applications"];
const INTEGRATION = "/api/v2/public/linked-account/integration";

const ListQuery = Type.Object({
  slug: Type.Optional(Type.String()),
  tags: Type.Optional(Type.String({ description: "Comma list: applications that have any of them." })),
  ecosystem: Type.Optional(Type.Boolean()),
  auth_type: Type.Optional(Type.Enum(["oauth2", "keybased"])),
});

/** One operation as one surface offers it. */
interface SurfaceOperation {
  readonly url: string;
  readonly operationId: string;
  readonly config: { readonly auth: "session" | "keyForAccount"; readonly rateLimit?: false };
}

/** The same operations for the browser and for servers. */
interface Surface {
  readonly list: SurfaceOperation;
  readonly read: SurfaceOperation;
  readonly consent: SurfaceOperation;
  readonly save: SurfaceOperation & { readonly method: "POST" | "PUT" };
}

// Asked every three seconds while a customer gives consent: no rate limit (platform-surface 4.7).
const polled = { auth: "session", rateLimit: false } as const;
const bySession = { auth: "session" } as const;
const byKey = { auth: "keyForAccount" } as const;

const SURFACES: readonly Surface[] = [
  {
    list: { url: "/api/v2/f-sdk/application", operationId: "listOwnApplications", config: polled },
    read: { url: "/api/v2/f-sdk/application/:slug", operationId: "getOwnApplication", config: polled },
    consent: { url: "/api/v1/:slug/integrate", operationId: "startConnectByQuery", config: polled },
    save: {
      url: "/api/v2/app/:slug/save",
      operationId: "saveConnection",
      config: bySession,
      method: "POST",
    },
  },
  {
    list: { url: "/api/v2/public/application", operationId: "listApplications", config: byKey },
    read: { url: "/api/v2/public/application/:slug", operationId: "getApplication", config: byKey },
    consent: { url: `${INTEGRATION}/oauth-url/:slug`, operationId: "getOAuthUrl", config: byKey },
    save: {
      url: `${INTEGRATION}/save-key-credentials/:slug`,
      operationId: "saveKeyCredentials",
      config: byKey,
      method: "PUT",
    },
  },
];

/** What browsers and servers ask alike about an account's applications (platform-surface 1.1, 1.2, 2.1), and what everybody may know. */
export function surfaceRoutes(app: App, deps: Deps): void {
  for (const surface of SURFACES) {
    listRoute(app, deps, surface.list);
    readRoute(app, deps, surface.read);
    consentRoute(app, deps, surface.consent);
    saveRoute(app, deps, surface.save);
  }
  structureRoute(app, deps);
}

function listRoute(app: App, deps: Deps, { url, operationId, config }: SurfaceOperation): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId,
        summary: "List the enabled applications with the account's connections",
        tags,
        querystring: ListQuery,
        response: { 200: Type.Array(ApplicationRecord) },
      },
    },
    async (request) => {
      // A browser says ecosystem=true to see further applications beside the enabled ones, not those alone.
      const query = isSession(request) ? { ...request.query, ecosystem: undefined } : request.query;
      return listFor(deps, accountScopeOf(request), query);
    },
  );
}

async function listFor(deps: Deps, scope: AccountScope, query: Static<typeof ListQuery>) {
  const { slug, tags: wanted, ecosystem, auth_type: authType } = query;
  const anyOf = wanted?.split(",").map((tag) => tag.trim());
  const connections = await listConnections(deps.db, scope);
  return (await listApplications(deps, scope))
    .filter(({ enabled }) => enabled)
    .map((application) => {
      const own = connections.filter((row) => row.slug === application.connector.info.slug);
      return presentApplication(application, own, scope.account);
    })
    .filter((one) => slug === undefined || one.slug === slug)
    .filter((one) => anyOf === undefined || anyOf.some((tag) => one.tags.includes(tag)))
    .filter((one) => ecosystem === undefined || one.ecosystem === ecosystem)
    .filter((one) => authType === undefined || one.auth_type_options[authType] !== undefined);
}

function readRoute(app: App, deps: Deps, { url, operationId, config }: SurfaceOperation): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId,
        summary: "Read an enabled application with the account's connections",
        tags,
        params: BySlug,
        response: { 200: ApplicationRecord },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const { slug } = request.params;
      const application = await enabledApplication(deps, scope, slug);
      const connections = await findConnections(deps.database, scope, slug);
      return presentApplication(application, connections, scope.account);
    },
  );
}

function consentRoute(app: App, deps: Deps, { url, operationId, config }: SurfaceOperation): void {
  app.get(
    url,
    {
      ...GET_ALONE,
      config: { ...config, hasSecret: true },
      schema: {
        operationId,
        summary: "Begin an OAuth2 connect; the query holds what the customer typed in",
        tags,
        params: BySlug,
        querystring: Type.Object({}, { additionalProperties: true }),
        response: {
          200: Type.Object({
            auth_url: Type.String({
              description: "Open it in the customer's browser: a page that goes on to the provider.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const application = await enabledApplication(deps, scope, request.params.slug);
      const typed = request.query as object as TypedValues; // an open schema types as {}
      const createLink = isSession(request) ? createConsentLink : createConsentLinkByKey;
      return { auth_url: await createLink(deps, { scope, application }, typed) };
    },
  );
}

function saveRoute(app: App, deps: Deps, { url, operationId, config, method }: Surface["save"]): void {
  app.route({
    method,
    url,
    config,
    schema: {
      operationId,
      summary:
        "Connect with a key or an OAuth2 client of the customer's own, after the provider has accepted it",
      tags,
      params: BySlug,
      querystring: AuthTypeQuery,
      body: TypedFields,
      response: { 200: Type.Object({ success: Type.Boolean() }) },
    },
    handler: async (request) => {
      const scope = accountScopeOf(request);
      const application = await enabledApplication(deps, scope, request.params.slug);
      await saveKey(deps, { scope, application }, request.body, request.query.auth_type);
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
        summary:
          "Read which fields an application asks for; with a key, session token or operator's cookie also an own one",
        tags,
        params: BySlug,
        response: { 200: AuthStructure },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const scope = await scopeIfSent(deps, request);
      const own = scope && (await findApplication(deps, scope, slug));
      const connector = own?.connector ?? (await catalogOf(deps)).get(slug);
      if (connector === undefined) throw notFound("Application");
      return presentStructure({ connector });
    },
  );
}
