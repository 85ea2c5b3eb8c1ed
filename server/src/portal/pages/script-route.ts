import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { App } from "../../platform/http/route.ts";
import { createConstants } from "../../platform/memory/computed-once.ts";

const LIBRARY = createRequire(import.meta.url).resolve("idiomorph/dist/idiomorph.min.js");
const SCRIPTS = {
  "live-form": [LIBRARY, new URL("../settings/live-form.js", import.meta.url)],
  "live-list": [new URL("live-list.js", import.meta.url)],
} as const;
type ScriptName = keyof typeof SCRIPTS;

/** Read at the first page that needs it. */
const readScript = createConstants((name: ScriptName) => {
  const parts = SCRIPTS[name].map((path) => readFileSync(path, "utf8"));
  // In a scope, so that its names are not those of other scripts on the page.
  const text = Buffer.from(`(()=>{${parts.join("\n")}})();`);
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { text, zipped: gzipSync(text, { level: 9 }), hash };
});

/** Where pages load a script; the address changes with it. */
export function getScriptPath(name: ScriptName): string {
  return `/portal/${name}.js?v=${readScript(name).hash}`;
}

/** The scripts of pages that work without them, too (D471). */
export function registerScriptRoutes(app: App): void {
  const open = { config: { auth: "none" }, schema: { hide: true } } as const;
  for (const name of Object.keys(SCRIPTS) as ScriptName[]) {
    app.get(`/portal/${name}.js`, open, (request, reply) => {
      const { text, zipped, hash } = readScript(name);
      const isCurrent = Object(request.query).v === hash;
      reply.headers({
        "content-type": "text/javascript; charset=utf-8",
        // A page of another version, behind the same name, must not keep this one under its address.
        "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
      });
      if (!/\bgzip\b/.test(String(request.headers["accept-encoding"]))) return reply.send(text);
      return reply.header("content-encoding", "gzip").send(zipped);
    });
  }
}
