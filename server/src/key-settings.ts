import { ConfigError } from "./environment.ts";
import type { KeyServiceAccess } from "./platform/root-key/kms/key-service.ts";
import { parseWrappedKey, type WrappedKey } from "./platform/root-key/kms/wrapped-key.ts";

/** A root key of 32 bytes, or one that a key service decrypts. */
export type RootKeySetting = Buffer | WrappedKey;

export interface KeySettings {
  readonly encryptionKey: RootKeySetting | undefined;
  /** Opens what the other key does not; seals nothing. */
  readonly secondEncryptionKey: RootKeySetting | undefined;
  readonly kms: KeyServiceAccess;
}

/** Throws ConfigError with one sentence that repeats no key. */
export function readKeySettings(
  value: (name: string) => string,
  readBaseUrl: (name: string, text: string) => string,
): KeySettings {
  const encryptionKey = readKey("JUNCTOR_ENCRYPTION_KEY", value);
  const secondEncryptionKey = readKey("JUNCTOR_SECOND_ENCRYPTION_KEY", value);
  if (secondEncryptionKey && !encryptionKey)
    throw new ConfigError("JUNCTOR_SECOND_ENCRYPTION_KEY needs JUNCTOR_ENCRYPTION_KEY beside it.");
  const endpoint = value("JUNCTOR_KMS_ENDPOINT");
  const kms = {
    endpoint: endpoint ? readBaseUrl("JUNCTOR_KMS_ENDPOINT", endpoint) : undefined,
    token: value("JUNCTOR_KMS_TOKEN") || undefined,
  };
  return { encryptionKey, secondEncryptionKey, kms };
}

function readKey(name: string, value: (name: string) => string): RootKeySetting | undefined {
  const text = value(name);
  if (!text) return undefined;
  const wrapped = parseWrappedKey(text);
  if (wrapped) return wrapped;
  const key = Buffer.from(text, "base64");
  if (key.length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return key;
  throw new ConfigError(`${name} must be 32 bytes in base64, for example from \`openssl rand -base64 32\`.`);
}
