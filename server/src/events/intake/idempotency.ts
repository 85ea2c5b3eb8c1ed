import { lookUp, toText } from "../../apps/providers/manifest/request/template.ts";
import type { Json } from "../../platform/json.ts";
import type { KnownSettings } from "../../workflows/definition/settings.ts";
import type { Trigger } from "./trigger.ts";

/** The header of keys that an API client sends. */
export const KEY_HEADER = "idempotency-key";

/** The value of a header; undefined where it is missing or empty. */
export function headerOf({ headers }: Pick<Trigger, "headers">, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  const text = Array.isArray(value) ? value.join(", ") : value;
  return text === "" ? undefined : text;
}

/** The key that a workflow's own settings find: in the header that they name, else in the payload. */
export function ownKey(
  trigger: Pick<Trigger, "headers" | "payload">,
  { header, path }: NonNullable<KnownSettings["idempotency"]>,
): string | undefined {
  const sent = header === undefined ? undefined : headerOf(trigger, header);
  if (sent !== undefined || path === undefined) return sent;
  const value: Json | undefined = lookUp({ payload: trigger.payload }, ["payload", ...path.split(".")]);
  const text = toText(value);
  return text === "" ? undefined : text;
}

/** Whether a workflow's own settings name the header of API clients. */
export function namesKeyHeader({ header }: NonNullable<KnownSettings["idempotency"]>): boolean {
  return header?.toLowerCase() === KEY_HEADER;
}
