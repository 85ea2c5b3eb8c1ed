import { randomBytes } from "node:crypto";
import type { JsonObject } from "../apps/connector.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../platform/json/json.ts";
import { parseJson } from "../platform/json/parse-json.ts";
import { describeSealed } from "../platform/root-key/sealed-column.ts";
import type { Vault } from "../platform/vault.ts";
import type { SubscriptionRow } from "./table.ts";

export const HOOK_SECRETS_COLUMN = describeSealed("trigger_subscriptions", "secrets");
export const SETUP_COLUMN = describeSealed("trigger_subscriptions", "setup");

/**
 * Shared only with the provider: the token in the address, and the secret that signs deliveries, ours or the one of the
 * provider that somebody entered.
 */
export interface HookSecrets {
  token: string;
  secret: string;
  entered?: string;
}

/**
 * How a subscription was set up: its input with expressions replaced, and the provider's reply. `endsAtMs` is when the
 * provider ends it, and `renewAtMs` when it is renewed or checked next, in milliseconds since the epoch.
 */
export interface Setup {
  input: JsonObject;
  state: Json;
  endsAtMs?: number;
  renewAtMs?: number;
}

export function createHookSecrets(): HookSecrets {
  return { token: randomBytes(24).toString("base64url"), secret: randomBytes(32).toString("hex") };
}

/** Encrypts the secrets of the subscription `id`. */
export function encryptHookSecrets(vault: Vault, id: string, secrets: HookSecrets): Buffer {
  return vault.seal(JSON.stringify(secrets), HOOK_SECRETS_COLUMN.identityOf(id));
}

/** Our address for a subscription, and its secrets. */
export function decryptHook(
  { vault, config }: Pick<Deps, "vault" | "config">,
  row: Pick<SubscriptionRow, "id" | "secrets">,
): { url: string; secret: string; enteredSecret?: string } {
  const { token, secret, entered: enteredSecret } = decryptHookSecrets(vault, row);
  return { url: `${config.publicUrl}/api/v1/hooks/${token}`, secret, enteredSecret };
}

/** The secrets of a subscription. */
export function decryptHookSecrets(
  vault: Vault,
  { id, secrets }: Pick<SubscriptionRow, "id" | "secrets">,
): HookSecrets {
  return JSON.parse(vault.open(secrets, HOOK_SECRETS_COLUMN.identityOf(id)));
}

/** Encrypts the setup of the subscription `id`. */
export function encryptSetup(vault: Vault, id: string, setup: Setup): Buffer {
  return vault.seal(JSON.stringify(setup), SETUP_COLUMN.identityOf(id));
}

/** A subscription's setup; undefined before the first time. */
export function decryptSetup(
  vault: Vault,
  { id, setup }: Pick<SubscriptionRow, "id" | "setup">,
): Setup | undefined {
  return setup === null ? undefined : parseJson(vault.open(setup, SETUP_COLUMN.identityOf(id)));
}
