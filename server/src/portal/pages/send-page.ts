import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { type PageContent, type PageContext, renderDocument } from "../../pages/document.ts";
import { getRequestWords } from "../../pages/words/request-words.ts";
import type { Visit, VisitRequest } from "../visit.ts";
import { renderDeadLinkPage } from "./small-pages.ts";

/** Sends a page in the branding of the link's company, or without branding. */
export function sendPage(
  deps: Pick<Deps, "config">,
  reply: FastifyReply,
  visit: Visit | PageContext,
  content: PageContent,
): FastifyReply {
  const alone = content.alone ?? ("isAlone" in visit && visit.isAlone);
  const isFramed = "framed" in visit && visit.framed;
  const frame = content.frame ?? (isFramed ? {} : undefined);
  const { status, headers, text } = renderDocument(deps.config, visit, { ...content, alone, frame });
  return reply.code(status).headers(headers).send(text);
}

/** Sends the page for an invalid link. */
export function sendDeadLink(
  deps: Pick<Deps, "config">,
  request: VisitRequest,
  reply: FastifyReply,
): FastifyReply {
  const words = getRequestWords(request);
  // The embedding page must be able to show this message; the company, whose origins would be allowed, is unknown.
  const isFramed = request.headers["sec-fetch-dest"] === "iframe";
  const framing = isFramed ? { frame: {}, framedByAll: true } : {};
  return sendPage(deps, reply, { words }, { ...renderDeadLinkPage(words), ...framing });
}
