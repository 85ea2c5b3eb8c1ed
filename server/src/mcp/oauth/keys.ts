import { createHmac, createPrivateKey, timingSafeEqual } from "node:crypto";

// The prefix of the 32 bytes of an Ed25519 key in PKCS #8.
const ED25519_PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * The uses of the session secret here, each under a separate name, so that nothing of one kind is valid as another.
 */
type Purpose = "cookies" | "form" | "request" | "signing";

/** A key of 32 bytes for one purpose; the same in every process, and as secret as the installation's own. */
export function deriveKey(secret: Buffer, purpose: Purpose): Buffer {
  return createHmac("sha256", secret).update(`junctor mcp oauth ${purpose}`).digest();
}

/** A signature of `text` for one purpose. */
export function signText(secret: Buffer, purpose: Purpose, text: string): string {
  return createHmac("sha256", deriveKey(secret, purpose)).update(text).digest("base64url");
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key pair that the library wants for tokens that name a person; none is ever issued here. */
export function createSigningKey(secret: Buffer): object {
  const der = Buffer.concat([ED25519_PKCS8, deriveKey(secret, "signing")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { ...key.export({ format: "jwk" }), alg: "EdDSA", use: "sig" };
}
