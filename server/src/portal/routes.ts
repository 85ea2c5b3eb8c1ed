import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { failureOf } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { useForms } from "./form-body.ts";
import { formRoutes } from "./form-routes.ts";
import { linkRoutes } from "./link-routes.ts";
import { pageRoutes, sendPage } from "./page-routes.ts";
import { deadLinkPage, messagePage } from "./small-pages.ts";
import { openVisit } from "./visit.ts";

/** The hosted portal: links to it, and its pages. */
export async function portalRoutes(app: App, deps: Deps): Promise<void> {
  linkRoutes(app, deps);
  // A plugin of its own: only here forms are read, and errors are pages.
  await app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
    pageRoutes(pages, deps);
    formRoutes(pages, deps);
    pages.all("/connect/*", { config: { auth: "none" }, schema: { hide: true } }, (_request, reply) =>
      sendPage(deps, reply, undefined, deadLinkPage()),
    );
  });
}

async function sendProblem(
  deps: Deps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, message } = failureOf(error, request);
  if (status === 503) reply.header("retry-after", "5");
  const visit = status < 500 ? await visitOf(deps, request) : undefined;
  const { title, text } = wordsFor(status, message);
  return sendPage(deps, reply, visit, messagePage(status, title, text, visit));
}

function wordsFor(status: number, message: string): { title: string; text: string } {
  switch (status) {
    case 403:
      return {
        title: "Please send the form again",
        text: "It did not come from its own page, so nothing was changed. Go back, reload the page and try again.",
      };
    case 404:
      return {
        title: "There is nothing here",
        text: "What you are looking for is not offered, or not any more.",
      };
    case 413:
      return {
        title: "That is too much",
        text: "What was typed in is larger than 100 KB. Nothing was changed.",
      };
    case 415:
      return { title: "This could not be read", text: "Please use the form on the page." };
    case 503:
      return {
        title: "One moment, please",
        text: "The server is busy right now. Please try again in a minute.",
      };
    default:
      if (status >= 500) {
        return {
          title: "Something went wrong on our side",
          text: "Nothing was lost. Please try again later.",
        };
      }
      return { title: "This could not be done", text: message };
  }
}

/** The link of a request that failed, so that its page looks like the others. */
async function visitOf(deps: Deps, request: FastifyRequest) {
  const { params } = request;
  const token: unknown =
    typeof params === "object" && params !== null ? Reflect.get(params, "token") : undefined;
  return typeof token === "string" ? openVisit(deps, request, token) : undefined;
}
