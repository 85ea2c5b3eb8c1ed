import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Application } from "../../apps/catalog/application.ts";
import {
  connectClient,
  isConnectedWithoutConsent,
  saveKeyConnection,
} from "../../apps/connections/connect.ts";
import { decryptLinkSettings, LinkUsedError } from "../../apps/connections/connect-link.ts";
import { readTarget } from "../../apps/connections/connect-target.ts";
import { disconnect } from "../../apps/connections/disconnect.ts";
import { startConsent } from "../../apps/connections/start-consent.ts";
import { LONGEST_CONNECTION_NAME, updateConnection } from "../../apps/connections/update-connection.ts";
import type { AuthType } from "../../apps/connector-auth.ts";
import { listConnectionsTo } from "../../apps/store.ts";
import type { Deps } from "../../deps.ts";
import type { PageContent } from "../../pages/document.ts";
import { isOwnForm, readForm } from "../../pages/form-body.ts";
import { ApiError, badRequest } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import { EDIT } from "../settings/rule-edit.ts";
import { hasNewChoices, loadSentStep, saveStep } from "../settings/settings.ts";
import { splitSettingsSteps } from "../settings/settings-steps.ts";
import { applyStepEdit, type FilledStep, readStep } from "../settings/settings-values.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import { listAuthTypes, type RejectedForm, readAttempt, toRejectedForm } from "./connect-form.ts";
import {
  ByApplication,
  isSetUpHere,
  readOfferedApplication,
  renderApplicationView,
  sendVisitPage,
} from "./page-routes.ts";
import { renderProviderRedirectPage } from "./small-pages.ts";

const options = {
  config: { auth: "none" },
  schema: { hide: true, params: ByApplication },
} as const;

/** A submitted form, for an application that the link reaches. */
interface SentForm {
  readonly visit: Visit;
  readonly application: Application;
  readonly form: URLSearchParams;
  readonly reply: FastifyReply;
}

type FormRequest = Pick<FastifyRequest, "headers" | "body" | "method" | "query" | "url"> & {
  params: Static<typeof ByApplication>;
};
type Handler = (deps: Deps, sent: SentForm) => Promise<PageContent | undefined>;

/** The forms of the pages; each redirects to a page on success and is shown again on failure. */
export function registerFormRoutes(pages: App, deps: Deps): void {
  const take = (request: FormRequest, reply: FastifyReply, portalOnly: boolean, handler: Handler) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      const form = readForm(request);
      requireOwnForm(deps, visit, request, form);
      const application = await readOfferedApplication(deps, visit, request.params.slug, { portalOnly });
      return handler(deps, { visit, application, form, reply });
    });

  pages.post("/connect/:token/apps/:slug/connect", options, (request, reply) =>
    take(request, reply, false, connect),
  );
  pages.post("/connect/:token/apps/:slug/disconnect", options, (request, reply) =>
    take(request, reply, true, leave),
  );
  pages.post("/connect/:token/apps/:slug/connections", options, (request, reply) =>
    take(request, reply, true, change),
  );
  pages.post("/connect/:token/apps/:slug/settings", options, (request, reply) =>
    take(request, reply, true, setUp),
  );
}

/** Refuses (403) a form that was not sent from a page of the link. */
export function requireOwnForm(
  deps: Deps,
  visit: Visit,
  request: Pick<FastifyRequest, "headers">,
  form: URLSearchParams,
): void {
  const tokens = {
    given: form.get("form") ?? "",
    expected: visit.formToken,
    fromBrowser: visit.link.slug !== undefined,
  };
  if (isOwnForm(deps.config, request, tokens)) return;
  throw new ApiError("forbidden", "FORBIDDEN", "This form was not sent from its own page.");
}

async function connect(deps: Deps, sent: SentForm): Promise<PageContent | undefined> {
  const { visit, application, form } = sent;
  const { slug } = application.connector.info;
  // A link to one application works once.
  if (visit.link.used) return renderApplicationView(deps, visit, { slug });
  const type = listAuthTypes(visit, application).find((one) => one === form.get("auth_type"));
  if (type === undefined) throw badRequest("This application cannot be connected this way.");
  const attempt = attemptOf(deps, sent, type);
  if (attempt.problems.length > 0) return renderApplicationView(deps, visit, { slug, attempt });
  try {
    return await carryOut(deps, sent, attempt);
  } catch (error) {
    // Another window was first; the page shows the connection.
    if (error instanceof LinkUsedError)
      return sendRedirect(sent.reply, buildVisitUrl(visit, buildApplicationPath(slug)));
    const refused = toRejectedForm(visit.words, application, attempt, error);
    if (refused === undefined) throw error;
    return renderApplicationView(deps, visit, { slug, attempt: refused });
  }
}

