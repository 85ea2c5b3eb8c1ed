import fastifyStatic from "@fastify/static";
import type { FastifyReply } from "fastify";
import { buildPagePolicy, readBuiltPage, WEB_FOLDER } from "../pages/built-page.ts";
import type { App } from "../platform/http/route.ts";

const POLICY = buildPagePolicy({ ancestors: "'none'" });

const HARMLESS = { "x-content-type-options": "nosniff" };

/** The dashboard's files under `/app`; its data comes from the API, with the signed-in operator's credential. */
export async function registerDashboardRoutes(app: App): Promise<void> {
  // Folders are never listed: the only routes are those below.
  await app.register(fastifyStatic, { root: WEB_FOLDER, serve: false, preCompressed: true });
  const open = { config: { auth: "none" }, schema: { hide: true } } as const;
  app.get("/", open, (_request, reply) => reply.redirect("/app"));
  app.get("/app", open, (_request, reply) => sendPage(reply));
  app.get<{ Params: { "*": string } }>("/app/*", open, (request, reply) => {
    const path = request.params["*"];
    const isKept = path.startsWith("assets/");
    // Everything else is a page's address, which the page itself handles.
    if (!isKept && path !== "icon.svg") return sendPage(reply);
    reply.headers(HARMLESS);
    return reply.sendFile(path, isKept ? { maxAge: "1y", immutable: true } : { maxAge: "1d" });
  });
}

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .headers({
      ...HARMLESS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "referrer-policy": "same-origin",
      // A cached page would load files of an earlier version, and "back" would show it after signing out.
      "cache-control": "no-store",
    })
    .send(await readBuiltPage("index.html"));
}
