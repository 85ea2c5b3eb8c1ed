import { type Static, Type } from "typebox";
import { findAccount, getAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { EXAMPLE } from "../../platform/http/example-values.ts";
import { Record, Timestamp, withExample } from "../../platform/http/route.ts";
import { buildLongEnvelope, LongPageEnvelope, LongPageQuery, parseLongPage } from "../../platform/page.ts";
import {
  type Application,
  findApplication,
  listApplications,
  readEnabledApplication,
} from "../catalog/application.ts";
import { createConnectLink } from "../connections/connect-link.ts";
import { readTarget, TargetQuery } from "../connections/connect-target.ts";
import { decryptConnectionSecrets } from "../connections/credential.ts";
import {
  ConnectionHealth,
  ConnectionHealthRecord,
  HEALTH_STATES,
  presentHealth,
  presentHealthRecord,
} from "../health/health-schema.ts";
import { listHealth, readHealth, readTimelines } from "../health/health-store.ts";
import { BySlug } from "../schema.ts";
import { type ConnectionRow, listConnectionsTo } from "../store.ts";
import { connectionListExample } from "./examples.ts";
import { probeConnection } from "./probe.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";

const Health = Record("IntegrationHealth", {
  slug: Type.String(),
  connections: Type.Array(ConnectionHealthRecord, { description: "Connections, active ones first." }),
});

const ReconnectLink = Record("ReconnectLink", {
  reconnect_url: Type.String({
    description: "Anyone with the link can connect; give it only to the customer.",
  }),
  expires_at: Timestamp,
});

/** Filters of lists of connections. */
export const ConnectionsQuery = Type.Object({
  ...LongPageQuery.properties,
  status: Type.Optional(Type.Enum(HEALTH_STATES)),
  slug: Type.Optional(Type.String()),
  linked_account_id: Type.Optional(Type.String()),
});

/** A page of connections. */
export const ConnectionList = Type.Object({ docs: Type.Array(ConnectionHealth), ...LongPageEnvelope });

const NONE = { total: 0, isEstimate: false };

const operation = defineOperations<Deps>("Connections");

/** The health of connections, for their account, its organization and its operators. */
export const CONNECTION_HEALTH_OPERATIONS = [
  operation({
    id: "createReconnectLink",
    method: "post",
    path: `${INTEGRATION}/:slug/reconnect-link`,
    least: "support",
    credentials: "account",
    hasSecret: true,
    outlastsLink: true,
    summary: "Create a reconnect link",
    description:
      "Returns a link to a page where the customer reconnects one application. It opens nothing else and works for one connect; executions that wait for the connection then resume. Anyone with the link can connect, so give it only to the customer. See [Reconnect links](/guides/portal#reconnect-links).",
    schema: {
      params: BySlug,
      querystring: TargetQuery,
      response: {
        200: withExample(ReconnectLink, {
          reconnect_url: `${EXAMPLE.server}/connect/B2cgkctD…`,
          expires_at: "2026-02-03T09:30:00.000Z",
        }),
      },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      await readEnabledApplication(deps, scope, slug);
      const target = await readTarget(deps, scope, slug, request.query.connection_id);
      const { url, expiresAt } = await createConnectLink(deps, scope, { slug, target });
      return { reconnect_url: url, expires_at: expiresAt.toISOString() };
    },
  }),
  operation({
    id: "getConnectionHealth",
    method: "get",
    path: `${INTEGRATION}/:slug/health`,
    least: "viewer",
    credentials: "account",
    summary: "Get connection health",
    description:
      "Returns a linked account's connections to an application with their health, what the customer can do about it, and their last 50 events. Returns 404 if nothing is connected.",
    schema: { params: BySlug, response: { 200: Health } },
    run: async (deps, request) => readAll(deps, getAccountScope(request), request.params.slug),
  }),
  operation({
    id: "checkConnection",
    method: "post",
    path: `${INTEGRATION}/:slug/check`,
    least: "support",
    credentials: "account",
    summary: "Check connections now",
    description:
      "Checks with the provider whether a linked account's active connections to an application still work, and returns their updated health. Returns 404 if nothing is connected.",
    schema: { params: BySlug, response: { 200: Health } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      const application = await findApplication(deps, scope, slug);
      const rows = await listConnectionsTo(deps.db, scope, slug);
      const active = application ? rows.filter((row) => row.status === "active") : [];
      await Promise.all(
        active.map((row) => application && probeConnection(deps, { scope, application }, row)),
      );
      return readAll(deps, scope, slug);
    },
  }),
  operation({
    id: "listConnections",
    method: "get",
    path: "/api/v2/public/connections",
    least: "viewer",
    credentials: "apiKey",
    summary: "List connections",
    description:
      "Returns the connections of all linked accounts with their health, oldest first. Filter by `status`, application or linked account, and page through long lists with `after`. See [Connections](/guides/connections).",
    schema: { querystring: ConnectionsQuery, response: { 200: connectionListExample.reply } },
    run: async (deps, request) => presentConnections(deps, getScope(request), request.query),
  }),
];

/** A page of an organization's connections with their health; an unknown account has none. */
export async function presentConnections(
  deps: Pick<Deps, "database" | "db" | "catalog" | "log" | "vault">,
  scope: Scope,
  query: Static<typeof ConnectionsQuery>,
): Promise<Static<typeof ConnectionList>> {
  const page = parseLongPage(query);
  const { status, slug, linked_account_id: accountId } = query;
  const account = accountId === undefined ? undefined : await findAccount(deps.database, scope, accountId);
  if (accountId !== undefined && account === undefined)
    return { docs: [], ...buildLongEnvelope(page, NONE, { rows: [], more: false }) };
  const { rows, envelope } = await listHealth(deps.db, scope, { status, slug, account }, page);
  const known = await readHealth(
    deps.db,
    rows.map(({ id }) => id),
  );
  const applications = new Map(
    (await listApplications(deps, scope)).map((one) => [one.connector.info.slug, one]),
  );
  const docs = rows.map(({ accountId, accountName, ...row }) => {
    const application = applications.get(row.slug);
    const callback = findCallback(deps, application, row);
    return presentHealth({ row, accountId, accountName, health: known.get(row.id), callback, application });
  });
  return { docs, ...envelope };
}

async function readAll(deps: Deps, scope: AccountScope, slug: string): Promise<Static<typeof Health>> {
  const rows = await listConnectionsTo(deps.db, scope, slug);
  if (rows.length === 0) throw notFound("Connection");
  const ids = rows.map(({ id }) => id);
  const application = await findApplication(deps, scope, slug);
  const health = await readHealth(deps.db, ids);
  const events = await readTimelines(deps.db, ids);
  const { accountId } = scope.account;
  const connections = rows.map((row) => {
    const callback = findCallback(deps, application, row);
    return presentHealthRecord({ row, accountId, health: health.get(row.id), callback, application }, events);
  });
  return { slug, connections };
}

/** What a sign-in found out and is kept with a connection; undefined if there is nothing. */
function findCallback(
  { vault }: Pick<Deps, "vault">,
  application: Application | undefined,
  row: ConnectionRow,
): Record<string, string> | undefined {
  const { callback: fields, accountSettings = [] } = application?.connector.info.auth.oauth2 ?? {};
  if (row.auth_type !== "oauth2" || (!fields?.length && accountSettings.length === 0)) return undefined;
  const { callback = {}, settings } = decryptConnectionSecrets(vault, row);
  const found = Object.entries(settings).filter(([name]) => accountSettings.includes(name));
  const texts = [...found, ...Object.entries(callback)].map(([name, value]) => [name, String(value)]);
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
