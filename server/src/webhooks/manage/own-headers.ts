import { badField } from "../../platform/errors.ts";
import { CLIENT_HEADERS } from "../../platform/outbound/request-head.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";
import { parsePayloadTemplate } from "../deliver/template.ts";

export const HEADERS_COLUMN = describeSealed("webhooks", "sealed_headers", "headers");

const VISIBLE_TAIL = 4;
// For a shorter secret the tail would reveal too much.
const SHORTEST_WITH_TAIL = 16;
const MASKED = new RegExp(`^….{0,${VISIBLE_TAIL}}$`);
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SECRET_NAME = /auth|cookie|credential|key|password|secret|signature|token/i;
// Headers that this server sets itself, and those of the HTTP client.
const RESERVED = new Set([
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "x-cobalt-signature",
  ...CLIENT_HEADERS,
]);

export type Headers = Readonly<Record<string, string>>;

/** How headers are stored: as displayed, and sealed as a whole if a value is secret. */
export interface StoredHeaders {
  headers: Headers | null;
  sealed_headers: Buffer | null;
}

/**
 * The columns for the headers `given` to the webhook `id`; a masked value that is sent back keeps the stored one. 400
 * for a mask without a stored value: it would be taken for the secret.
 */
export function encryptHeaders(
  vault: Vault,
  id: string,
  given: Headers,
  before?: StoredHeaders,
): StoredHeaders {
  checkHeaders(given);
  if (Object.keys(given).length === 0) return { headers: null, sealed_headers: null };
  const known = inLowerCase(before ? decryptHeaders(vault, id, before) : {});
  const whole = mapValues(given, (name, value) => unmask(name, value, known[name.toLowerCase()]));
  const headers = mapValues(whole, redactOwnHeader);
  const isSecret = Object.keys(whole).some((name) => headers[name] !== whole[name]);
  return {
    headers,
    sealed_headers: isSecret ? vault.seal(JSON.stringify(whole), HEADERS_COLUMN.identityOf(id)) : null,
  };
}

/** The full headers of the webhook `id`. */
export function decryptHeaders(
  vault: Vault,
  id: string,
  { headers, sealed_headers: sealed }: StoredHeaders,
): Headers {
  return sealed ? JSON.parse(vault.open(sealed, HEADERS_COLUMN.identityOf(id))) : (headers ?? {});
}

function checkHeaders(headers: Headers): void {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw badField("webhook_headers", `webhook_headers: "${twice}" is given twice.`);
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name))
      throw badField("webhook_headers", `webhook_headers: "${name}" is not a header name.`);
    if (RESERVED.has(name.toLowerCase()))
      throw badField("webhook_headers", `webhook_headers: "${name}" is set by this server.`);
    if (/[\u0000-\u001f\u007f]/.test(value)) {
      throw badField("webhook_headers", `webhook_headers: the value of "${name}" has control characters.`);
    }
    try {
      parsePayloadTemplate(value);
    } catch (error) {
      throw badField(
        "webhook_headers",
        `webhook_headers: in "${name}", ${error instanceof Error ? error.message : ""}`,
      );
    }
  }
}

/** A header's value as it is displayed: of those that carry secrets, the tail. */
export function redactOwnHeader(name: string, value: string | undefined): string | undefined {
  if (value === undefined || !SECRET_NAME.test(name)) return value;
  return `…${value.length < SHORTEST_WITH_TAIL ? "" : value.slice(-VISIBLE_TAIL)}`;
}

function unmask(name: string, value: string, known: string | undefined): string {
  if (known !== undefined && value === redactOwnHeader(name, known)) return known;
  if (SECRET_NAME.test(name) && MASKED.test(value))
    throw badField(
      "webhook_headers",
      `webhook_headers: the value of "${name}" is masked differently than shown: send the full value.`,
    );
  return value;
}

function inLowerCase(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function mapValues(headers: Headers, change: (name: string, value: string) => string | undefined): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, change(name, value) ?? value]),
  );
}
