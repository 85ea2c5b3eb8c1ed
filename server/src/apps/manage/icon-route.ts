import { createHash } from "node:crypto";
import { Type } from "typebox";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import type { Connector } from "../connector.ts";
import type { DirectoryEntry } from "../directory/entry-schema.ts";
import { renderIcon, SVG_DATA_URL } from "../directory/icon.ts";
import { BySlug } from "../schema.ts";

// An image that is opened by itself is a document of this origin: nothing in it may run or load anything.
const HEADERS = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "public, max-age=86400",
};

/** The icon's URL; empty for an application without one. */
export function buildIconUrl({ info: { slug, icon } }: Connector): string {
  return icon.startsWith(SVG_DATA_URL) ? `/api/v2/public/application/${slug}/icon` : "";
}

/** The same for an application of the directory. */
export function buildDirectoryIconUrl({ slug, mark }: DirectoryEntry): string {
  return mark === undefined ? "" : `/api/v2/public/application/${slug}/icon`;
}

const operation = defineOperations<Pick<Deps, "catalog" | "directory">>("Applications");

/** Icons of the catalog and the directory as images with their own URLs; browsers send no credential for an image. */
export const APPLICATION_ICON_OPERATIONS = [
  operation({
    id: "getApplicationIcon",
    method: "get",
    path: "/api/v2/public/application/:slug/icon",
    credentials: "none",
    summary: "Get an application's icon",
    description:
      "Returns the SVG icon of an application of the catalog or the directory, for pages, with an `ETag`. With `if-none-match`, returns 304 if the icon is unchanged.",
    schema: {
      params: BySlug,
      response: {
        200: {
          description: "The icon as SVG.",
          content: { "image/svg+xml": { schema: Type.String() } },
        },
        304: { description: "The icon has not changed.", type: "null" },
        404: { ...ErrorReply, description: "There is no such application, or it has no icon." },
      },
    },
    run: async (deps, request, reply) => {
      const svg = await readIcon(deps, request.params.slug);
      if (svg === undefined) throw notFound("Icon");
      const etag = `"${createHash("sha256").update(svg).digest("base64url")}"`;
      reply.headers({ ...HEADERS, etag });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send(null);
      return reply.type("image/svg+xml").send(svg);
    },
  }),
];

async function readIcon(
  { catalog, directory }: Pick<Deps, "catalog" | "directory">,
  slug: string,
): Promise<string | undefined> {
  const icon = (await catalog.load()).get(slug)?.info.icon;
  if (icon?.startsWith(SVG_DATA_URL))
    return Buffer.from(icon.slice(SVG_DATA_URL.length), "base64").toString();
  const entry = (await directory()).get(slug);
  return entry && renderIcon(entry);
}
