import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { type App, Id } from "../../platform/http/route.ts";
import { findLogo } from "./logo.ts";

const Picture = { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) };

// The address changes with the image. Opened directly, it is a document of this origin, in which nothing may run.
const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

/** Uploaded logos; browsers send no credential for an image. */
export function registerLogoRoutes(app: App, { db }: Pick<Deps, "db">): void {
  app.get(
    "/api/v2/public/organization/:id/logo/:hash",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getOrganizationLogo",
        summary: "Get an uploaded logo",
        description:
          "Returns the image behind the organization's `logo` URL. The URL changes with the image, so you can cache it forever; older URLs return 404.",
        tags: ["Portal"],
        params: Type.Object({ id: Id, hash: Type.String({ description: "Hash of the image." }) }),
        response: {
          200: {
            description: "The image.",
            content: { "image/png": Picture, "image/jpeg": Picture, "image/webp": Picture },
          },
          404: { ...ErrorReply, description: "The logo does not exist or was replaced." },
        },
      },
    },
    async ({ params: { id, hash } }, reply) => {
      const logo = await findLogo(db, id, hash);
      if (logo === undefined) throw notFound("Logo");
      return reply.headers(HEADERS).type(logo.mediaType).send(logo.content);
    },
  );
}
