import { createHmac } from "node:crypto";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import { isSameText } from "../../platform/secret-text.ts";
import type { Connector } from "../connector.ts";
import type { ApplicationSettingsRow } from "./application-store.ts";

export const SHARED_SECRET_COLUMN = describeSealed("application_settings", "webhook_secret");

const KEY_BYTES = 24;

/** Whether an application sends the events of all customers to one address. */
export function hasSharedWebhook({ info, identify }: Connector): boolean {
  return (
    identify !== undefined &&
    info.triggers.some(({ delivery }) => delivery.kind === "webhook" && delivery.shared)
  );
}

/** Whether a secret of the organization proves what is sent for all of its customers, at one address or many. */
export function needsWebhookSecret(connector: Connector): boolean {
  return (
    hasSharedWebhook(connector) ||
    connector.info.triggers.some(
      ({ delivery }) => delivery.kind === "webhook" && delivery.proof?.secret === "application",
    )
  );
}

/** The address of shared webhooks, with a key that only its receiver knows (D105). */
export function buildSharedUrl(
  { config, credentials }: Pick<Deps, "config" | "credentials">,
  { orgId, environment }: Scope,
  slug: string,
): string {
  const about = JSON.stringify([orgId, environment, slug]);
  const mac = createHmac("sha256", credentials.keyFor("shared webhook address")).update(about).digest();
  const key = mac.subarray(0, KEY_BYTES).toString("base64url");
  return `${config.publicUrl}/api/v1/hooks/${orgId}-${environment}/${slug}/${key}`;
}

/** Whether a key belongs to the address of an application; nothing is looked up. */
export function isSharedKey(
  deps: Pick<Deps, "config" | "credentials">,
  scope: Scope,
  { slug, key }: { slug: string; key: string },
): boolean {
  return isSameText(buildSharedUrl(deps, scope, slug).split("/").at(-1) ?? "", key);
}

/** The secret that proves deliveries to the address; empty if none was set. */
export function decryptSharedSecret(
  { vault }: Pick<Deps, "vault">,
  settings: ApplicationSettingsRow | undefined,
): string {
  const sealed = settings?.webhook_secret;
  return sealed == null ? "" : vault.open(sealed, SHARED_SECRET_COLUMN.identityOf(settings?.id ?? ""));
}
