import type { Connector, JsonObject } from "../connector.ts";
import { DefinitionError } from "./definition-error.ts";
import { createManifestConnector } from "./manifest/manifest-connector.ts";
import { ManifestError } from "./manifest/schema/manifest-error.ts";
import { parseManifestJson } from "./manifest/schema/parse-manifest.ts";
import { parseMcpDefinition } from "./mcp/definition.ts";
import { createMcpConnector } from "./mcp/mcp-connector.ts";
import { createOpenApiConnector } from "./openapi/openapi-connector.ts";

/** The source of an organization's own application. */
export type CustomProvider = "manifest" | "openapi" | "mcp";

const COMPILERS: Readonly<Record<CustomProvider, (definition: JsonObject) => Connector>> = {
  manifest: (definition) => createManifestConnector(parseManifestJson(definition, "custom application"), ""),
  mcp: (definition) => createMcpConnector(parseMcpDefinition(definition)),
  openapi: createOpenApiConnector,
};

/** Turns a stored definition into a connector without network access. Throws `DefinitionError`. */
export function compileDefinition(provider: CustomProvider, definition: JsonObject): Connector {
  const compile = COMPILERS[provider];
  if (compile === undefined) throw new DefinitionError(`There is no provider ${provider}.`);
  try {
    return compile(definition);
  } catch (error) {
    if (error instanceof ManifestError) throw new DefinitionError(error.message, { cause: error });
    throw error;
  }
}
