import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { App } from "../../platform/http/route.ts";

const PATH = "/portal/live-form.js";

interface FormScript {
  readonly text: Buffer;
  readonly zipped: Buffer;
  readonly hash: string;
}

let script: FormScript | undefined;

/** Read at the first page that needs it. */
function readScript(): FormScript {
  const library = createRequire(import.meta.url).resolve("idiomorph/dist/idiomorph.min.js");
  const parts = [library, new URL("live-form.js", import.meta.url)].map((path) => readFileSync(path, "utf8"));
  // In a scope, so that its names are not those of other scripts on the page.
  const text = Buffer.from(`(()=>{${parts.join("\n")}})();`);
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { text, zipped: gzipSync(text, { level: 9 }), hash };
}

/** Where pages load the script that keeps their settings up to date; the address changes with it. */
export function getLiveFormPath(): string {
  script ??= readScript();
  return `${PATH}?v=${script.hash}`;
}

/** The script of forms whose choices depend on what is entered (D471). */
export function registerLiveFormRoute(app: App): void {
  const open = { config: { auth: "none" }, schema: { hide: true } } as const;
  app.get(PATH, open, (request, reply) => {
    script ??= readScript();
    const { text, zipped, hash } = script;
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
