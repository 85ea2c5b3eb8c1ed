import { createHmac, timingSafeEqual } from "node:crypto";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";

const MAC_BYTES = 24;
// A number in base 36, and the MAC.
const KEY = /^([0-9a-z]{1,10})-([\w-]{32})$/;

/** The address for a workflow's webhooks for one linked account. */
export interface WebhookAddress extends Scope {
  /** The workflow's id. */
  readonly workflow: string;
  /** The organization's id of the account. */
  readonly accountId: string;
  /** When its key became valid, in milliseconds: the account's creation or the last rotation of its addresses. */
  readonly generation: number;
}

type Secrets = Pick<Deps, "credentials">;

/** The URL that senders use: its last part is a key for this address only (D105). */
export function buildWebhookUrl(deps: Secrets & Pick<Deps, "config">, address: WebhookAddress): string {
  const { orgId, environment, workflow, accountId, generation } = address;
  const key = `${generation.toString(36)}-${macOf(deps, address).toString("base64url")}`;
  const path = [`${orgId}-${environment}`, workflow, encodeURIComponent(accountId), key].join("/");
  return `${deps.config.publicUrl}/api/v1/webhook-trigger/${path}`;
}

/**
 * The generation in an address key; undefined for a forged key or one of another address. Nothing is looked up, so
 * the time taken does not reveal which accounts exist.
 */
export function verifyAddressKey(
  deps: Secrets,
  address: Omit<WebhookAddress, "generation">,
  key: string,
): number | undefined {
  const [, number = "", text = ""] = KEY.exec(key) ?? [];
  const generation = Number.parseInt(number || "0", 36);
  const mac = Buffer.from(text, "base64url");
  const isOurs = mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(deps, { ...address, generation }));
  // A generation has only one spelling.
  return isOurs && generation.toString(36) === number ? generation : undefined;
}

function macOf({ credentials }: Secrets, address: WebhookAddress): Buffer {
  const { orgId, environment, workflow, accountId, generation } = address;
  const key = credentials.keyFor("webhook address");
  // As JSON, so that no part can run into the next.
  const about = JSON.stringify([orgId, environment, workflow, accountId, generation]);
  return createHmac("sha256", key).update(about).digest().subarray(0, MAC_BYTES);
}
