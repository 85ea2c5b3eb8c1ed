import type { Connector, JsonObject } from "../connector.ts";
import { createManifestConnector } from "./manifest/manifest-connector.ts";
import { ManifestError } from "./manifest/manifest-error.ts";
import { parseManifestJson } from "./manifest/parse-manifest.ts";

/** Where an organization's own application comes from. */
export type OwnProvider = "manifest" | "openapi" | "mcp";

/** A stored definition that no longer makes a connector; the message names what is wrong. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
}

const COMPILERS: Readonly<Partial<Record<OwnProvider, (definition: JsonObject) => Connector>>> = {
  manifest: (definition) => createManifestConnector(parseManifestJson(definition, "custom application"), ""),
};

/** Turns a stored definition into a connector; calls nobody. Throws `DefinitionError`. */
export function compileDefinition(provider: OwnProvider, definition: JsonObject): Connector {
  const compile = COMPILERS[provider];
  if (compile === undefined) throw new DefinitionError(`There is no provider ${provider}.`);
  try {
    return compile(definition);
  } catch (error) {
    if (error instanceof ManifestError) throw new DefinitionError(error.message, { cause: error });
    throw error;
  }
}
