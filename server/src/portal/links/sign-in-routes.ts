import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { getRequestWords } from "../../pages/words/request-words.ts";
import { type App, ById, GET_ALONE } from "../../platform/http/route.ts";
import { sendPage } from "../pages/send-page.ts";
import { findVisit, type Visit } from "../visit.ts";
import { renderOtherAccountPage, renderSignInAgainPage, renderSignInEndedPage } from "./link-page.ts";
import { claimLinkTicket, startLinkSignIn } from "./link-sign-in.ts";

const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

/** Where the product sends back a user who opened an agent's link. */
export function registerSignInRoutes(pages: App, deps: Deps): void {
  const querystring = Type.Object({ ticket: Type.String({ maxLength: 500 }) });
  const schema = { hide: true, params: ById, querystring };
  const options = { ...GET_ALONE, config: { auth: "none" }, schema } as const;
  pages.get("/connect/return/:id", options, async (request, reply) => {
    const { ticket } = request.query;
    const cookies = request.headers.cookie;
    const signIn = await claimLinkTicket(deps, { id: request.params.id, ticket, cookies });
    if (signIn?.kind === "signed in")
      return reply.headers({ ...PRIVATE, "set-cookie": signIn.cookie }).redirect(signIn.address, 303);
    const visit = signIn && (await findVisit(deps, request, signIn.link.token));
    if (visit !== undefined) return sendPage(deps, reply, visit, renderOtherAccountPage(visit));
    const words = getRequestWords(request);
    return sendPage(deps, reply, { words }, renderSignInEndedPage(words));
  });
}

/** Asks the product who the visitor of an agent's link is, as the page that grants access to an assistant does. */
export async function sendToSignIn(
  deps: Deps,
  { method, headers }: Pick<FastifyRequest, "headers" | "method">,
  reply: FastifyReply,
  visit: Visit,
): Promise<FastifyReply> {
  const { signInUrl } = visit.link.product;
  // The policy of the page that sent a form would block the redirect.
  if (method === "POST" || signInUrl === undefined)
    return sendPage(deps, reply, visit, renderSignInAgainPage(visit));
  const { address, cookie } = startLinkSignIn(deps, visit.link, { signInUrl, cookies: headers.cookie });
  return reply.headers({ ...PRIVATE, "set-cookie": cookie }).redirect(address, 303);
}
