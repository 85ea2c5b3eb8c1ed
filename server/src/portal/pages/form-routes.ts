import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Application } from "../../apps/catalog/application.ts";
import { connectClient, needsNoConsent, saveKey } from "../../apps/connections/connect.ts";
import { LinkUsedError, openSettings } from "../../apps/connections/connect-link.ts";
import { disconnect } from "../../apps/connections/disconnect.ts";
import { startConsent } from "../../apps/connections/start-consent.ts";
import type { AuthType } from "../../apps/connector.ts";
import { findConnections } from "../../apps/store.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import { formOf } from "../../platform/pages/form-body.ts";
import { EDIT } from "../settings/rule-edit.ts";
import { sentLeftSides } from "../settings/rule-value.ts";
import { hasNewChoices, loadSettings, saveStep } from "../settings/settings.ts";
import { stepsOf } from "../settings/settings-steps.ts";
import { editStep, readStep } from "../settings/settings-values.ts";
import { addressOf, applicationPath, formIsOurs, type Visit } from "../visit.ts";
import { authTypesOf, type RejectedForm, readAttempt, refusedAttempt } from "./connect-form.ts";
import { applicationView, ByApplication, isSetUpHere, offered, withVisit } from "./page-routes.ts";
import { leavePage } from "./small-pages.ts";

const options = {
  config: { auth: "none" },
  schema: { hide: true, params: ByApplication },
} as const;

/** One form that was sent, for an application that the link reaches. */
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

/** The forms of the pages; each goes on to a page when it has done what it says, and comes back when it could not. */
export function formRoutes(pages: App, deps: Deps): void {
  const take = (request: FormRequest, reply: FastifyReply, portalOnly: boolean, handler: Handler) =>
    withVisit(deps, request, reply, async (visit) => {
      const form = formOf(request);
      requireOwnForm(deps, visit, request, form);
      const application = await offered(deps, visit, request.params.slug, { portalOnly });
      return handler(deps, { visit, application, form, reply });
    });

  pages.post("/connect/:token/apps/:slug/connect", options, (request, reply) =>
    take(request, reply, false, connect),
  );
  pages.post("/connect/:token/apps/:slug/disconnect", options, (request, reply) =>
    take(request, reply, true, leave),
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
  if (formIsOurs(deps.config, request, tokens)) return;
  throw new ApiError("forbidden", "FORBIDDEN", "This form was not sent from its own page.");
}

async function connect(deps: Deps, sent: SentForm): Promise<PageContent | undefined> {
  const { visit, application, form } = sent;
  const { slug } = application.connector.info;
  // A link to one application serves once.
  if (visit.link.used) return applicationView(deps, visit, { slug });
  const type = authTypesOf(visit, application).find((one) => one === form.get("auth_type"));
  if (type === undefined) throw badRequest("This application is not connected in this way.");
  const attempt = attemptOf(deps, sent, type);
  if (attempt.problems.length > 0) return applicationView(deps, visit, { slug, attempt });
  try {
    return await carryOut(deps, sent, attempt);
  } catch (error) {
    // Another window was first; the page says that it is connected.
    if (error instanceof LinkUsedError) return goTo(sent.reply, addressOf(visit, applicationPath(slug)));
    const refused = refusedAttempt(visit.words, application, attempt, error);
    if (refused === undefined) throw error;
    return applicationView(deps, visit, { slug, attempt: refused });
  }
}

/** What the customer typed in: on this page, or, where a link goes on to the provider, before it was made. */
function attemptOf(
  deps: Deps,
  { visit: { link, words }, application, form }: SentForm,
  type: AuthType,
): RejectedForm {
  const { id, sealedSettings } = link;
  if (sealedSettings === undefined || needsNoConsent(application))
    return readAttempt(words, application, type, form);
  return { type, typed: openSettings(deps, id, sealedSettings), problems: [] };
}

async function carryOut(
  deps: Deps,
  { visit, application, form, reply }: SentForm,
  { type, typed }: RejectedForm,
): Promise<PageContent | undefined> {
  const { link, asked, returnTo } = visit;
  const connecting = { scope: link.scope, application, link: link.token };
  if (type === "oauth2" && !needsNoConsent(application)) {
    const isInNewWindow = form.get("window") === "new" || link.sealedSettings !== undefined;
    const back = {
      link: link.token,
      lang: asked,
      returnTo,
      ...(isInNewWindow && { window: "new" as const }),
    };
    const { address, cookie } = await startConsent(deps, connecting, typed, back);
    reply.header("set-cookie", cookie);
    return leavePage(visit.words, application, address);
  }
  if (type === "oauth2") await connectClient(deps, connecting, typed);
  else await saveKey(deps, connecting, typed);
  return goTo(
    reply,
    addressOf(visit, applicationPath(application.connector.info.slug), { outcome: "connected" }),
  );
}

async function leave(deps: Deps, { visit, application, reply }: SentForm): Promise<undefined> {
  const { slug } = application.connector.info;
  await disconnect(deps, visit.link.scope, slug);
  return goTo(reply, addressOf(visit, "", { disconnected: slug }));
}

async function setUp(
  deps: Deps,
  { visit, application, form, reply }: SentForm,
): Promise<PageContent | undefined> {
  const { slug } = application.connector.info;
  const { words } = visit;
  const path = applicationPath(slug);
  const goOn = (query?: Record<string, string>) => goTo(reply, addressOf(visit, path, query));
  const connections = await findConnections(deps.database, visit.link.scope, slug);
  if (!isSetUpHere(application, connections)) return goOn();
  // A value is chosen among the choices that its condition has now, whatever was stored.
  const rules = (name: string) => sentLeftSides(form, name);
  const steps = stepsOf(words, (await loadSettings(deps, visit.link, slug, rules)).config);
  const current = Number(form.get("step"));
  const step = steps[current];
  if (step === undefined) return goOn();
  const edit = form.get(EDIT);
  if (edit !== null) {
    const edited = editStep(readStep(words, step, form), edit);
    return applicationView(deps, visit, { slug, sent: { current, filled: edited, rules } });
  }
  const filled = await saveStep(deps, visit.link, slug, { words, step, form });
  if (filled.problems.size > 0)
    return applicationView(deps, visit, { slug, sent: { current, filled, rules } });
  const isMore = hasNewChoices(step, filled);
  const next = isMore ? current : Math.min(current + 1, steps.length - 1);
  return goOn({ step: String(next + 1), saved: isMore ? "more" : "all" });
}

/** Post, redirect, get: going back or reloading sends nothing twice. */
export function goTo(reply: FastifyReply, path: string): undefined {
  reply.header("cache-control", "no-store").redirect(path, 303);
  return undefined;
}
