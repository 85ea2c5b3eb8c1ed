import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const DATA_KEY_BYTES = 32;
const WRAPPED_BYTES = IV_BYTES + DATA_KEY_BYTES + TAG_BYTES;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/**
 * Envelope encryption of secrets: AES-256-GCM with a fresh data key for each record, wrapped by the root key.
 * `identity` names the row and field (for example `connections/<id>/credentials`) and is bound as additional
 * data: a ciphertext moved to another row, field or tenant does not open.
 * Layout: version (1) | root key id (4) | wrapped data key (12 + 32 + 16) | iv (12) | ciphertext | tag (16).
 */
export interface Vault {
  seal(plaintext: string, identity: string): Buffer;
  /** Throws `VaultError` if the bytes were changed, moved or sealed under another root key. */
  open(sealed: Uint8Array, identity: string): string;
}

/** A sealed record that cannot be opened; the message contains no secret. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/** A vault under `rootKey` (32 bytes). */
export function createVault(rootKey: Buffer): Vault {
  if (rootKey.length !== DATA_KEY_BYTES) throw new VaultError("The encryption key must have 32 bytes.");
  const keyId = createHash("sha256")
    .update("junctor root key id")
    .update(rootKey)
    .digest()
    .subarray(0, KEY_ID_BYTES);
  // With the bytes themselves as a key, Node takes several times as long.
  const root = createSecretKey(rootKey);
  return {
    seal(plaintext, identity) {
      const dataKey = randomBytes(DATA_KEY_BYTES);
      const wrapped = encrypt(root, dataKey, `key:${identity}`);
      return Buffer.concat([
        Buffer.of(VERSION),
        keyId,
        wrapped,
        encrypt(createSecretKey(dataKey), Buffer.from(plaintext), identity),
      ]);
    },
    open(sealed, identity) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < HEADER_BYTES + WRAPPED_BYTES + IV_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
        throw new VaultError("This encrypted record is damaged.");
      }
      if (!bytes.subarray(1, HEADER_BYTES).equals(keyId)) {
        throw new VaultError("This record was encrypted with another key.");
      }
      const wrapped = bytes.subarray(HEADER_BYTES, HEADER_BYTES + WRAPPED_BYTES);
      const dataKey = decrypt(root, wrapped, `key:${identity}`);
      const body = bytes.subarray(HEADER_BYTES + WRAPPED_BYTES);
      return decrypt(createSecretKey(dataKey), body, identity).toString("utf8");
    },
  };
}

function encrypt(key: KeyObject, plaintext: Buffer, identity: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(identity));
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, bytes: Buffer, identity: string): Buffer {
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(bytes.length - TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(identity)).setAuthTag(tag);
  try {
    const body = bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw new VaultError("This encrypted record was changed, moved or belongs to another row.");
  }
}
