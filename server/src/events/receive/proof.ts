import { ConnectorError } from "../../apps/connector.ts";
import type { IncomingRequest } from "../../apps/connector-events.ts";
import { compileVerifier } from "../../apps/providers/manifest/triggers/verify.ts";
import type { Json } from "../../platform/json/json.ts";
import type { WebhookSignature } from "../../workflows/definition/webhook-trigger.ts";

/** Whether a request is signed with one of the secrets; false if there are none. */
export type ProofCheck = (request: IncomingRequest, secrets: readonly string[], nowMs: number) => boolean;

const TOLERANCE_SECONDS = 300;

/**
 * Compiles how a workflow's webhooks are signed; undefined if they need not be. The check is the one that
 * connectors' triggers use: constant-time, and false for a missing or empty secret.
 */
export function compileProof(signature: WebhookSignature): ProofCheck | undefined {
  if (signature.kind === "none") return undefined;
  const verify = compileVerifier(sourceOf(signature));
  const decode = signature.kind === "standard-webhooks" ? withoutLabel : (secret: string) => secret;
  return (request, secrets, nowMs) => {
    // The id identifies a message that is sent again.
    if (signature.kind === "standard-webhooks" && !request.headers["webhook-id"]) return false;
    const headers: { [name: string]: Json } = request.headers;
    return secrets.some((secret) => {
      try {
        const hook = { secret: decode(secret) };
        verify({ request, scope: { headers }, secrets: { hook }, url: "", nowMs });
        return true;
      } catch (error) {
        if (error instanceof ConnectorError) return false;
        throw error;
      }
    });
  };
}

function sourceOf({ kind, header = "", encoding, prefix = "" }: WebhookSignature) {
  if (kind === "token") return { token: { header, equals: `${prefix}{{ hook.secret }}` } };
  const hmac = { algorithm: "sha256" as const, key: "{{ hook.secret }}" };
  if (kind === "hmac-sha256") return { hmac: { ...hmac, header, encoding, prefix } };
  return {
    hmac: {
      ...hmac,
      header: "webhook-signature",
      encoding: "base64" as const,
      prefix: "v1,",
      key_encoding: "base64" as const,
      signed: "{{ headers.webhook-id }}.{{ headers.webhook-timestamp }}.{{ raw }}",
      timestamp: { header: "webhook-timestamp", tolerance_seconds: TOLERANCE_SECONDS },
    },
  };
}

function withoutLabel(secret: string): string {
  return secret.replace(/^whsec_/, "");
}
