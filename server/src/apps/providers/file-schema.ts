import { walkObjects } from "../../platform/json/walk-objects.ts";
import type { JsonObject, JsonSchema } from "../connector.ts";

const HOW = 'A file: the value with "$file" that a step or another call returned.';

/** The schema of an input for a file; `about` is what its author says about it. */
export function buildFileInput(about: string | undefined): JsonObject {
  return {
    type: "object",
    required: ["$file"],
    description: about === undefined || about === "" ? HOW : `${about} ${HOW}`,
  };
}

/** Whether an input may have files. */
export function hasFileInputs(schema: JsonSchema): boolean {
  for (const { required } of walkObjects(schema) as Iterable<JsonObject>)
    if (Array.isArray(required) && required.includes("$file")) return true;
  return false;
}
