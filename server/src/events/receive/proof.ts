import { ConnectorError } from "../../apps/connector.ts";
import type { IncomingRequest } from "../../apps/connector-events.ts";
import type { SignatureAlgorithm } from "../../apps/providers/manifest/triggers/public-key.ts";
import { compileVerifier } from "../../apps/providers/manifest/triggers/verify.ts";
import type { Json } from "../../platform/json/json.ts";
import type { WebhookSignature } from "../../workflows/definition/webhook-trigger.ts";

/** Whether a request is signed with one of the secrets; false if there are none. */
export type ProofCheck = (request: IncomingRequest, secrets: readonly string[], nowMs: number) => boolean;

/**
 * Compiles how a workflow's webhooks are signed; undefined if they need not be. The check is the one that
 * connectors' triggers use: constant-time, and false for a missing or empty secret.
 */
export function compileProof(signature: WebhookSignature): ProofCheck | undefined {
  if (signature.kind === "none") return undefined;
  const verify = compileVerifier(sourceOf(signature));
  return (request, secrets, nowMs) => {
    const headers: { [name: string]: Json } = request.headers;
    return secrets.some((secret) => {
      try {
        verify({ request, scope: { headers }, secrets: { hook: { secret } }, url: "", nowMs });
        return true;
      } catch (error) {
        if (error instanceof ConnectorError) return false;
        throw error;
      }
    });
  };
}

/** Of which algorithm the secret of such webhooks must be the sender's public key, if it must be one. */
export function findPublicKeyAlgorithm(
  { kind }: WebhookSignature,
  secret: string | undefined,
): SignatureAlgorithm | undefined {
  if (kind === "standard-webhooks") return secret?.startsWith("whpk_") ? "ed25519" : undefined;
  if (kind === "ecdsa-p256") return "ecdsa";
  return kind === "ed25519" ? kind : undefined;
}

const KEY = "{{ hook.secret }}";

function sourceOf(signature: WebhookSignature) {
  const { kind, header = "", encoding, prefix = "", timestamp_header: timestamp } = signature;
  if (kind === "standard-webhooks") return { standard_webhooks: { key: KEY } };
  if (kind === "token") return { token: { header, equals: `${prefix}${KEY}` } };
  if (kind === "hmac-sha256")
    return { hmac: { algorithm: "sha256" as const, key: KEY, header, encoding, prefix } };
  const signed = timestamp && `{{ headers.${timestamp.toLowerCase()} }}{{ raw }}`;
  const source = { header, encoding, prefix, signed, public_key: KEY };
  return kind === "ecdsa-p256" ? { ecdsa: source } : { ed25519: source };
}
