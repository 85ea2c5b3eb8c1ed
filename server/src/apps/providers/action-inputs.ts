import type { Json } from "../../platform/json/json.ts";
import { ConnectorError, type JsonSchema } from "../connector.ts";
import { removeCostlyKeywords } from "./costly-keywords.ts";
import { createInputCheck } from "./manifest/input/input-check.ts";
import { createDefaults, type DefaultedMembers } from "./manifest/input/input-defaults.ts";

/** Returns an input with its defaults; throws `ConnectorError` (`input`) if it does not fit its action's schema. */
export type InputReader = (actionId: string, schema: JsonSchema, input: Json) => Json;

/** Reads inputs of actions whose schemas others wrote; each validator is created when its action is first used. */
export function createInputReader(defaulted: DefaultedMembers): InputReader {
  const readers = new Map<string, (input: Json) => Json>();
  return (actionId, schema, input) => {
    const reader = readers.get(actionId) ?? createReader(schema, defaulted);
    readers.set(actionId, reader);
    return reader(input);
  };
}

function createReader(schema: JsonSchema, defaulted: DefaultedMembers): (input: Json) => Json {
  const check = createInputCheck(removeCostlyKeywords(schema));
  const addDefaults = createDefaults(schema, defaulted);
  return (input) => {
    const whole = addDefaults(input);
    const problem = check(whole);
    if (problem !== undefined) throw new ConnectorError("input", `${problem}.`);
    return whole;
  };
}
