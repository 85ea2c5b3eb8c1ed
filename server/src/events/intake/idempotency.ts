import { findValueAt, toText } from "../../apps/providers/manifest/request/template.ts";
import type { Json } from "../../platform/json/json.ts";
import type { KnownSettings } from "../../workflows/definition/settings.ts";
import type { Trigger } from "./trigger.ts";

/** The header in which API clients send a key. */
export const KEY_HEADER = "idempotency-key";

/** The value of a header; undefined if it is missing or empty. */
export function findHeader({ headers }: Pick<Trigger, "headers">, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  const text = Array.isArray(value) ? value.join(", ") : value;
  return text === "" ? undefined : text;
}

/** The key that a workflow's own settings select: from the header that they name, else from the payload. */
export function findOwnKey(
  trigger: Pick<Trigger, "headers" | "payload">,
  { header, path }: NonNullable<KnownSettings["idempotency"]>,
): string | undefined {
  const sent = header === undefined ? undefined : findHeader(trigger, header);
  if (sent !== undefined || path === undefined) return sent;
  const value: Json | undefined = findValueAt({ payload: trigger.payload }, ["payload", ...path.split(".")]);
  const text = toText(value);
  return text === "" ? undefined : text;
}

/** Whether a workflow's own settings name the header that API clients use. */
export function isKeyHeaderNamed({ header }: NonNullable<KnownSettings["idempotency"]>): boolean {
  return header?.toLowerCase() === KEY_HEADER;
}
