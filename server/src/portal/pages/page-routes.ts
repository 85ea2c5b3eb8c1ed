import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { type Application, findApplication, listApplications } from "../../apps/catalog/application.ts";
import { listPortalApplications, readPortalRules } from "../../apps/catalog/portal-availability.ts";
import type { ConnectLink } from "../../apps/connections/connect-link.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import {
  type ConnectionRow,
  findConnections,
  listConnections,
  listConnectionsTo,
  NEW_CONNECTION,
} from "../../apps/store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { listUsedApplications } from "../../configs/used-connections.ts";
import type { Deps } from "../../deps.ts";
import type { PageContent } from "../../pages/document.ts";
import type { Statement } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { type App, GET_ALONE } from "../../platform/http/route.ts";
import { listOfferedWorkflows } from "../../workflows/versions/publications.ts";
import { findActivityAccess, hasActivity } from "../activity/read-activity.ts";
import { findFrameState } from "../embed/frame-state.ts";
import { renderConnectedPage, renderLinkPage } from "../links/link-page.ts";
import { isSignedIn } from "../links/link-sign-in.ts";
import { sendToSignIn } from "../links/sign-in-routes.ts";
import { findOfferedAccess } from "../own-workflows/own-workflows-access.ts";
import { loadSettings, type PortalSettings } from "../settings/settings.ts";
import { renderSettingsForm } from "../settings/settings-form.ts";
import { isLiveStep, splitSettingsSteps } from "../settings/settings-steps.ts";
import type { AccountsView, SettingsView } from "../settings/settings-view.ts";
import { buildApplicationPath, buildVisitUrl, findVisit, type Visit } from "../visit.ts";
import { type ApplicationView, renderApplicationPage, renderOutcomeNotice } from "./application-page.ts";
import type { RejectedForm } from "./connect-form.ts";
import { renderListPage } from "./list-page.ts";
import { renderDisconnectedNotice, renderSavedNotice } from "./page-notices.ts";
import { type ApplicationStates, readApplicationStates } from "./read-state.ts";
import { getScriptPath } from "./script-route.ts";
import { sendDeadLink, sendPage } from "./send-page.ts";
import { renderDisconnectPage } from "./small-pages.ts";

export const ByLink = Type.Object({ token: Type.String() });

export const ByApplication = Type.Object({ token: Type.String(), slug: Type.String() });

const PageQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  step: Type.Optional(Type.Integer({ minimum: 1 })),
  outcome: Type.Optional(Type.String()),
  saved: Type.Optional(Type.String()),
  disconnected: Type.Optional(Type.String()),
  again: Type.Optional(Type.String()),
  connection: Type.Optional(Type.String({ maxLength: 100 })),
  lang: Type.Optional(Type.String({ maxLength: 100 })),
});
type PageQuery = Static<typeof PageQuery>;

const config = { auth: "none" } as const;

/** The pages that a link opens: the portal, or the page that reconnects one application (platform-surface 3.12). */
export function registerPageRoutes(pages: App, deps: Deps): void {
  const list = { config, schema: { hide: true, params: ByLink, querystring: PageQuery } };
  pages.get("/connect/:token", list, (request, reply) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      const { slug } = visit.link;
      if (slug === undefined) return portalList(deps, visit, request.query);
      return renderApplicationView(deps, visit, { slug, query: request.query });
    }),
  );

  const one = { config, schema: { hide: true, params: ByApplication, querystring: PageQuery } };
  // May ask the third party for the options of settings.
  pages.get("/connect/:token/apps/:slug", { ...GET_ALONE, ...one }, (request, reply) =>
    sendVisitPage(deps, request, reply, (visit) =>
      renderApplicationView(deps, visit, { slug: request.params.slug, query: request.query }),
    ),
  );
  pages.get("/connect/:token/apps/:slug/disconnect", one, (request, reply) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      const { slug } = request.params;
      const page = await disconnectPage(deps, visit, slug, request.query.connection);
      if (page === undefined) reply.redirect(buildVisitUrl(visit, buildApplicationPath(slug)), 303);
      return page;
    }),
  );
  registerFormAddresses(pages, deps);
}

/** Undefined if it is not said which of several connections is meant. */
async function disconnectPage(deps: Deps, visit: Visit, slug: string, id: string | undefined) {
  const application = await readOfferedApplication(deps, visit, slug, { portalOnly: true });
  const rows = await listConnectionsTo(deps.db, visit.link.scope, slug);
  if (id === undefined && rows.length > 1) return undefined;
  const row = id === undefined ? rows[0] : rows.find((one) => one.id === id);
  if (id !== undefined && row === undefined) throw notFound("Connection");
  return renderDisconnectPage(visit, application, row && { connection: row, isOnly: rows.length === 1 });
}

