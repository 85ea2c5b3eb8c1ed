import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyReply } from "fastify";
import { ApiError } from "../platform/errors.ts";
import type { App } from "../platform/http/route.ts";

/** Where `scripts/build-web.mjs` puts the dashboard. */
export const DASHBOARD_FOLDER = fileURLToPath(new URL("../../../web/dist", import.meta.url));

const PAGE = "index.html";
const NOT_BUILT = "The dashboard is not built here: `npm start` builds it, and so does `npm run build:web`.";

// Styles are made while it runs; scripts come from this server's files alone. Icons of own applications lie anywhere.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const HARMLESS = { "x-content-type-options": "nosniff" };

/** The dashboard's files under `/app`; what it shows comes from the API, with the credential of who is signed in. */
export async function dashboardRoutes(app: App): Promise<void> {
  // Files are sent, never listed: the only routes are those below.
  await app.register(fastifyStatic, { root: DASHBOARD_FOLDER, serve: false, preCompressed: true });
  const open = { config: { auth: "none" }, schema: { hide: true } } as const;
  app.get("/", open, (_request, reply) => reply.redirect("/app"));
  app.get("/app", open, (_request, reply) => sendPage(reply));
  app.get<{ Params: { "*": string } }>("/app/*", open, (request, reply) => {
    const path = request.params["*"];
    const isKept = path.startsWith("assets/");
    // Everything else is an address of a page, which the page itself reads.
    if (!isKept && path !== "icon.svg") return sendPage(reply);
    reply.headers(HARMLESS);
    return reply.sendFile(path, isKept ? { maxAge: "1y", immutable: true } : { maxAge: "1d" });
  });
}

function sendPage(reply: FastifyReply): FastifyReply {
  if (!existsSync(`${DASHBOARD_FOLDER}/${PAGE}`))
    throw new ApiError("not_found", "RESOURCE_NOT_FOUND", NOT_BUILT);
  reply.headers({
    ...HARMLESS,
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    // Of an earlier version it would ask for files that are gone, and after signing out a browser would show it once more.
    "cache-control": "no-store",
  });
  return reply.sendFile(PAGE, { cacheControl: false });
}
