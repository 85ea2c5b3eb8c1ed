import type { SentFiles } from "../../files/sent-files.ts";
import type { Json } from "../../platform/json/json.ts";
import { ConnectorError, type JsonSchema } from "../connector.ts";
import { removeCostlyKeywords } from "./costly-keywords.ts";
import { createInputCheck } from "./manifest/input/input-check.ts";
import { createDefaults, type DefaultedMembers } from "./manifest/input/input-defaults.ts";

/** Returns an input with its defaults, and files as base64 where its schema asks for that; throws `ConnectorError` (`input`) if it does not fit its action's schema. */
export type InputReader = (actionId: string, schema: JsonSchema, input: Json, files?: SentFiles) => Json;

/** Reads inputs of actions whose schemas others wrote; each validator is created when its action is first used. */
export function createInputReader(defaulted: DefaultedMembers): InputReader {
  const readers = new Map<string, ReturnType<typeof createReader>>();
  return (actionId, schema, input, files) => {
    const reader = readers.get(actionId) ?? createReader(schema, defaulted);
    readers.set(actionId, reader);
    return reader(input, files);
  };
}

function createReader(
  schema: JsonSchema,
  defaulted: DefaultedMembers,
): (input: Json, files?: SentFiles) => Json {
  const check = createInputCheck(removeCostlyKeywords(schema));
  const addDefaults = createDefaults(schema, defaulted);
  return (input, files) => {
    const whole = addDefaults(input, files);
    const problem = check(whole);
    if (problem !== undefined) throw new ConnectorError("input", `${problem}.`);
    return whole;
  };
}
