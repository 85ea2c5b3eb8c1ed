import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { type PageContent, type PageContext, renderDocument } from "../../platform/pages/document.ts";
import { getRequestWords } from "../../platform/pages/words/request-words.ts";
import type { Visit, VisitRequest } from "../visit.ts";
import { renderDeadLinkPage } from "./small-pages.ts";

/** Sends a page in the look of the link's company, or in nobody's. */
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
  // Otherwise browsers would send our forms with the origin "null".
  return reply
    .code(status)
    .headers({ ...headers, "referrer-policy": "same-origin" })
    .send(text);
}

/** Says that a link is no good. */
export function sendDeadLink(
  deps: Pick<Deps, "config">,
  request: VisitRequest,
  reply: FastifyReply,
): FastifyReply {
  const words = getRequestWords(request);
  // It only says so, and the page around a frame must hear of it: the company, whose origins it would name, is unknown.
  const isFramed = request.headers["sec-fetch-dest"] === "iframe";
  const framing = isFramed ? { frame: {}, framedByAll: true } : {};
  return sendPage(deps, reply, { words }, { ...renderDeadLinkPage(words), ...framing });
}
