import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** What is signed; `id` stays the same over all attempts, `at` is the time of this one. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The key of a signing secret (`whsec_…`); cached, because deriving it takes longer than signing. */
export function getSecretSigningKey(secret: string): KeyObject {
  return createSecretKey(secret.replace(/^whsec_/, ""), "base64");
}

/** The key of an API key for `x-cobalt-signature`. */
export function createApiKeySigningKey(apiKey: string): KeyObject {
  return createSecretKey(apiKey, "utf8");
}

/** The Standard Webhooks headers, one signature for each of `keys`, so that a rotation can overlap. */
export function buildStandardHeaders(message: Message, keys: readonly KeyObject[]): Record<string, string> {
  const timestamp = formatTimestamp(message.at);
  const text = `${message.id}.${timestamp}.${message.body}`;
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(text).digest("base64")}`);
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** The time of an attempt in whole seconds, as `webhook-timestamp` has it. */
export function formatTimestamp(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}

/** The value of `x-cobalt-signature`: lower-case hex HMAC-SHA256 of the body under an API key (platform-surface 3.7). */
export function signBody(body: string, key: KeyObject): string {
  return createHmac("sha256", key).update(body).digest("hex");
}
