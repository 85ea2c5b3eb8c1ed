import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";
import type { WebhookType } from "../table.ts";

export const CHAT_URL_COLUMN = describeSealed("webhooks", "sealed_url", "url");

const VISIBLE_TAIL = 4;

/** How a URL is stored: as displayed, and sealed if it is itself the secret. */
export interface StoredUrl {
  url: string;
  sealed_url: Buffer | null;
}

/** Whether anyone who knows the URL can post to it: a team chat has no other check. */
export function isChat(type: WebhookType): boolean {
  return type === "slack" || type === "teams";
}

/** The columns for the URL `url` of the webhook `id`; a team chat's is sealed, and displayed as its host and tail. */
export function encryptUrl(vault: Vault, id: string, type: WebhookType, url: string): StoredUrl {
  if (!isChat(type)) return { url, sealed_url: null };
  return { url: redactChatUrl(url), sealed_url: vault.seal(url, CHAT_URL_COLUMN.identityOf(id)) };
}

/** The full URL of the webhook `id`. */
export function decryptUrl(vault: Vault, id: string, { url, sealed_url }: StoredUrl): string {
  return sealed_url ? vault.open(sealed_url, CHAT_URL_COLUMN.identityOf(id)) : url;
}

/** The host and the tail of a URL. */
export function redactChatUrl(url: string): string {
  return `${new URL(url).origin}/…${url.slice(-VISIBLE_TAIL)}`;
}
