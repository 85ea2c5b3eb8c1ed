import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** Signatures that are checked with a public key; `ecdsa` is P-256 with SHA-256. */
export type SignatureAlgorithm = "ed25519" | "ecdsa";

const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Reads PEM, DER in hex or base64, or for Ed25519 the 32 bytes, with or without the label `whpk_` of Standard
 * Webhooks; undefined if it is no key of the algorithm.
 */
export function readPublicKey(text: string, algorithm: SignatureAlgorithm): KeyObject | undefined {
  try {
    const key = createPublicKey(text.startsWith("-----") ? text : toDer(text.replace(/^whpk_/, "")));
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    const fits = algorithm === "ed25519" ? type === algorithm : details?.namedCurve === "prime256v1";
    return fits ? key : undefined;
  } catch {
    return undefined; // not a key, so nothing is proven
  }
}

function toDer(text: string) {
  const bytes = Buffer.from(text, /^([0-9a-f]{2})+$/i.test(text) ? "hex" : "base64");
  const key = bytes.length === 32 ? Buffer.concat([ED25519_PREFIX, bytes]) : bytes;
  return { key, format: "der" as const, type: "spki" as const };
}

/** Whether the owner of a key signed the bytes; ECDSA in DER, or as two numbers one after the other (IEEE P1363). */
export function isSignedBy(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  if (key.asymmetricKeyType === "ed25519") return verify(null, signed, key, signature);
  const isDer = verify("sha256", signed, { key, dsaEncoding: "der" }, signature);
  return isDer || verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature);
}