/**
 * What the customer typed in: on this page or, if a link leads straight to the provider, before the link was created.
 */
function attemptOf(
  deps: Deps,
  { visit: { link, words }, application, form }: SentForm,
  type: AuthType,
): RejectedForm {
  const { id, sealedSettings } = link;
  if (sealedSettings === undefined || isConnectedWithoutConsent(application))
    return readAttempt(words, application, type, form);
  return { type, typed: decryptLinkSettings(deps, id, sealedSettings), problems: [] };
}

async function carryOut(
  deps: Deps,
  { visit, application, form, reply }: SentForm,
  { type, typed, target: given }: RejectedForm,
): Promise<PageContent | undefined> {
  const { link, asked, returnTo } = visit;
  const { slug } = application.connector.info;
  const target = link.target ?? (await readTarget(deps, link.scope, slug, given));
  const connecting = { scope: link.scope, application, link: link.token, target };
  if (type === "oauth2" && !isConnectedWithoutConsent(application)) {
    const isInNewWindow = form.get("window") === "new" || link.sealedSettings !== undefined;
    const back = {
      link: link.token,
      lang: asked,
      returnTo,
      ...(isInNewWindow && { window: "new" as const }),
    };
    const { address, cookie } = await startConsent(deps, connecting, typed, back);
    reply.header("set-cookie", cookie);
    return renderProviderRedirectPage(visit.words, application, address);
  }
  if (type === "oauth2") await connectClient(deps, connecting, typed);
  else await saveKeyConnection(deps, connecting, typed);
  return sendRedirect(reply, buildVisitUrl(visit, buildApplicationPath(slug), { outcome: "connected" }));
}

async function leave(deps: Deps, { visit, application, form, reply }: SentForm): Promise<undefined> {
  const { slug } = application.connector.info;
  const { scope } = visit.link;
  const id = form.get("connection") || undefined;
  const goToOthers = () => sendRedirect(reply, buildVisitUrl(visit, buildApplicationPath(slug)));
  if (id === undefined && (await listConnectionsTo(deps.db, scope, slug)).length > 1) return goToOthers();
  try {
    await disconnect(deps, scope, slug, { id });
  } catch (error) {
    // It has become the default one of several since the page was opened: theirs says what to do first.
    if (error instanceof ApiError && error.status === 409) return goToOthers();
    throw error;
  }
  if ((await listConnectionsTo(deps.db, scope, slug)).length > 0) return goToOthers();
  return sendRedirect(reply, buildVisitUrl(visit, "", { disconnected: slug }));
}

/** Renames a connection, or makes it the default. */
async function change(deps: Deps, { visit, application, form, reply }: SentForm): Promise<undefined> {
  const { scope } = visit.link;
  const name = form.get("name") ?? undefined;
  if (name !== undefined && name.length > LONGEST_CONNECTION_NAME)
    throw badRequest(`A name has at most ${LONGEST_CONNECTION_NAME} characters.`);
  const changes = { name, isDefault: form.has("default") };
  await updateConnection(deps, { scope, application }, form.get("connection") ?? "", changes);
  return sendRedirect(reply, buildVisitUrl(visit, buildApplicationPath(application.connector.info.slug)));
}

async function setUp(
  deps: Deps,
  { visit, application, form, reply }: SentForm,
): Promise<PageContent | undefined> {
  const { slug } = application.connector.info;
  const { words } = visit;
  const path = buildApplicationPath(slug);
  const goToPage = (query?: Record<string, string>) => sendRedirect(reply, buildVisitUrl(visit, path, query));
  const connections = await listConnectionsTo(deps.db, visit.link.scope, slug);
  if (!isSetUpHere(application, connections)) return goToPage();
  const sent = await loadSentStep(deps, visit.link, slug, { words, form });
  if (sent === undefined) return goToPage();
  const { current, step, settings } = sent;
  const show = (filled: FilledStep) =>
    renderApplicationView(deps, visit, { slug, sent: { current, filled, settings } });
  const edit = form.get(EDIT);
  if (edit !== null) return show(applyStepEdit(readStep(words, step, form), edit));
  const filled = await saveStep(deps, visit.link, slug, { words, step, form });
  if (filled.problems.size > 0) return show(filled);
  const isMore = hasNewChoices(step, filled);
  const next = isMore
    ? current
    : Math.min(current + 1, splitSettingsSteps(words, settings.config).length - 1);
  return goToPage({ step: String(next + 1), saved: isMore ? "more" : "all" });
}

/** Post, redirect, get: going back or reloading does not submit twice. */
export function sendRedirect(reply: FastifyReply, path: string): undefined {
  reply.header("cache-control", "no-store").redirect(path, 303);
  return undefined;
}