/** A form that was refused is shown at its own address: opened again, that leads back to the application. */
function registerFormAddresses(pages: App, deps: Deps): void {
  const schema = { hide: true, params: ByApplication } as const;
  for (const form of ["connect", "settings"] as const)
    pages.get(`/connect/:token/apps/:slug/${form}`, { config, schema }, (request, reply) =>
      sendVisitPage(deps, request, reply, async (visit) => {
        await readOfferedApplication(deps, visit, request.params.slug, { portalOnly: false });
        reply.redirect(buildVisitUrl(visit, buildApplicationPath(request.params.slug)), 303);
        return undefined;
      }),
    );
}

type PageRequest = Pick<FastifyRequest, "headers" | "method" | "query" | "url"> & {
  params: Static<typeof ByLink>;
};

/** Sends a page of the link in the path, or the page that says that the link is invalid. */
export async function sendVisitPage(
  deps: Deps,
  request: PageRequest,
  reply: FastifyReply,
  page: (visit: Visit) => Promise<PageContent | undefined>,
): Promise<FastifyReply> {
  const visit = await findVisit(deps, request, request.params.token);
  if (visit === undefined) return sendDeadLink(deps, request, reply);
  if (!isSignedIn(deps, visit.link, request.headers.cookie)) return sendToSignIn(deps, request, reply, visit);
  const content = await page(visit);
  if (content === undefined) return reply;
  return sendPage(deps, reply, visit, visit.framed ? await framed(deps, visit, request, content) : content);
}

/** Adds what the embedding page is told: the account's state, and the same page's address without a frame. */
async function framed(
  deps: Deps,
  visit: Visit,
  request: PageRequest,
  content: PageContent,
): Promise<PageContent> {
  const path = buildVisitUrl(visit, pagePath(request));
  return { ...content, frame: { path, state: await findFrameState(deps, visit.link) } };
}

/** Relative to the link; a form that is shown again counts as its application's page, having no address of its own. */
function pagePath({ method, url, params }: PageRequest): string {
  // Removes `/connect/:token`.
  if (method === "GET") return url.replace(/\?.*/s, "").replace(/^\/connect\/[^/]*/, "");
  const slug: unknown = Reflect.get(params, "slug");
  return typeof slug === "string" ? buildApplicationPath(slug) : "";
}

/** An enabled application that the link reaches; 404 for any other. */
export async function readOfferedApplication(
  deps: Deps,
  { link }: Visit,
  slug: string,
  { portalOnly = false } = {},
): Promise<Application> {
  const isReached = link.slug === undefined || (link.slug === slug && !portalOnly);
  const application = isReached ? await findApplication(deps, link.scope, slug) : undefined;
  if (application?.enabled !== true) throw notFound("Application");
  if (link.slug === undefined && !(await isInPortal(deps, link.scope, slug))) throw notFound("Application");
  return application;
}

/** Whether the portal has a page for the application. */
export async function isInPortal(deps: Deps, scope: AccountScope, slug: string): Promise<boolean> {
  const connections = await listConnectionsTo(deps.db, scope, slug);
  const connected = new Set(connections.map((row) => row.slug));
  return (await listPortalApplications(deps, scope, connected)).some(
    ({ connector }) => connector.info.slug === slug,
  );
}

/** An application page's content apart from the application itself. */
export interface ApplicationPageState {
  readonly slug: string;
  readonly query?: PageQuery;
  /** A refused attempt to connect. */
  readonly attempt?: RejectedForm;
  /** A submitted step that was refused, or whose rule had a row added or removed. */
  readonly sent?: Pick<SettingsView, "current" | "filled"> & { readonly settings: PortalSettings };
}

/** The page of an application or, for a link to one application, the page that reconnects it. */
export async function renderApplicationView(
  deps: Deps,
  visit: Visit,
  shown: ApplicationPageState,
): Promise<PageContent> {
  const { slug, query = {}, attempt } = shown;
  const application = await readOfferedApplication(deps, visit, slug);
  if (visit.link.used) return renderConnectedPage(visit.words, application);
  const connections = await listShownConnections(deps, visit.link, application);
  const notice =
    renderOutcomeNotice(visit.words, application, query.outcome, connections) ??
    renderSavedNotice(visit.words, query.saved);
  const view = { application, connections, attempt, notice };
  if (visit.link.slug !== undefined) return renderLinkPage(visit, view);
  const { scope } = visit.link;
  const states = await readStates(deps, visit, connections);
  const workflows =
    connections.length === 0
      ? await listOfferedWorkflows(deps.db, scope, { slug, account: scope.account })
      : [];
  const settings = isSetUpHere(application, connections) ? await settingsPart(deps, visit, shown) : undefined;
  return renderApplicationPage(visit, {
    ...view,
    ...settings,
    states,
    workflows,
    target: attempt?.target ?? findTarget(query.connection, connections),
    unfolded: query.again !== undefined,
    refused: (shown.sent?.filled?.problems.size ?? 0) > 0,
  });
}

