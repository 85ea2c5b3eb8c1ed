import { ConnectorError } from "../../apps/connector.ts";
import type { IncomingRequest } from "../../apps/connector-events.ts";
import type { SignatureAlgorithm } from "../../apps/providers/manifest/triggers/public-key.ts";
import { compileVerifier, type Verifier } from "../../apps/providers/manifest/triggers/verify.ts";
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
  const verifiersOf =
    signature.kind === "standard-webhooks"
      ? compileStandard()
      : compileOnce(compileVerifier(sourceOf(signature)));
  return (request, secrets, nowMs) => {
    const headers: { [name: string]: Json } = request.headers;
    return secrets.some((secret) => {
      const verify = verifiersOf(request, secret);
      try {
        const hook = { secret: withoutLabel(secret, signature) };
        verify?.({ request, scope: { headers }, secrets: { hook }, url: "", nowMs });
        return verify !== undefined;
      } catch (error) {
        if (error instanceof ConnectorError) return false;
        throw error;
      }
    });
  };
}

/** The prefix of a message's headers: Svix has its own beside those of Standard Webhooks. */
export function findStandardPrefix(headers: Readonly<Record<string, unknown>>): "webhook" | "svix" {
  return headers["webhook-id"] === undefined && headers["svix-id"] !== undefined ? "svix" : "webhook";
}

/** Whether the secret of such webhooks is the sender's public key. */
export function findPublicKeyAlgorithm({ kind }: WebhookSignature): SignatureAlgorithm | undefined {
  if (kind === "ecdsa-p256") return "ecdsa";
  return kind === "ed25519" ? kind : undefined;
}

type VerifierChoice = (request: IncomingRequest, secret: string) => Verifier | undefined;

function compileOnce(verify: Verifier): VerifierChoice {
  return () => verify;
}

function compileStandard(): VerifierChoice {
  const of = (prefix: string) => ({
    symmetric: compileVerifier({
      hmac: { ...standardSource(prefix, "v1,"), ...HMAC, key_encoding: "base64" },
    }),
    asymmetric: compileVerifier({
      ed25519: { ...standardSource(prefix, "v1a,"), public_key: HMAC.key },
    }),
  });
  const verifiers = { webhook: of("webhook"), svix: of("svix") };
  return ({ headers }, secret) => {
    const prefix = findStandardPrefix(headers);
    // The id identifies a message that is sent again.
    if (!headers[`${prefix}-id`]) return undefined;
    // A public key is no secret: nothing may be signed with it.
    return verifiers[prefix][secret.startsWith("whpk_") ? "asymmetric" : "symmetric"];
  };
}

const HMAC = { algorithm: "sha256" as const, key: "{{ hook.secret }}" };

function standardSource(prefix: string, label: string) {
  return {
    header: `${prefix}-signature`,
    encoding: "base64" as const,
    prefix: label,
    signed: `{{ headers.${prefix}-id }}.{{ headers.${prefix}-timestamp }}.{{ raw }}`,
    timestamp: { header: `${prefix}-timestamp`, tolerance_seconds: TOLERANCE_SECONDS },
  };
}

function sourceOf(signature: WebhookSignature) {
  const { kind, header = "", encoding, prefix = "", timestamp_header: timestamp } = signature;
  if (kind === "token") return { token: { header, equals: `${prefix}${HMAC.key}` } };
  if (kind === "hmac-sha256") return { hmac: { ...HMAC, header, encoding, prefix } };
  const signed = timestamp && `{{ headers.${timestamp.toLowerCase()} }}{{ raw }}`;
  const source = { header, encoding, prefix, signed, public_key: HMAC.key };
  return kind === "ecdsa-p256" ? { ecdsa: source } : { ed25519: source };
}

function withoutLabel(secret: string, { kind }: WebhookSignature): string {
  return kind === "standard-webhooks" ? secret.replace(/^whsec_/, "") : secret;
}
