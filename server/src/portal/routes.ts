import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { toFailure } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { registerFontRoute } from "../platform/pages/fonts.ts";
import { useForms } from "../platform/pages/form-body.ts";
import { describeProblem } from "../platform/pages/problem-words.ts";
import { getRequestWords } from "../platform/pages/words/request-words.ts";
import { registerActivityRoutes } from "./activity/activity-routes.ts";
import { registerCustomerExecutionRoutes } from "./customer-execution-routes.ts";
import { registerCustomerWorkflowRoutes } from "./customer-workflow-routes.ts";
import { registerElementRoute } from "./embed/element-route.ts";
import { registerLinkRoutes } from "./links/link-routes.ts";
import { registerSignInRoutes } from "./links/sign-in-routes.ts";
import { registerOfferRoutes } from "./offer-routes.ts";
import { registerOwnWorkflowRoutes } from "./own-workflows/routes.ts";
import { registerFormRoutes } from "./pages/form-routes.ts";
import { registerPageRoutes } from "./pages/page-routes.ts";
import { registerScriptRoutes } from "./pages/script-route.ts";
import { sendDeadLink, sendPage } from "./pages/send-page.ts";
import { renderMessagePage } from "./pages/small-pages.ts";
import { registerPreviewRoutes } from "./preview/preview-routes.ts";
import { registerTextRoutes } from "./text-routes.ts";
import { findVisit } from "./visit.ts";

export async function registerPortalRoutes(app: App, deps: Deps): Promise<void> {
  registerLinkRoutes(app, deps);
  registerOfferRoutes(app, deps);
  registerCustomerWorkflowRoutes(app, deps);
  registerCustomerExecutionRoutes(app, deps);
  registerElementRoute(app);
  registerScriptRoutes(app);
  registerFontRoute(app);
  registerPreviewRoutes(app, deps);
  registerTextRoutes(app);
  // A separate plugin, because only here forms are parsed and errors are pages.
  await app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
    registerPageRoutes(pages, deps);
    registerFormRoutes(pages, deps);
    registerOwnWorkflowRoutes(pages, deps);
    registerActivityRoutes(pages, deps);
    registerSignInRoutes(pages, deps);
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