/** What the form of a page connects, as far as its address says something that exists. */
function findTarget(given: string | undefined, connections: readonly ConnectionRow[]): string | undefined {
  const isKnown = given === NEW_CONNECTION || connections.some(({ id }) => id === given);
  return isKnown && connections.length > 0 ? given : undefined;
}

/**
 * The connections that an application's page is about: all of them, or the one that its link connects. None where they
 * make no difference (D515).
 */
async function listShownConnections(
  deps: Deps,
  { scope, target, ...link }: ConnectLink,
  { connector: { info } }: Application,
): Promise<ConnectionRow[]> {
  const { slug, auth } = info;
  if (!needsConnection(auth)) return [];
  if (link.slug === undefined) return listConnectionsTo(deps.db, scope, slug);
  return target === NEW_CONNECTION ? [] : findConnections(deps.database, scope, slug, target);
}

/** An application can be set up once it is connected, or at once if it needs no connection. */
export function isSetUpHere({ connector }: Application, connections: readonly ConnectionRow[]): boolean {
  return connections.length > 0 || !needsConnection(connector.info.auth);
}

async function settingsPart(
  deps: Deps,
  visit: Visit,
  { slug, query, sent }: ApplicationPageState,
): Promise<Pick<ApplicationView, "settings" | "scripts">> {
  const settings = sent?.settings ?? (await loadSettings(deps, visit.link, slug));
  const steps = splitSettingsSteps(visit.words, settings.config);
  const asked = sent?.current ?? (query?.step ?? 1) - 1;
  const current = Math.min(asked, Math.max(0, steps.length - 1));
  const step = steps[current];
  const accounts = await readAccounts(deps, visit.link.scope, slug);
  return {
    settings: renderSettingsForm(visit, {
      slug,
      accounts,
      ...settings,
      steps,
      current,
      filled: sent?.filled,
    }),
    scripts: step && isLiveStep(step) ? [getScriptPath("live-form")] : [],
  };
}

/** What workflows of the application can choose among, and which of these applications have a page here. */
async function readAccounts(deps: Deps, scope: AccountScope, slug: string): Promise<AccountsView> {
  const used = await listUsedApplications(deps, scope, slug);
  const connected = used.filter(({ connections }) => connections.length > 0);
  const shown =
    used.length > 1
      ? await listPortalApplications(deps, scope, new Set(connected.map((one) => slugOf(one.application))))
      : [];
  return { used, pages: new Set(shown.map(slugOf)) };
}

function slugOf({ connector }: Application): string {
  return connector.info.slug;
}

async function portalList(deps: Deps, visit: Visit, query: PageQuery): Promise<PageContent> {
  const { scope } = visit.link;
  const connections = await listConnections(deps.db, scope);
  const applications = await listPortalApplications(
    deps,
    scope,
    new Set(connections.map(({ slug }) => slug)),
  );
  const known = await listApplications(deps, scope);
  const gone =
    query.disconnected && known.find(({ connector }) => connector.info.slug === query.disconnected);
  const isGone = gone && !connections.some(({ slug }) => slug === gone.connector.info.slug);
  const notice = isGone ? renderDisconnectedNotice(visit.words, gone.connector.info.name) : undefined;
  const hasAssistants = !visit.link.withoutAssistants && (await offersAssistants(deps, scope));
  const ownWorkflows = await findOfferedAccess(deps, visit);
  const search = query.search ?? "";
  const offers = { hasAssistants, ownWorkflows, hasActivity: await showsActivity(deps, visit) };
  const states = await readStates(deps, visit, connections);
  const { offer } = await readPortalRules(deps, scope);
  const isSorted = offer.applications.length > 0;
  return renderListPage(visit, { applications, connections, states, isSorted, search, notice, ...offers });
}

async function readStates(
  deps: Deps,
  visit: Visit,
  connections: readonly ConnectionRow[],
): Promise<ApplicationStates> {
  const withRuns = (await findActivityAccess(deps, visit)) !== undefined;
  return readApplicationStates(deps, visit.link.scope, connections, { withRuns });
}

async function showsActivity(deps: Deps, visit: Visit): Promise<boolean> {
  return (await findActivityAccess(deps, visit)) !== undefined && hasActivity(deps, visit.link.scope);
}

const FIND_SERVERS: Statement = {
  name: "portal-find-mcp-servers",
  text: `select exists (select from mcp_servers where org_id = $1 and environment = $2
    and (account_id is null or account_id = $3)) as found`,
};

/** Whether there is an MCP server to which a customer can connect an assistant; its pages are in `mcp/oauth`. */
async function offersAssistants(
  { database }: Pick<Deps, "database">,
  { orgId, environment, account }: AccountScope,
): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(FIND_SERVERS, [orgId, environment, account.id]);
  return row?.found === true;
}
