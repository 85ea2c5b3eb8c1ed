import { describeMisfit } from "../../../platform/json/describe-misfit.ts";
import { createConstant } from "../../../platform/memory/computed-once.ts";
import { loadTypeboxCompile } from "../../../platform/memory/late-packages.ts";
import type { Connector, JsonObject } from "../../connector.ts";
import { DefinitionError } from "../definition-error.ts";
import { createManifestConnector } from "../manifest/manifest-connector.ts";
import { TemplateError } from "../manifest/request/template.ts";
import { type Manifest, ManifestSchema } from "../manifest/schema/manifest-schema.ts";

// Created on first use: few installations import documents.
const getValidator = createConstant(() => loadTypeboxCompile().Compile(ManifestSchema));

/**
 * Makes a connector of a stored import; the manifest's executor runs it. Its schemas were validated at the import, and
 * validating a thousand of them again would block the server. Throws `DefinitionError`.
 */
export function createOpenApiConnector(definition: JsonObject): Connector {
  const manifest = readStored(definition);
  try {
    return createManifestConnector(manifest, "", "openapi");
  } catch (error) {
    if (error instanceof TemplateError) throw new DefinitionError(error.message, { cause: error });
    throw error;
  }
}

function readStored(value: JsonObject): Manifest {
  if (getValidator().Check(value)) return value as Manifest; // the validator has just said so
  const [problem] = getValidator().Errors(value);
  throw new DefinitionError(
    `The imported document is no longer valid: ${problem?.instancePath || "it"} ${problem && describeMisfit(problem)}.`,
  );
}
