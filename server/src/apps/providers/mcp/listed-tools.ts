import { isObject, type Json } from "../../../platform/json/json.ts";
import { parseJson } from "../../../platform/json/parse-json.ts";
import { createPageTrail } from "../manifest/paging/page-trail.ts";

/** Returns what of a listed tool is passed to the protocol's library; undefined for nothing. */
export type ToolFilter = (tool: Json) => Json | undefined;

/** Reads the pages of one list: see `createToolListReader`. */
export type ToolListReader = (body: string) => string;

/**
 * Prepares answers to `tools/list`, JSON or event streams, for the library: it would refuse the whole list for one
 * invalid tool, and ask for pages that lead in a circle again and again. Any other body is returned unchanged. Throws
 * `PageLoopError` for a cursor that came before.
 */
export function createToolListReader(filter: ToolFilter): ToolListReader {
  const trail = createPageTrail(undefined);
  const readMessage = (text: string): string => {
    const message = parse(text);
    const result = isObject(message) ? message.result : undefined;
    if (!isObject(message) || !isObject(result) || !Array.isArray(result.tools)) return text;
    const { nextCursor, ...rest } = result;
    const tools = result.tools.map(filter).filter((tool) => tool !== undefined);
    // Some servers say by null that there is no further page, which the library refuses.
    if (nextCursor === null) return JSON.stringify({ ...message, result: { ...rest, tools } });
    trail.refuseRepeated(nextCursor);
    trail.follow(nextCursor);
    return JSON.stringify({ ...message, result: { ...result, tools } });
  };
  return (body) => {
    if (body.trimStart().startsWith("{")) return readMessage(body);
    return body.replace(/^data: ?(\{.*)$/gm, (_line, message: string) => `data: ${readMessage(message)}`);
  };
}

function parse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined; // the library reports what is wrong with it
  }
}
