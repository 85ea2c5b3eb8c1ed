import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type Operation, registerOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { registerFontRoute } from "../pages/fonts.ts";
import { useForms } from "../pages/form-body.ts";
import { describeProblem } from "../pages/problem-words.ts";
import { getRequestWords } from "../pages/words/request-words.ts";
import { toFailure } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { registerAccountRoutes } from "./accounts/account-routes.ts";
import { registerActivityRoutes } from "./activity/activity-routes.ts";
import { CUSTOMER_EXECUTION_OPERATIONS } from "./customer-execution-routes.ts";
import { CUSTOMER_WORKFLOW_OPERATIONS } from "./customer-workflow-routes.ts";
import { registerElementRoute } from "./embed/element-route.ts";
import { PORTAL_LINK_OPERATIONS } from "./links/link-routes.ts";
import { registerSignInRoutes } from "./links/sign-in-routes.ts";
import { PORTAL_OFFER_OPERATIONS } from "./offer-routes.ts";
import { registerOwnWorkflowRoutes } from "./own-workflows/routes.ts";
import { registerFormRoutes } from "./pages/form-routes.ts";
import { registerPageRoutes } from "./pages/page-routes.ts";
import { registerScriptRoutes } from "./pages/script-route.ts";
import { sendDeadLink, sendPage } from "./pages/send-page.ts";
import { renderMessagePage } from "./pages/small-pages.ts";
import { PORTAL_PREVIEW_OPERATIONS } from "./preview/preview-routes.ts";
import { PORTAL_TEXT_OPERATIONS } from "./text-routes.ts";
import { findVisit } from "./visit.ts";

/** Links, settings and a preview of the portal. */
export const PORTAL_OPERATIONS: readonly Operation<Deps>[] = [
  ...PORTAL_LINK_OPERATIONS,
  ...PORTAL_OFFER_OPERATIONS,
  ...CUSTOMER_WORKFLOW_OPERATIONS,
  ...CUSTOMER_EXECUTION_OPERATIONS,
  ...PORTAL_PREVIEW_OPERATIONS,
  ...PORTAL_TEXT_OPERATIONS,
];

/** Operations about the portal, and its pages. */
export async function registerPortalRoutes(app: App, deps: Deps): Promise<void> {
  registerOperations(app, PORTAL_OPERATIONS, deps);
  registerElementRoute(app);
  registerScriptRoutes(app);
  registerFontRoute(app);
  // A separate plugin, because only here forms are parsed and errors are pages.
  await app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
    registerPageRoutes(pages, deps);
    registerFormRoutes(pages, deps);
    registerOwnWorkflowRoutes(pages, deps);
    registerActivityRoutes(pages, deps);
    registerSignInRoutes(pages, deps);
    registerAccountRoutes(pages, deps);
    pages.all("/connect/*", { config: { auth: "none" }, schema: { hide: true } }, (request, reply) =>
      sendDeadLink(deps, request, reply),
    );
  });
}

/** An error on a link's page, as a page. */
export async function sendProblem(
  deps: Deps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status } = toFailure(error, request);
  if (status === 503) reply.header("retry-after", "5");
  const visit = status < 500 ? await visitOf(deps, request) : undefined;
  const look = visit ?? { words: getRequestWords(request) };
  return sendPage(deps, reply, look, renderMessagePage(status, describeProblem(look.words, status), visit));
}

/** The link of a failed request, so that its error page has the same look. */
async function visitOf(deps: Deps, request: FastifyRequest) {
  const { params } = request;
  const token: unknown =
    typeof params === "object" && params !== null ? Reflect.get(params, "token") : undefined;
  return typeof token === "string" ? findVisit(deps, request, token) : undefined;
}
