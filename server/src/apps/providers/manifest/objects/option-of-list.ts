import { isObject } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import { mergeMaps } from "./merge-maps.ts";

/**
 * The option list of an object: what its action lists, without inputs but those in `needed`, and with what `option` adds
 * to the request.
 */
export function buildOptionList(
  { name, value, request: more = {} }: { name: string; value: string; request?: object },
  action: JsonObject,
  needed: readonly string[],
): JsonObject {
  const listed = (action.request ?? {}) as JsonObject;
  const { output: _output, item: _item, ...paging } = (action.paging ?? {}) as JsonObject;
  const request = {
    ...listed,
    ...(isObject(listed.query) && { query: withoutInputs(listed.query, needed) }),
  };
  return {
    request: mergeMaps(request, more as JsonObject), // manifests are JSON
    ...(action.paging !== undefined && { paging }),
    name,
    value,
  };
}

function withoutInputs(query: JsonObject, needed: readonly string[]): JsonObject {
  const isAsked = (value: unknown) =>
    [...String(value).matchAll(/\{\{\s*input\.(\w+)/g)].every(([, name = ""]) => needed.includes(name));
  return Object.fromEntries(Object.entries(query).filter(([, value]) => isAsked(value)));
}
