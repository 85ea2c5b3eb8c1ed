import { type Static, Type } from "typebox";
import { findRequestScope, getAccountScope, isSession } from "../../auth/guard.ts";
import { type Access, defineOperations, type Operation } from "../../auth/operation.ts";
import type { Role } from "../../auth/roles.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badField, notFound } from "../../platform/errors.ts";
import { GET_ALONE } from "../../platform/http/route.ts";
import {
  type Application,
  findApplication,
  listApplications,
  readEnabledApplication,
} from "../catalog/application.ts";
import { readPortalRules } from "../catalog/portal-availability.ts";
import { saveKeyConnection, type TypedValues } from "../connections/connect.ts";
import { readTarget, TargetQuery } from "../connections/connect-target.ts";
import { createConsentLink, createConsentLinkByKey } from "../connections/start-consent.ts";
import { AUTH_TYPES } from "../connector-auth.ts";
import {
  ApplicationRecord,
  AuthStructure,
  AuthTypeQuery,
  BySlug,
  keyExample,
  presentApplication,
  presentStructure,
} from "../schema.ts";
import { listConnections, listConnectionsTo } from "../store.ts";
import { AuthConfigQuery, readAuthConfig } from "./auth-config-routes.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";

const ListQuery = Type.Object({
  slug: Type.Optional(Type.String()),
  tags: Type.Optional(
    Type.String({ description: "Comma-separated tags; applications with any of them match." }),
  ),
  ecosystem: Type.Optional(Type.Boolean()),
  auth_type: Type.Optional(Type.Enum(AUTH_TYPES)),
});

/** The same operations for browsers and for servers. */
interface Surface {
  /**
   * By session token alone, and without rate limit: browsers poll every three seconds while a customer gives consent
   * (platform-surface 4.7).
   */
  readonly isBrowser: boolean;
  readonly list: SurfaceOperation;
  readonly read: SurfaceOperation;
  readonly consent: SurfaceOperation;
  readonly save: SurfaceOperation & { readonly method: "post" | "put" };
}

/** What is different in one operation. */
type SurfaceOperation = Pick<Operation<Deps>, "path" | "id" | "summary">;

const SURFACES: readonly Surface[] = [
  {
    isBrowser: true,
    list: {
      path: "/api/v2/f-sdk/application",
      id: "listOwnApplications",
      summary: "List applications (browser)",
    },
    read: {
      path: "/api/v2/f-sdk/application/:slug",
      id: "getOwnApplication",
      summary: "Get an application (browser)",
    },
    consent: {
      path: "/api/v1/:slug/integrate",
      id: "startConnectByQuery",
      summary: "Start an OAuth2 connect by query",
    },
    save: {
      path: "/api/v2/app/:slug/save",
      id: "saveConnection",
      summary: "Connect with a key",
      method: "post",
    },
  },
  {
    isBrowser: false,
    list: {
      path: "/api/v2/public/application",
      id: "listApplications",
      summary: "List applications",
    },
    read: {
      path: "/api/v2/public/application/:slug",
      id: "getApplication",
      summary: "Get an application",
    },
    consent: {
      path: `${INTEGRATION}/oauth-url/:slug`,
      id: "getOAuthUrl",
      summary: "Get an OAuth2 connect URL",
    },
    save: {
      path: `${INTEGRATION}/save-key-credentials/:slug`,
      id: "saveKeyCredentials",
      summary: "Connect an account with a key",
      method: "put",
    },
  },
];

const ConnectQuery = Type.Object({ ...AuthTypeQuery.properties, ...TargetQuery.properties });
// Only the published browser client sends an auth config.
const BrowserConnectQuery = Type.Object({ ...ConnectQuery.properties, ...AuthConfigQuery.properties });
const ConsentQuery = Type.Object(TargetQuery.properties, { additionalProperties: true });
const BrowserConsentQuery = Type.Object(
  { ...TargetQuery.properties, ...AuthConfigQuery.properties },
  { additionalProperties: true },
);

const operation = defineOperations<Deps>("Applications");

/**
 * What browsers and servers both ask about an account's applications (platform-surface 1.1, 1.2, 2.1), and what
 * anybody may know.
 */
export const APPLICATION_OPERATIONS: readonly Operation<Deps>[] = [
  operation({
    id: "getAuthStructure",
    method: "get",
    path: "/api/v2/public/auth-structure/:slug",
    credentials: "none",
    summary: "Get an application's connect fields",
    description:
      "Returns the fields that each auth type requires, by name. For your own application, send an API key, a session token or an operator's cookie; without one, only catalog applications are found.",
    schema: { params: BySlug, response: { 200: AuthStructure } },
    run: async (deps, request) => {
      const { slug } = request.params;
      const scope = await findRequestScope(deps, request);
      const own = scope && (await findApplication(deps, scope, slug));
      const connector = own?.connector ?? (await deps.catalog.load()).get(slug);
      if (connector === undefined) throw notFound("Application");
      return presentStructure({ connector });
    },
  }),
  ...SURFACES.flatMap((surface) => [...readingOperations(surface), ...connectingOperations(surface)]),
];

