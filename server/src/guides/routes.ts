import { readdirSync, readFileSync } from "node:fs";
import { Type } from "typebox";
import type { App } from "../platform/http/route.ts";
import {
  HEADERS,
  renderGuidePage,
  renderSearchPage,
  renderStartPage,
  renderUnknownGuidePage,
} from "./guide-page.ts";
import { FOLDER, readGuides } from "./guides.ts";
import { createGuideSearch } from "./search-guides.ts";

const IMAGES = new URL("images/", FOLDER);
const TYPES: Readonly<Record<string, string>> = { png: "image/png", svg: "image/svg+xml" };
const LONGEST_SEARCH = 100;

const open = { auth: "none" } as const;

/** Serves `docs/` as pages, with a search over all of them; examples call the server at `address`. */
export function registerGuideRoutes(app: App, address: string): void {
  let search: ReturnType<typeof createGuideSearch> | undefined;

  const Search = Type.Object({ q: Type.Optional(Type.String({ maxLength: LONGEST_SEARCH })) });
  app.get("/guides", { config: open, schema: { hide: true, querystring: Search } }, (request, reply) => {
    const guides = readGuides();
    const words = request.query.q?.trim() ?? "";
    if (words === "") return reply.headers(HEADERS).send(renderStartPage(guides));
    search ??= createGuideSearch(guides.values());
    return reply.headers(HEADERS).send(renderSearchPage(guides, words, search(words)));
  });

  const Named = Type.Object({ slug: Type.String() });
  app.get("/guides/:slug", { config: open, schema: { hide: true, params: Named } }, (request, reply) => {
    const guides = readGuides();
    const guide = guides.get(request.params.slug);
    const text = guide ? renderGuidePage(guides, guide, address) : renderUnknownGuidePage(guides);
    return reply
      .code(guide ? 200 : 404)
      .headers(HEADERS)
      .send(text);
  });

  registerGuideImages(app);
}

function registerGuideImages(app: App): void {
  let images: ReadonlySet<string> | undefined;
  const Image = Type.Object({ file: Type.String() });
  app.get(
    "/guides/images/:file",
    { config: open, schema: { hide: true, params: Image } },
    (request, reply) => {
      const { file } = request.params;
      images ??= new Set(readdirSync(IMAGES));
      const type = TYPES[file.split(".").at(-1) ?? ""];
      if (!images.has(file) || type === undefined)
        return reply.code(404).headers(HEADERS).send(renderUnknownGuidePage(readGuides()));
      return reply
        .headers({
          "content-type": type,
          "cache-control": "public, max-age=3600",
          "x-content-type-options": "nosniff",
        })
        .send(readFileSync(new URL(file, IMAGES)));
    },
  );
}
