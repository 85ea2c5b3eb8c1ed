import { StartError } from "../../errors.ts";
import type { KeyService, KeyServiceAccess } from "./key-service.ts";
import type { KeyServiceName, ServiceKey, WrappedKey } from "./wrapped-key.ts";

type Open = (name: string, access: KeyServiceAccess) => Promise<KeyService>;

// The clients of two services are large, so only the one that is used is loaded.
const SERVICES: Readonly<Record<KeyServiceName, () => Promise<Open>>> = {
  "aws-kms": async () => (await import("./aws-kms.ts")).openAwsKms,
  "gcp-kms": async () => (await import("./gcp-kms.ts")).openGcpKms,
  "vault-transit": async () => (await import("./vault-transit.ts")).openVaultTransit,
};

/** Encrypts a root key for a setting. Throws StartError with the service's answer. */
export async function encryptRootKey(
  access: KeyServiceAccess,
  to: ServiceKey,
  key: Buffer,
): Promise<WrappedKey> {
  return ask(to, access, async (service) => ({ ...to, ciphertext: await service.encrypt(key) }));
}

/** The root key, 32 bytes; asked for once, at the start (D543). Throws StartError with the service's answer. */
export async function decryptRootKey(access: KeyServiceAccess, wrapped: WrappedKey): Promise<Buffer> {
  const key = await ask(wrapped, access, (service) => service.decrypt(wrapped.ciphertext));
  if (key.length === 32) return key;
  throw new StartError(`What ${wrapped.service} decrypted is no encryption key: it must have 32 bytes.`);
}

async function ask<Result>(
  { service, name }: ServiceKey,
  access: KeyServiceAccess,
  work: (service: KeyService) => Promise<Result>,
): Promise<Result> {
  try {
    const open = await SERVICES[service]();
    return await work(await open(name, access));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const answer = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new StartError(`The key service ${service} did not answer for ${name} (${answer.slice(0, 500)}).`);
  }
}
