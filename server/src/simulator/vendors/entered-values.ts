import { generateKeyPairSync } from "node:crypto";
import type { MockVendor } from "../../../../connectors/mock-vendor.ts";
import type { AuthInfo } from "../../apps/connector-auth.ts";

/** A private key in PEM for connections that sign with one: the simulator takes any. */
export type KeySource = () => string;

/** One key for all applications, made when it is first needed. */
export function createKeySource(): KeySource {
  let key: string | undefined;
  return () => {
    key ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    }) as string; // PEM is text
    return key;
  };
}

/** What a customer enters so that the vendor's imitation accepts a connection by a key. */
export function readEnteredValues(
  { credentials, settings = {} }: MockVendor,
  { keybased, settings: asked }: AuthInfo,
  keys: KeySource,
): Record<string, string> {
  const known: Record<string, string> = { ...settings, ...credentials.keybased?.good };
  const names = [...(keybased?.fields ?? []), ...asked].map(({ name }) => name);
  const signs = keybased?.token?.jwt !== undefined;
  const pairs = names.flatMap((name) => {
    const value = signs && name === "private_key" ? keys() : known[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(pairs);
}
