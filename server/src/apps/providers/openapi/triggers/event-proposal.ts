import { isObject, type Json } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "../document.ts";
import { collectMembers, type MergedMembers } from "../merge-members.ts";
import { toList } from "../read-json.ts";
import type { EventFilter } from "./webhook-settings.ts";

const MOST_CONDITIONS = 3;
const MEMBER = /^[A-Za-z0-9_$@-]{1,100}$/;
// Members that say what happened: "type", "eventType", "webhook_event".
const KIND =
  /^(?:type|event|topic|action|kind|trigger|(?:event|webhook|notification|message|trigger|alert)_?(?:type|name|kind|code|event|topic|action))$/i;
// Ids of events alone. What else is called "id" may be of a thing that has many events.
const EVENT_ID = /^(?:event|delivery|notification)_?id$/i;
const ID_HEADER =
  /^(?:webhook-id|svix-id|(?:x-)?(?:[a-z0-9]+-)*(?:delivery|(?:delivery|event|notification)-id))$/i;
// What stands in an envelope beside the id of the event.
const CONTENT = /^(?:data|payload)$/i;

/**
 * What tells an event from others at the same address: members that say what happened and have one possible value by the
 * document. A member that may be absent says nothing.
 */
export function listEventConditions(document: OpenApiDocument, schema: Json | undefined): EventFilter[] {
  return listKinds(document, schema)
    .flatMap(({ name, value }) => (value === undefined ? [] : [{ field: `body.${name}`, value }]))
    .slice(0, MOST_CONDITIONS);
}

/**
 * What identifies an event by the document: a header or a required member that is named so, or the required id of an
 * envelope (D524).
 */
export function findEventKey(
  document: OpenApiDocument,
  { schema, headers }: { schema: Json | undefined; headers: readonly string[] },
): string | undefined {
  const header = headers.find((name) => ID_HEADER.test(name));
  if (header !== undefined) return `headers.${header.toLowerCase()}`;
  const { properties, required } = collectMembers(document, schema, "no alternatives") ?? NO_MEMBERS;
  const named = required.find((name) => EVENT_ID.test(name) && MEMBER.test(name));
  if (named !== undefined) return `body.${named}`;
  const isEnvelope =
    listKinds(document, schema).length > 0 && Object.keys(properties).some((name) => CONTENT.test(name));
  return required.includes("id") && isEnvelope ? "body.id" : undefined;
}

const NO_MEMBERS: MergedMembers = { properties: {}, required: [] };

/** The members that say what happened, with their only possible value, if it is one. */
function listKinds(
  document: OpenApiDocument,
  schema: Json | undefined,
): { name: string; value: string | undefined }[] {
  const { properties, required } = collectMembers(document, schema, "no alternatives") ?? NO_MEMBERS;
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!KIND.test(name) || !MEMBER.test(name)) return [];
    const shape = resolveReferences(document, member);
    // Generators do not require what has a default.
    const isCertain = required.includes(name) || required.length === 0 || shape?.default !== undefined;
    return [{ name, value: isCertain ? readOnlyValue(shape) : undefined }];
  });
}

function readOnlyValue(member: JsonObject | undefined): string | undefined {
  if (!isObject(member)) return undefined;
  const [value, ...others] = member.const === undefined ? toList(member.enum) : [member.const];
  return typeof value === "string" && value !== "" && others.length === 0 && member.nullable !== true
    ? value
    : undefined;
}
