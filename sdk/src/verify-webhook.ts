import { JunctorError } from "./http/error.ts";

interface AnyWebhookPayload {
  readonly linked_account_id: string;
  readonly environment: "test" | "production";
}

/** The payload of `Connection Created`, `Connection Deleted` and `Connection Expired`. */
export interface ConnectionWebhookPayload extends AnyWebhookPayload {
  readonly event: "Connection Created" | "Connection Deleted" | "Connection Expired";
  readonly org_id: string;
  readonly type: "General";
  /** The application. */
  readonly slug: string;
  /** In HTTP-date form, such as `Fri, 20 Nov 2026 09:30:00 GMT`. */
  readonly createdAt: string;
}

interface AnyWorkflowWebhookPayload extends AnyWebhookPayload {
  /** The execution. */
  readonly instance_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly config_id: string;
}

/** The payload of `Workflow Completed` and `Workflow Errored`. */
export type WorkflowWebhookPayload =
  | (AnyWorkflowWebhookPayload & { readonly event: "Workflow Completed"; readonly status: "COMPLETED" })
  | (AnyWorkflowWebhookPayload & {
      readonly event: "Workflow Errored";
      readonly status: "ERRORED";
      /** `null` where the execution failed outside of its nodes. */
      readonly failed_node: { readonly node_id: string | null; readonly node_name: string | null };
      readonly attempts: number | null;
      /** ISO 8601. */
      readonly failed_at: string;
      /** `status` is the third party's HTTP status, if it responded with an error. */
      readonly error: { readonly code?: string; readonly message: string; readonly status?: number };
    });

/** What Junctor sends to a webhook of type `default`; `event` tells which. */
export type WebhookPayload = ConnectionWebhookPayload | WorkflowWebhookPayload;

/** A delivery as your server received it. */
export interface WebhookRequest {
  /** The raw body: parsed and serialized again, it would have another signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyWebhookOptions {
  /** How far the time of the attempt may be from now, in seconds; default: 300. Older ones may be replays. */
  readonly toleranceS?: number;
}

/**
 * Verifies a delivery's signature (https://www.standardwebhooks.com) and resolves with its payload, the parsed body.
 * Rejects with a `JunctorError` of the code `INVALID_SIGNATURE` if it is not from Junctor, changed or too old. `secret`
 * is what `webhooks.secret` returns. Webhooks with a body of their own name its type: `verifyWebhook<Order>(…)`.
 */
export async function verifyWebhook<Payload = WebhookPayload>(
  { body, headers }: WebhookRequest,
  secret: string,
  { toleranceS = 300 }: VerifyWebhookOptions = {},
): Promise<Payload> {
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    throw new TypeError("body must be the raw body as text or bytes, not the parsed JSON.");
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature");
  if (!id || !timestamp || !signatures)
    throw invalid("The headers webhook-id, webhook-timestamp and webhook-signature are required.");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceS))
    throw invalid(`The delivery was sent more than ${toleranceS} seconds ago, or the clocks differ.`);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  if (!(await isSigned(signed, signatures, secret)))
    throw invalid("The signature does not match: the secret is another webhook's, or the body was changed.");
  return JSON.parse(text) as Payload;
}

/** While a secret is being rotated there are two signatures, separated by a space. */
async function isSigned(text: BufferSource, signatures: string, secret: string): Promise<boolean> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (!bytes) throw new TypeError("secret must be a webhook's secret, which begins with whsec_.");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  for (const signature of signatures.split(" ")) {
    const given = signature.startsWith("v1,") ? decodeBase64(signature.slice("v1,".length)) : undefined;
    if (given && (await crypto.subtle.verify("HMAC", key, given, text))) return true;
  }
  return false;
}

function readHeader(headers: WebhookRequest["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : value?.[0];
}

/** `undefined` for an empty text, and for one that is not base64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return bytes.length > 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function invalid(message: string): JunctorError {
  return new JunctorError({ status: 0, code: "INVALID_SIGNATURE", message });
}
