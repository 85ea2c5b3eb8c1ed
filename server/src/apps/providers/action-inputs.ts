import type { SentFiles } from "../../files/sent-files.ts";
import type { Json } from "../../platform/json/json.ts";
import { type ConnectorCall, ConnectorError, type JsonSchema } from "../connector.ts";
import { createInputCheck } from "./manifest/input/input-check.ts";
import { createDefaults, type DefaultedMembers } from "./manifest/input/input-defaults.ts";

type InputCall = Pick<ConnectorCall, "input" | "checkSlowly">;

/** Returns a call's input with its defaults, and files as base64 where its schema asks for that; throws `ConnectorError` (`input`) if it does not fit its action's schema. */
export type InputReader = (
  actionId: string,
  schema: JsonSchema,
  call: InputCall,
  files?: SentFiles,
) => Promise<Json>;

/** Reads inputs of actions whose schemas others wrote; each validator is created when its action is first used. */
export function createInputReader(defaulted: DefaultedMembers): InputReader {
  const readers = new Map<string, ReturnType<typeof createReader>>();
  return (actionId, schema, call, files) => {
    const reader = readers.get(actionId) ?? createReader(schema, defaulted);
    readers.set(actionId, reader);
    return reader(call, files);
  };
}

function createReader(
  schema: JsonSchema,
  defaulted: DefaultedMembers,
): (call: InputCall, files?: SentFiles) => Promise<Json> {
  const check = createInputCheck(schema, "cheap");
  const addDefaults = createDefaults(schema, defaulted);
  return async ({ input, checkSlowly }, files) => {
    const whole = addDefaults(input, files);
    const problem = await check(whole, checkSlowly);
    if (problem !== undefined) throw new ConnectorError("input", `${problem}.`);
    return whole;
  };
}
