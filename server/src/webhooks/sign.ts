import { createHmac } from "node:crypto";

/** What is signed; `id` stays the same over all attempts, `at` is the time of this one. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The Standard Webhooks headers, one signature for each of `secrets` (`whsec_…`), so that a rotation can overlap. */
export function standardHeaders(message: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const text = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  });
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** The value of `x-cobalt-signature`: lower-case hex HMAC-SHA256 of the body under an API key (platform-surface 3.7). */
export function bodySignature(body: string, apiKey: string): string {
  return createHmac("sha256", apiKey).update(body).digest("hex");
}
