import Compile from "typebox/compile";
import type { JsonObject } from "../../connector.ts";
import { Auth } from "../manifest/schema/auth-schema.ts";
import type { Manifest } from "../manifest/schema/manifest-schema.ts";
import { findShapeProblems } from "../manifest/schema/shape-problems.ts";
import type { OpenApiDocument } from "./document.ts";
import { OpenApiError } from "./openapi-error.ts";
import { listCredentialParameters, type Security } from "./security.ts";

function compileShape() {
  return Compile(Auth);
}

// Made on first use.
let validator: ReturnType<typeof compileShape> | undefined;

/** The `auth` of a manifest that stands in place of the document's security; only its shape is checked. Throws `OpenApiError`. */
export function readGivenAuth(given: JsonObject): Security {
  validator ??= compileShape();
  const [problem] = findShapeProblems(validator.Errors(given));
  if (problem !== undefined) {
    throw new OpenApiError(`${["auth", ...problem.path].join(".")} ${problem.message}.`);
  }
  const auth = given as Manifest["auth"]; // the validator has just said so
  const applies = [auth.oauth2, auth.keybased, auth.your_app].map((kind) => kind?.apply);
  return { auth, carriers: new Set(applies.flatMap((apply) => listCredentialParameters(apply ?? {}))) };
}

/**
 * The credentials of `your_app` go to the host of the base address alone: nobody reads all operations of a document for
 * other servers. What is for one is left out.
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
