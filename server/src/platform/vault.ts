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
  /** The id of the root key that seals, as `getKeyId` gives it. */
  readonly keyId: string;
  seal(plaintext: string, identity: string): Buffer;
  /** Throws `VaultError` if the bytes were changed, moved or sealed under a root key that this vault has not. */
  open(sealed: Uint8Array, identity: string): string;
  /** The same record with its data key wrapped by the root key that seals. Throws `VaultError` as `open` does. */
  rewrap(sealed: Uint8Array, identity: string): Buffer;
}

/** The root keys of an installation, 32 bytes each. */
export interface RootKeys {
  /** It seals and opens. */
  readonly key: Buffer;
  /** It only opens: the next key or the last one, while the root key is rotated. */
  readonly second?: Buffer | undefined;
}

/** A sealed record that cannot be opened; the message contains no secret. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/** A vault under these keys. */
export function createVault({ key, second }: RootKeys): Vault {
  const primary = toWrappingKey(key);
  const other = second && toWrappingKey(second);
  const findKey = (bytes: Buffer): WrappingKey => {
    if (bytes.length < HEADER_BYTES + WRAPPED_BYTES + IV_BYTES + TAG_BYTES || bytes[0] !== VERSION)
      throw new VaultError("This encrypted record is damaged.");
    const id = bytes.subarray(1, HEADER_BYTES);
    if (id.equals(primary.id)) return primary;
    if (other && id.equals(other.id)) return other;
    throw new VaultError("This record was encrypted with another key.");
  };
  const unwrap = (bytes: Buffer, identity: string): Buffer =>
    decrypt(
      findKey(bytes).root,
      bytes.subarray(HEADER_BYTES, HEADER_BYTES + WRAPPED_BYTES),
      `key:${identity}`,
    );
  const wrap = (dataKey: Buffer, identity: string): Buffer =>
    Buffer.concat([Buffer.of(VERSION), primary.id, encrypt(primary.root, dataKey, `key:${identity}`)]);
  return {
    keyId: primary.id.toString("hex"),
    seal(plaintext, identity) {
      const dataKey = randomBytes(DATA_KEY_BYTES);
      const body = encrypt(createSecretKey(dataKey), Buffer.from(plaintext), identity);
      return Buffer.concat([wrap(dataKey, identity), body]);
    },
    open(sealed, identity) {
      const bytes = Buffer.from(sealed);
      const dataKey = unwrap(bytes, identity);
      return decrypt(
        createSecretKey(dataKey),
        bytes.subarray(HEADER_BYTES + WRAPPED_BYTES),
        identity,
      ).toString("utf8");
    },
    rewrap(sealed, identity) {
      const bytes = Buffer.from(sealed);
      return Buffer.concat([
        wrap(unwrap(bytes, identity), identity),
        bytes.subarray(HEADER_BYTES + WRAPPED_BYTES),
      ]);
    },
  };
}

/** Tells root keys apart without showing them: eight hexadecimal digits, which each record begins with. */
export function getKeyId(rootKey: Buffer): string {
  return hashKey(rootKey).toString("hex");
}

/** What every record that was sealed under the key with this id begins with. */
export function buildRecordStart(keyId: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(keyId, "hex")]);
}

interface WrappingKey {
  readonly id: Buffer;
  readonly root: KeyObject;
}

function toWrappingKey(rootKey: Buffer): WrappingKey {
  if (rootKey.length !== DATA_KEY_BYTES) throw new VaultError("The encryption key must have 32 bytes.");
  // With the bytes themselves as a key, Node takes several times as long.
  return { id: hashKey(rootKey), root: createSecretKey(rootKey) };
}

function hashKey(rootKey: Buffer): Buffer {
  return createHash("sha256")
    .update("junctor root key id")
    .update(rootKey)
    .digest()
    .subarray(0, KEY_ID_BYTES);
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
