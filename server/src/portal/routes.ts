import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { failureOf } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { useForms } from "../platform/pages/form-body.ts";
import { problemWords } from "../platform/pages/problem-words.ts";
import { requestWords } from "../platform/pages/words/request-words.ts";
import { customerWorkflowRoutes } from "./customer-workflow-routes.ts";
import { elementRoute } from "./embed/element-route.ts";
import { linkRoutes } from "./links/link-routes.ts";
import { signInRoutes } from "./links/sign-in-routes.ts";
import { offerRoutes } from "./offer-routes.ts";
import { ownWorkflowRoutes } from "./own-workflows/routes.ts";
import { formRoutes } from "./pages/form-routes.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { sendDeadLink, sendPage } from "./pages/send-page.ts";
import { messagePage } from "./pages/small-pages.ts";
import { previewRoutes } from "./preview/preview-routes.ts";
import { textRoutes } from "./text-routes.ts";
import { openVisit } from "./visit.ts";

/** The hosted portal: links to it, and its pages. */
export async function portalRoutes(app: App, deps: Deps): Promise<void> {
  linkRoutes(app, deps);
  offerRoutes(app, deps);
  customerWorkflowRoutes(app, deps);
  elementRoute(app);
  previewRoutes(app, deps);
  textRoutes(app);
  // A plugin of its own: only here forms are read, and errors are pages.
  await app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
    pageRoutes(pages, deps);
    formRoutes(pages, deps);
    ownWorkflowRoutes(pages, deps);
    signInRoutes(pages, deps);
    pages.all("/connect/*", { config: { auth: "none" }, schema: { hide: true } }, (request, reply) =>
      sendDeadLink(deps, request, reply),
    );
  });
}

/** What went wrong on a page of a link, as a page. */
export async function sendProblem(
  deps: Deps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status } = failureOf(error, request);
  if (status === 503) reply.header("retry-after", "5");
  const visit = status < 500 ? await visitOf(deps, request) : undefined;
  const look = visit ?? { words: requestWords(request) };
  return sendPage(deps, reply, look, messagePage(status, problemWords(look.words, status), visit));
}

/** The link of a request that failed, so that its page looks like the others. */
async function visitOf(deps: Deps, request: FastifyRequest) {
  const { params } = request;
  const token: unknown =
    typeof params === "object" && params !== null ? Reflect.get(params, "token") : undefined;
  return typeof token === "string" ? openVisit(deps, request, token) : undefined;
}
