/** The key services that can hold the key which encrypts the root key. */
export const KEY_SERVICES = ["aws-kms", "gcp-kms", "vault-transit"] as const;
export type KeyServiceName = (typeof KEY_SERVICES)[number];

/** A key of a key service, such as `aws-kms:arn:aws:kms:eu-central-1:111122223333:alias/junctor`. */
export interface ServiceKey {
  readonly service: KeyServiceName;
  readonly name: string;
}

/** A root key as a setting has it when a key service has encrypted it: the service's key, a comma, what it returned. */
export interface WrappedKey extends ServiceKey {
  readonly ciphertext: string;
}

const NAMES: Readonly<Record<KeyServiceName, RegExp>> = {
  "aws-kms": /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)\/[\w/-]+$/,
  "gcp-kms": /^projects\/[^/,\s]+\/locations\/[^/,\s]+\/keyRings\/[^/,\s]+\/cryptoKeys\/[^/,\s]+$/,
  "vault-transit": /^[\w.-]+(\/[\w.-]+)+$/,
};

/** How a key is named; shown where one is not. */
export const EXAMPLES: Readonly<Record<KeyServiceName, string>> = {
  "aws-kms": "aws-kms:arn:aws:kms:eu-central-1:111122223333:alias/junctor",
  "gcp-kms": "gcp-kms:projects/acme/locations/europe/keyRings/production/cryptoKeys/junctor",
  "vault-transit": "vault-transit:transit/junctor",
};

/** Undefined if the text names no key of a key service. */
export function parseServiceKey(text: string): ServiceKey | undefined {
  const service = KEY_SERVICES.find((one) => text.startsWith(`${one}:`));
  if (!service) return undefined;
  const name = text.slice(service.length + 1);
  return NAMES[service].test(name) ? { service, name } : undefined;
}

/** Undefined if the text is no wrapped key. */
export function parseWrappedKey(text: string): WrappedKey | undefined {
  const comma = text.indexOf(",");
  const key = comma < 0 ? undefined : parseServiceKey(text.slice(0, comma));
  const ciphertext = text.slice(comma + 1);
  return key && /^[\w:+/=-]+$/.test(ciphertext) ? { ...key, ciphertext } : undefined;
}

export function formatWrappedKey({ service, name, ciphertext }: WrappedKey): string {
  return `${service}:${name},${ciphertext}`;
}
