import { createHmac, createPrivateKey } from "node:crypto";
import { deriveKey } from "../../platform/derive-key.ts";

// The prefix of the 32 bytes of an Ed25519 key in PKCS #8.
const ED25519_PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** A signature of `text` for one purpose. */
export function signText(secret: Buffer, purpose: "form" | "request", text: string): string {
  return createHmac("sha256", deriveKey(secret, `mcp oauth ${purpose}`))
    .update(text)
    .digest("base64url");
}

/** The key pair that the library wants for tokens that name a person; none is ever issued here. */
export function createSigningKey(secret: Buffer): object {
  const der = Buffer.concat([ED25519_PKCS8, deriveKey(secret, "mcp oauth signing")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { ...key.export({ format: "jwk" }), alg: "EdDSA", use: "sig" };
}
