import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { notFound } from "../platform/errors.ts";
import type { App } from "../platform/http/route.ts";
import { createConstant, createConstants } from "../platform/memory/computed-once.ts";

/** The fonts that a company may choose for its pages (D481). */
export const FONTS = ["inter", "system", "serif"] as const;
export type Font = (typeof FONTS)[number];

/** Each as CSS families; Inter is served from here, the others are on the visitor's system. */
export const FONT_FAMILIES: Readonly<Record<Font, string>> = {
  inter: '"Inter Variable"',
  system: "system-ui",
  serif: 'ui-serif,Georgia,Cambria,"Times New Roman",serif',
};

const PATH = "/portal/fonts/";
const { resolve } = createRequire(import.meta.url);
const SHEET = "@fontsource-variable/inter/wght.css";
const FILE = /url\(\.\/files\/(inter-[a-z-]+-wght-normal\.woff2)\)/g;

/** The rules that load Inter, a file for each script that a page has letters of. */
const readFaces = createConstant(() =>
  readFileSync(resolve(SHEET), "utf8")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .trim(),
);
const readFontFile = createConstants((file: string) =>
  readFileSync(resolve(`@fontsource-variable/inter/files/${file}`)),
);

/** The font rules for pages in these families, whose files are below `base`; none unless they name Inter. */
export function renderFontFaces(families: string, base: string): string {
  if (!families.includes(FONT_FAMILIES.inter)) return "";
  return readFaces().replace(FILE, (_, file: string) => `url(${base}${PATH}${file})`);
}

/** The files of Inter; their content never changes under a name without a new version of the package. */
export function registerFontRoute(app: App): void {
  const names = new Set([...readFaces().matchAll(FILE)].map(([, name = ""]) => name));
  const open = { config: { auth: "none" }, schema: { hide: true } } as const;
  app.get<{ Params: { file: string } }>(`${PATH}:file`, open, (request, reply) => {
    const { file } = request.params;
    if (!names.has(file)) throw notFound("Font");
    return reply
      .headers({
        "content-type": "font/woff2",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        // Fonts are fetched without credentials, and pages in frames without an origin need them, too.
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(readFontFile(file));
  });
}
