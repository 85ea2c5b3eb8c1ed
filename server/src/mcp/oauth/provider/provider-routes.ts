import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { createStrangerLimit, getCallerAddress } from "../../../auth/limits/stranger-limit.ts";
import type { Deps } from "../../../deps.ts";
import { type PageContent, renderDocument } from "../../../pages/document.ts";
import { getRequestWords } from "../../../pages/words/request-words.ts";
import type { Words } from "../../../pages/words/words.ts";
import { type App, GET_ALONE } from "../../../platform/http/route.ts";
import { getIssuer, OAUTH_PATH, SCOPE } from "../address.ts";
import { renderRefusedPage, renderTooOftenPage } from "../consent/pages.ts";
import { ROUTES } from "./provider.ts";

const BEGUN_PER_MINUTE = 60;
const LONGEST_QUERY = 8000;
const LONGEST_STATE = 4000;

const options = { config: { auth: "none" }, schema: { hide: true } } as const;

/** The endpoints that the library answers: they get the raw request, with its body unread. */
export function registerProviderRoutes(
  plain: App,
  deps: Pick<Deps, "config" | "database" | "clock">,
  provider: () => Promise<Provider>,
): void {
  const { protocol, host, pathname } = new URL(getIssuer(deps.config));
  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = (await provider()).callback();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader("x-request-id", request.id);
    reply.hijack();
    const { raw } = request;
    raw.url = within(raw.url ?? "");
    // The library builds URLs and cookies from these: the public address determines them, and never the caller.
    Object.assign(raw, { baseUrl: pathname, caller: getCallerAddress(request) });
    Object.assign(raw.headers, { "x-forwarded-proto": protocol.slice(0, -1), "x-forwarded-host": host });
    await answer(raw, reply.raw);
  };
  const limit = createStrangerLimit(deps, "mcp-authorize", BEGUN_PER_MINUTE);
  // Each start inserts a row, whoever the caller is: strangers must determine neither their number nor their size.
  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const words = getRequestWords(request);
    const page = (await limit.allows(getCallerAddress(request)))
      ? tooLong(words, request.raw.url ?? "")
      : renderTooOftenPage(words);
    if (page === undefined) return pass(request, reply);
    const { status, headers, text } = renderDocument(deps.config, { words }, page);
    return reply.code(status).headers(headers).send(text);
  };
  plain.removeAllContentTypeParsers();
  plain.addContentTypeParser("*", (_request, _payload, done) => done(null));
  plain.get(`${OAUTH_PATH}${ROUTES.authorization}`, { ...GET_ALONE, ...options }, begin);
  plain.get(`${OAUTH_PATH}${ROUTES.authorization}/:uid`, { ...GET_ALONE, ...options }, pass);
  plain.get(`${OAUTH_PATH}${ROUTES.jwks}`, options, pass);
  plain.post(`${OAUTH_PATH}${ROUTES.token}`, options, pass);
  plain.post(`${OAUTH_PATH}${ROUTES.revocation}`, options, pass);
}

function tooLong(words: Words, url: string): PageContent | undefined {
  const query = new URL(url, "http://local").search;
  const state = new URLSearchParams(query).get("state") ?? "";
  if (query.length <= LONGEST_QUERY && state.length <= LONGEST_STATE) return undefined;
  const error_description = `a request has at most ${LONGEST_QUERY} characters, its state ${LONGEST_STATE}`;
  return { ...renderRefusedPage(words, { error_description }), status: 400 };
}

/**
 * The path within the issuer. Whatever a client asks for, there is one scope and one response mode, and its user is
 * asked each time.
 */
function within(url: string): string {
  const path = url.slice(OAUTH_PATH.length);
  if (!/^\/authorize\/?\?/.test(path)) return path;
  const query = new URLSearchParams(path.slice(path.indexOf("?")));
  query.set("scope", SCOPE);
  query.delete("response_mode");
  if (query.get("prompt") !== "none") query.delete("prompt");
  return `${ROUTES.authorization}?${query}`;
}
