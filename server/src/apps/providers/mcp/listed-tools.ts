import { isObject, type Json } from "../../../platform/json/json.ts";
import { parseJson } from "../../../platform/json/parse-json.ts";

/** Decides whether a listed tool is passed to the protocol's library. */
export type KeepTool = (tool: unknown) => boolean;

/**
 * Removes the tools that `keep` refuses from an answer to `tools/list`, JSON or an event stream: the library would
 * refuse the whole list for one invalid tool. Any other body is returned unchanged.
 */
export function filterListedTools(body: string, keep: KeepTool): string {
  if (body.trimStart().startsWith("{")) return filterMessage(body, keep);
  return body.replace(
    /^data: ?(\{.*)$/gm,
    (_line, message: string) => `data: ${filterMessage(message, keep)}`,
  );
}

function filterMessage(text: string, keep: KeepTool): string {
  const message = parse(text);
  const result = isObject(message) ? message.result : undefined;
  if (!isObject(message) || !isObject(result) || !Array.isArray(result.tools)) return text;
  return JSON.stringify({ ...message, result: { ...result, tools: result.tools.filter(keep) } });
}

function parse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined; // the library reports what is wrong with it
  }
}