function accessTo({ isBrowser }: Surface, least: Role): Access {
  return isBrowser ? { credentials: "session" } : { credentials: "keyForAccount", least };
}

function describeLimit({ isBrowser }: Surface): string {
  return isBrowser ? " Not counted against the rate limit." : "";
}

function readingOperations(surface: Surface) {
  const rateLimit = surface.isBrowser ? false : undefined;
  return [
    operation({
      ...surface.list,
      method: "get",
      ...accessTo(surface, "viewer"),
      rateLimit,
      description:
        "Returns the enabled applications, each with the fields that connecting it requires and the linked account's connections to it. The list is not paginated." +
        describeLimit(surface),
      schema: { querystring: ListQuery, response: { 200: Type.Array(ApplicationRecord) } },
      run: async (deps, request) => {
        // A browser says ecosystem=true to see further applications besides the enabled ones, not only those.
        const query = isSession(request) ? { ...request.query, ecosystem: undefined } : request.query;
        return listFor(deps, getAccountScope(request), query);
      },
    }),
    operation({
      ...surface.read,
      method: "get",
      ...accessTo(surface, "viewer"),
      rateLimit,
      description:
        "Returns an enabled application with the fields that connecting it requires and the linked account's connections to it. Returns 404 if it is disabled." +
        describeLimit(surface),
      schema: { params: BySlug, response: { 200: ApplicationRecord } },
      run: async (deps, request) => {
        const scope = getAccountScope(request);
        const { slug } = request.params;
        const application = await readEnabledApplication(deps, scope, slug);
        const connections = await listConnectionsTo(deps.db, scope, slug);
        const rules = await readPortalRules(deps, scope);
        return presentApplication(application, connections, { account: scope.account, rules });
      },
    }),
  ];
}

function connectingOperations(surface: Surface) {
  const rateLimit = surface.isBrowser ? false : undefined;
  return [
    operation({
      ...surface.consent,
      method: "get",
      ...GET_ALONE,
      ...accessTo(surface, "support"),
      rateLimit,
      hasSecret: true,
      description:
        "Starts a connect with the values that the customer entered, in the query, and returns the `auth_url` to open in the customer's browser. The URL is valid for one hour and one connect. Returns 400 if the application connects with a key or has no OAuth2 client. See [OAuth2 confirmation page](/guides/portal#oauth2-confirmation-page)." +
        describeLimit(surface),
      schema: {
        params: BySlug,
        querystring: surface.isBrowser ? BrowserConsentQuery : ConsentQuery,
        response: {
          200: Type.Object({
            auth_url: Type.String({
              description: "Open this URL in the customer's browser: a page that leads to the provider.",
            }),
          }),
        },
      },
      run: async (deps, request) => {
        const scope = getAccountScope(request);
        const { slug } = request.params;
        const application = await readEnabledApplication(deps, scope, slug);
        const { connection_id: given, ...rest }: TypedValues & Static<typeof TargetQuery> = request.query;
        const typed = surface.isBrowser ? withoutAuthConfig(application, rest) : rest;
        const target = await readTarget(deps, scope, slug, given);
        const createLink = isSession(request) ? createConsentLink : createConsentLinkByKey;
        return { auth_url: await createLink(deps, { scope, application, target }, typed) };
      },
    }),
    operation({
      ...surface.save,
      ...accessTo(surface, "developer"),
      description:
        "Connects an application with a key, or with the customer's own OAuth2 client (`auth_type=oauth2` if it accepts both). The provider checks the credentials first; rejected ones return 400 and are not stored. Connecting again replaces the connection, and executions that wait for it resume.",
      schema: {
        params: BySlug,
        querystring: surface.isBrowser ? BrowserConnectQuery : ConnectQuery,
        body: keyExample.body,
        response: { 200: keyExample.reply },
      },
      run: async (deps, request) => {
        const scope = getAccountScope(request);
        const { slug } = request.params;
        const application = await readEnabledApplication(deps, scope, slug);
        const { connection_id, auth_type, auth_config_id }: Static<typeof BrowserConnectQuery> =
          request.query;
        const config = readAuthConfig(application, auth_config_id);
        if (config !== undefined && auth_type !== undefined && auth_type !== config)
          throw badField(
            "auth_config_id",
            `auth_config_id: this auth config is not of the type ${auth_type}.`,
          );
        const target = await readTarget(deps, scope, slug, connection_id);
        const connecting = { scope, application, target };
        await saveKeyConnection(deps, connecting, request.body, auth_type ?? config);
        return { success: true };
      },
    }),
  ];
}

/** What the customer entered, without the auth config, which must be one with a consent. */
function withoutAuthConfig(
  application: Application,
  { auth_config_id: id, ...typed }: TypedValues & Static<typeof AuthConfigQuery>,
): TypedValues {
  const type = readAuthConfig(application, id);
  if (type === undefined || type === "oauth2") return typed;
  const { name, slug } = application.connector.info;
  throw badField(
    "auth_config_id",
    `auth_config_id: ${name} is connected with a key there: send its fields to POST /api/v2/app/${slug}/save.`,
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
