import type { FastifyReply } from "fastify";

const HARMLESS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cache-control": "no-store",
};

/** Sends a text that others determine; it does nothing in a browser that opens the address. */
export function sendHarmless(reply: FastifyReply, type: string, body: string): FastifyReply {
  const isPage = /html|svg/i.test(type);
  return reply
    .headers(HARMLESS)
    .type(isPage ? "text/plain; charset=utf-8" : type)
    .send(Buffer.from(body));
}
