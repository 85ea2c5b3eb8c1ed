import { isObject } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { toList, toObject } from "../../providers/openapi/read-json.ts";

/**
 * A definition whose actions no longer ask callers for what carries the credential: a document that does not say how
 * customers sign in often lists the key among the parameters.
 */
export function removeCarriers(definition: JsonObject): JsonObject {
  const { keybased } = toObject(definition.auth);
  const { headers, query } = toObject(toObject(keybased).apply);
  const carriers = {
    headers: Object.keys(toObject(headers)).map((name) => name.toLowerCase()),
    query: Object.keys(toObject(query)).map((name) => name.toLowerCase()),
  };
  if (carriers.headers.length + carriers.query.length === 0) return definition;
  const actions = Object.entries(toObject(definition.actions)).map(([id, action]) => [
    id,
    cleanAction(toObject(action), carriers),
  ]);
  return { ...definition, actions: Object.fromEntries(actions) };
}

function cleanAction(
  action: JsonObject,
  carriers: Readonly<Record<"headers" | "query", string[]>>,
): JsonObject {
  const request = toObject(action.request);
  const gone: string[] = [];
  const clean = (member: "headers" | "query"): JsonObject => {
    if (!isObject(request[member])) return {};
    const kept = Object.entries(request[member]).filter(([name, value]) => {
      const input = /^\{\{ input\.([\w$@-]+) \}\}$/.exec(`${value}`)?.[1];
      if (input === undefined || !carriers[member].includes(name.toLowerCase())) return true;
      gone.push(input);
      return false;
    });
    return { [member]: Object.fromEntries(kept) };
  };
  const whole = { ...request, ...clean("headers"), ...clean("query") };
  return gone.length === 0
    ? action
    : { ...action, request: whole, input: withoutInputs(toObject(action.input), gone) };
}

function withoutInputs(input: JsonObject, gone: readonly string[]): JsonObject {
  const { required, ...rest } = input;
  const left = toList(required).filter((name) => !gone.includes(`${name}`));
  const properties = Object.entries(toObject(input.properties)).filter(([name]) => !gone.includes(name));
  return { ...rest, ...(left.length > 0 && { required: left }), properties: Object.fromEntries(properties) };
}

/** A definition without the settings that nothing refers to any longer, which customers would enter for nothing. */
export function removeUnusedSettings({ settings, ...definition }: JsonObject): JsonObject {
  if (settings === undefined) return definition;
  const text = JSON.stringify(definition);
  const used = toList(settings).filter((field) => text.includes(`settings.${toObject(field).name}`));
  return used.length === 0 ? definition : { ...definition, settings: used };
}
