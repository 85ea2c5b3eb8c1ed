import type { FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import { dress, type PageContent } from "../platform/pages/document.ts";
import type { Visit } from "./visit.ts";

/** Sends a page in the look of the link's company, or without one. */
export function sendPage(
  deps: Pick<Deps, "config">,
  reply: FastifyReply,
  visit: Visit | undefined,
  content: PageContent,
): FastifyReply {
  const alone = content.alone ?? visit?.isAlone ?? false;
  const { status, headers, text } = dress(deps.config, visit?.brand, { ...content, alone });
  // Otherwise browsers would send our forms with the origin "null".
  return reply
    .code(status)
    .headers({ ...headers, "referrer-policy": "same-origin" })
    .send(text);
}
