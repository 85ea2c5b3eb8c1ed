import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { defineOperations } from "../../auth/operation.ts";
import type { Config } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import { getRequestWords, type PageRequest } from "../../pages/words/request-words.ts";
import type { Words } from "../../pages/words/words.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { GET_ALONE } from "../../platform/http/route.ts";
import { parseStateId } from "../oauth2/state.ts";
import { BySlug } from "../schema.ts";
import type { AccountQuestion } from "./accounts/connect-account.ts";
import { clearBrowserMark, findBrowserMark } from "./browser-mark.ts";
import { renderCallbackPage } from "./callback-page.ts";
import { buildLinkUrl, findConnectLink } from "./connect-link.ts";
import { type ConnectOutcome, finishOAuth } from "./finish-connect.ts";

const CallbackQuery = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String({ description: "The authorization server (RFC 9207)." })),
});

const htmlPage = (description: string) => ({
  description,
  content: { "text/html": { schema: Type.String() } },
});

const operation = defineOperations<Deps>("Applications");

/**
 * Where providers send customers back to: a page of its own ends a popup; a connect that began on a page returns
 * there (platform-surface 4.1).
 */
export const OAUTH_CALLBACK_OPERATIONS = [
  operation({
    id: "finishConnect",
    method: "get",
    path: "/api/v1/:slug/callback",
    credentials: "none",
    ...GET_ALONE,
    summary: "Finish an OAuth2 connect",
    description:
      "The URL to which a provider redirects the customer. It exchanges the code, stores the connection and returns a page for people, or redirects to the page where the connect began. If the customer has several accounts at the provider, it redirects to a page that asks which one to connect. It is not for programs; see [Results of an OAuth2 connect](/guides/portal#results-of-an-oauth2-connect).",
    schema: {
      params: BySlug,
      querystring: CallbackQuery,
      response: {
        200: htmlPage("The application is connected, or the customer declined."),
        303: {
          description:
            "Redirects to the page where the connect began, or on which the customer chooses an account.",
          type: "null",
        },
        400: {
          description:
            "The application was not connected; the page says why. JSON if the URL cannot be parsed.",
          content: { "text/html": { schema: Type.String() }, "application/json": { schema: ErrorReply } },
        },
      },
    },
    run: async (deps, request, reply) => {
      const { slug } = request.params;
      const cookies = request.headers.cookie;
      const { searchParams } = new URL(request.url, deps.config.publicUrl);
      const outcome = await finishOAuth(deps, { slug, cookies, ...request.query, parameters: searchParams });
      const id = parseStateId(request.query.state ?? "");
      if (id !== undefined && findBrowserMark(deps.config, cookies, id) !== undefined)
        reply.header("set-cookie", clearBrowserMark(deps.config, id));
      if (!("choiceId" in outcome)) return sendOutcome(deps, { request, reply, slug }, outcome);
      reply.header("set-cookie", outcome.cookie);
      return reply.headers(PRIVATE).redirect(buildChoiceUrl(deps.config, outcome), 303);
    },
  }),
];

/** Where the customer chooses one of several accounts. */
function buildChoiceUrl(
  { publicUrl }: Pick<Config, "publicUrl">,
  { choiceId, lang }: AccountQuestion,
): string {
  return `${publicUrl}/connect/accounts/${choiceId}${lang === undefined ? "" : `?lang=${lang}`}`;
}

/** Ends a connect: on the page where it began, or with a page of its own. */
export async function sendOutcome(
  deps: Deps,
  { request, reply, slug }: { request: PageRequest; reply: FastifyReply; slug: string },
  outcome: ConnectOutcome,
): Promise<FastifyReply> {
  const back = await addressBack(deps, slug, outcome);
  if (back !== undefined) return reply.headers(PRIVATE).redirect(back, 303);
  const words = getRequestWords(request, outcome.languages, outcome.back?.lang);
  return sendPage(reply, words, outcome);
}

const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

function sendPage(reply: FastifyReply, words: Words, outcome: ConnectOutcome) {
  const { status, headers, html } = renderCallbackPage(words, outcome);
  return reply.code(status).headers(headers).type("text/html; charset=utf-8").send(html);
}

/** The page on which the connect began, while its link is valid; the outcome is passed in the query. */
async function addressBack(
  deps: Deps,
  slug: string,
  { kind, back }: ConnectOutcome,
): Promise<string | undefined> {
  if (back === undefined || (await findConnectLink(deps, back.link)) === undefined) return undefined;
  if (back.window === "new") return undefined;
  const language = back.lang === undefined ? "" : `&lang=${back.lang}`;
  const returning = back.returnTo === undefined ? "" : `&return=${encodeURIComponent(back.returnTo)}`;
  return `${buildLinkUrl(deps.config, back.link)}/apps/${slug}?outcome=${kind}${language}${returning}`;
}
