import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { App } from "../../platform/http/route.ts";
import { createConstant } from "../../platform/memory/computed-once.ts";

const FILE = new URL("connect-element.generated.js", import.meta.url);

/** Read at the first request, because the program that writes the file starts a server. */
const readScript = createConstant(() => {
  const text = readFileSync(FILE);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return { text, zipped: gzipSync(text, { level: 9 }), etag };
});

const HEADERS = {
  "content-type": "text/javascript; charset=utf-8",
  // An hour, and a day more while it is revalidated: every page gets an update within a day.
  "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
  vary: "accept-encoding",
  "x-content-type-options": "nosniff",
  // It is the same for everybody and holds no secrets: pages of all origins load it as a module.
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** The script that defines `<junctor-connect>`. */
export function registerElementRoute(app: App): void {
  const open = { config: { auth: "none" }, schema: { hide: true } } as const;
  app.get("/portal/connect.js", open, (request, reply) => {
    const { text, zipped, etag } = readScript();
    reply.headers({ ...HEADERS, etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    if (!/\bgzip\b/.test(String(request.headers["accept-encoding"]))) return reply.send(text);
    return reply.header("content-encoding", "gzip").send(zipped);
  });
}
