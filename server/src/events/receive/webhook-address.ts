import { createHmac, timingSafeEqual } from "node:crypto";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";

const MAC_BYTES = 24;
// A number in base 36, and the MAC.
const KEY = /^([0-9a-z]{1,10})-([\w-]{32})$/;

/** Where the webhooks of a workflow for one linked account are sent. */
export interface WebhookAddress extends Scope {
  /** The workflow's id. */
  readonly workflow: string;
  /** The SaaS company's id of the account. */
  readonly accountId: string;
  /** Since when its key is valid, in milliseconds: when the account was created, or its addresses were rotated last. */
  readonly generation: number;
}

type Secrets = Pick<Deps, "credentials">;

/** The address as senders get it: its last part is a key that only this address has (D218). */
export function buildWebhookUrl(deps: Secrets & Pick<Deps, "config">, address: WebhookAddress): string {
  const { orgId, environment, workflow, accountId, generation } = address;
  const key = `${generation.toString(36)}-${macOf(deps, address).toString("base64url")}`;
  const path = [`${orgId}-${environment}`, workflow, encodeURIComponent(accountId), key].join("/");
  return `${deps.config.publicUrl}/api/v1/webhook-trigger/${path}`;
}

/**
 * The generation that the key of an address names; undefined for a key that was not made here, or for another address.
 * Nothing is looked up, so the answer takes as long for accounts that there are as for those that there are not.
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
  // One generation has one spelling.
  return isOurs && generation.toString(36) === number ? generation : undefined;
}

function macOf({ credentials }: Secrets, address: WebhookAddress): Buffer {
  const { orgId, environment, workflow, accountId, generation } = address;
  const key = credentials.keyFor("webhook address");
  // As JSON, because no part may reach into the next.
  const about = JSON.stringify([orgId, environment, workflow, accountId, generation]);
  return createHmac("sha256", key).update(about).digest().subarray(0, MAC_BYTES);
}
