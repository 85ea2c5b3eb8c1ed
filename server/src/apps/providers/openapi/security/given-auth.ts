import Compile from "typebox/compile";
import { createConstant } from "../../../../platform/memory/computed-once.ts";
import type { JsonObject } from "../../../connector.ts";
import { Auth } from "../../manifest/schema/auth-schema.ts";
import type { Manifest } from "../../manifest/schema/manifest-schema.ts";
import { findShapeProblems } from "../../manifest/schema/shape-problems.ts";
import type { OpenApiDocument } from "../document.ts";
import { OpenApiError } from "../openapi-error.ts";
import { listCredentialParameters, type Security } from "./security.ts";

// Created on first use.
const getValidator = createConstant(() => Compile(Auth));

/**
 * Reads the `auth` of a manifest that replaces the document's security; only its shape is validated. Throws
 * `OpenApiError`.
 */
export function readGivenAuth(given: JsonObject): Security {
  const [problem] = findShapeProblems(getValidator().Errors(given));
  if (problem !== undefined) {
    throw new OpenApiError(`${["auth", ...problem.path].join(".")} ${problem.message}.`);
  }
  const auth = given as Manifest["auth"]; // the validator has just said so
  if (auth.oauth2 === undefined && auth.keybased === undefined && auth.your_app === undefined)
    throw new OpenApiError("auth needs oauth2, keybased or both, or your_app alone.");
  const applies = [auth.oauth2, auth.keybased, auth.your_app].map((kind) => kind?.apply);
  const carriers = new Set(applies.flatMap((apply) => listCredentialParameters(apply ?? {})));
  return { auth, carriers, settings: [] };
}

/**
 * Leaves out operations for other servers, so that the credentials of `your_app` go to the host of the base address
 * only: nobody reviews all operations of a document for other hosts.
 */
export function restrictToOwnHost(
  document: OpenApiDocument,
  { auth, base_url: base, ...manifest }: Manifest,
) {
  if (auth.your_app === undefined || !URL.canParse(base)) return;
  const { origin } = new URL(base);
  for (const [id, { request }] of Object.entries(manifest.actions)) {
    const { method, path, base_url: server = base } = request;
    if (URL.canParse(server) && new URL(server).origin === origin) continue;
    document.warn(
      `${method} ${path}: left out: it is for ${server}, and credentials are sent only to ${origin}.`,
    );
    delete manifest.actions[id];
  }
}
