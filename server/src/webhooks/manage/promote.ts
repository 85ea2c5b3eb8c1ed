import { requireProduction } from "../../auth/production-only.ts";
import type { Scope } from "../../auth/scope.ts";
import { decryptUrl } from "./chat-url.ts";
import { decryptHeaders } from "./own-headers.ts";
import { type CheckingDeps, createWebhook, type RegisterDeps, updateWebhook } from "./register.ts";
import { findPromoted, readWebhook, type WebhookRow } from "./store.ts";

/**
 * Makes a webhook in production what it is in test, by its id there; `url` is its address in production, that of test
 * where it is new and none is given. Its secret is its own, and told when it is new. 403 with a test key.
 */
export async function promoteWebhook(
  deps: RegisterDeps & CheckingDeps,
  scope: Scope,
  id: string,
  url?: string,
): Promise<{ row: WebhookRow; secret?: string }> {
  requireProduction(scope, "Taking over a webhook from test");
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
  // A chat's address is of no use to another kind of receiver.
  const moves = url !== undefined || found.type !== there.type;
  return {
    row: await updateWebhook(deps, scope, there.id, { ...body, ...(moves && { webhook_url: address }) }),
  };
}
