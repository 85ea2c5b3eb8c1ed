import { Type } from "typebox";
import { accountScopeOf } from "../auth/guard.ts";
import { ENVIRONMENTS } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { type App, Id, Record, Timestamp } from "../platform/http/route.ts";
import { enabledApplication, listApplications } from "./application.ts";
import { catalogOf } from "./catalog.ts";
import { saveKey } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { Integration, listIntegrations } from "./integrations.ts";
import {
  ApplicationRecord,
  AuthStructure,
  AuthTypeQuery,
  BySlug,
  presentApplication,
  presentStructure,
  TypedFields,
} from "./schema.ts";
import { listConnections, readAccountRow } from "./store.ts";

const tags = ["Applications"];
const INTEGRATION = "/api/v2/public/linked-account/integration";

const ListQuery = Type.Object({
  slug: Type.Optional(Type.String()),
  tags: Type.Optional(Type.String({ description: "Comma list: applications that have any of them." })),
  ecosystem: Type.Optional(Type.Boolean()),
  auth_type: Type.Optional(Type.Enum(["oauth2", "keybased"])),
});

const DisconnectedAccount = Record("DisconnectedAccount", {
  _id: Id,
  associated_org: Id,
  account_id: Type.String(),
  environment: Type.Enum(ENVIRONMENTS),
  name: Type.Optional(Type.String()),
  udf: Type.Array(Type.Unknown()),
  integrations: Type.Array(Integration),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer(),
});

/** What a server calls with an API key for one of its accounts (platform-surface 1.2). */
export function serverRoutes(app: App, deps: Deps): void {
  listRoute(app, deps);
  integrationRoutes(app, deps);

  app.get(
    "/api/v2/public/auth-structure/:slug",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getAuthStructure",
        summary: "Read which fields an application of the catalogue asks for",
        tags,
        params: BySlug,
        response: { 200: AuthStructure },
      },
    },
    async (request) => {
      const connector = (await catalogOf(deps)).get(request.params.slug);
      if (connector === undefined) throw notFound("Application");
      return presentStructure({ connector });
    },
  );
}

function listRoute(app: App, deps: Deps): void {
  app.get(
    "/api/v2/public/application",
    {
      config: { auth: "keyForAccount" },
      schema: {
        operationId: "listApplications",
        summary: "List the enabled applications with an account's connections",
        tags,
        querystring: ListQuery,
        response: { 200: Type.Array(ApplicationRecord) },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const { slug, tags: wanted, ecosystem, auth_type: authType } = request.query;
      const connections = await listConnections(deps.db, scope);
      return (await listApplications(deps, scope))
        .filter(({ enabled }) => enabled)
        .map((application) => {
          const own = connections.filter((row) => row.slug === application.connector.info.slug);
          return presentApplication(application, own, scope.account);
        })
        .filter((one) => slug === undefined || one.slug === slug)
        .filter(
          (one) => wanted === undefined || wanted.split(",").some((tag) => one.tags.includes(tag.trim())),
        )
        .filter((one) => ecosystem === undefined || one.ecosystem === ecosystem)
        .filter((one) => authType === undefined || one.auth_type_options[authType] !== undefined);
    },
  );
}

function integrationRoutes(app: App, deps: Deps): void {
  app.put(
    `${INTEGRATION}/save-key-credentials/:slug`,
    {
      config: { auth: "keyForAccount" },
      schema: {
        operationId: "saveKeyCredentials",
        summary: "Connect an account with a key, after the provider has accepted it",
        tags,
        params: BySlug,
        querystring: AuthTypeQuery,
        body: TypedFields,
        response: { 200: Type.Object({ success: Type.Boolean() }) },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const application = await enabledApplication(deps, scope, request.params.slug);
      await saveKey(deps, { scope, application }, request.body);
      return { success: true };
    },
  );

  app.delete(
    `${INTEGRATION}/:slug`,
    {
      config: { auth: "keyForAccount" },
      schema: {
        operationId: "disconnectAccount",
        summary: "Remove an account's connections to an application",
        tags,
        params: BySlug,
        querystring: AuthTypeQuery,
        response: { 200: DisconnectedAccount },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      await disconnect(deps, scope, request.params.slug, request.query.auth_type);
      const row = await readAccountRow(deps.db, scope);
      return {
        _id: row.id,
        associated_org: row.org_id,
        account_id: row.account_id,
        environment: row.environment,
        name: row.name ?? undefined,
        udf: row.udf,
        integrations: await listIntegrations(deps, scope),
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        __v: row.revision,
      };
    },
  );
}
