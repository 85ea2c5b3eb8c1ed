import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { Id } from "../../platform/http/route.ts";
import { defineOperations } from "../operation.ts";
import { findLogo } from "./logo.ts";

const Picture = { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) };

// The address changes with the image. Opened directly, it is a document of this origin, in which nothing may run.
const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

const operation = defineOperations<Pick<Deps, "db">>("Portal");

/** Uploaded logos; browsers send no credential for an image. */
export const LOGO_OPERATIONS = [
  operation({
    id: "getOrganizationLogo",
    method: "get",
    path: "/api/v2/public/organization/:id/logo/:hash",
    credentials: "none",
    summary: "Get an uploaded logo",
    description:
      "Returns the image behind the organization's `logo` URL. The URL changes with the image, so you can cache it forever; older URLs return 404.",
    schema: {
      params: Type.Object({ id: Id, hash: Type.String({ description: "Hash of the image." }) }),
      response: {
        200: {
          description: "The image.",
          content: { "image/png": Picture, "image/jpeg": Picture, "image/webp": Picture },
        },
        404: { ...ErrorReply, description: "The logo does not exist or was replaced." },
      },
    },
    run: async ({ db }, { params: { id, hash } }, reply) => {
      const logo = await findLogo(db, id, hash);
      if (logo === undefined) throw notFound("Logo");
      return reply.headers(HEADERS).type(logo.mediaType).send(logo.content);
    },
  }),
];
