import { requireProduction } from "../../auth/production-only.ts";
import type { Scope } from "../../auth/scope.ts";
import { decryptUrl } from "./chat-url.ts";
import { decryptHeaders } from "./own-headers.ts";
import { type CheckingDeps, createWebhook, type RegisterDeps, updateWebhook } from "./register.ts";
import { findPromoted, readWebhook, type WebhookRow } from "./store.ts";

/**
 * Makes a webhook in production what the one with this id is in test; `url` is its URL in production, by default for
 * a new one that of test. It has its own secret, which is returned when it is new. 403 with a test key.
 */
export async function promoteWebhook(
  deps: RegisterDeps & CheckingDeps,
  scope: Scope,
  id: string,
  url?: string,
): Promise<{ row: WebhookRow; secret?: string }> {
  requireProduction(scope, "Promoting a webhook");
  const found = await readWebhook(deps.db, { ...scope, environment: "test" }, id);
  const there = await findPromoted(deps.db, scope, id);
  const body = {
    webhook_type: found.type,
    webhook_events: found.events,
    description: found.description,
    slug: found.slug,
    workflow_ids: found.workflow_ids,
    method: found.method,
    webhook_body: found.body,
    webhook_headers: decryptHeaders(deps.vault, id, found),
    group: found.group_name,
  };
  const address = url ?? decryptUrl(deps.vault, id, found);
  if (!there) return createWebhook(deps, scope, { ...body, webhook_url: address }, id);
  // A chat's URL is useless for another kind of receiver.
  const moves = url !== undefined || found.type !== there.type;
  return {
    row: await updateWebhook(deps, scope, there.id, { ...body, ...(moves && { webhook_url: address }) }),
  };
}
