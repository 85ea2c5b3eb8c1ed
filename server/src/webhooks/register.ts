import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import type { Vault } from "../platform/vault.ts";
import { isChat, type StoredUrl, storeUrl } from "./chat-url.ts";
import { parseEvents, type WebhookEvent } from "./event.ts";
import type { NewWebhookBody, WebhookBody } from "./schema.ts";
import { rotateSecret } from "./secret.ts";
import { insertWebhook, listWebhooks, lockWebhook, updateWebhook, type WebhookRow } from "./store.ts";
import type { WebhookType } from "./table.ts";

type RegisterDeps = Pick<Deps, "queue" | "vault" | "clock" | "outbound">;

/** Makes a webhook; its address is checked by its text alone, never by DNS. The row shows the whole address. */
export async function createWebhook(
  { queue, vault, clock, outbound }: RegisterDeps,
  scope: Scope,
  body: NewWebhookBody,
): Promise<{ row: WebhookRow; secret: string }> {
  const input = {
    url: body.webhook_url,
    type: body.webhook_type ?? "default",
    events: parseEvents(body.webhook_events),
    isEnabled: body.is_enabled ?? true,
    description: body.description ?? null,
    slug: body.slug ?? null,
    workflowIds: limitOf(body.workflow_ids) ?? null,
  };
  checkUrl(outbound, input.url);
  const { row, secret } = await queue.transaction((tx) =>
    insertWebhook(tx, vault, scope, input, clock.now()),
  );
  return { row: { ...row, url: input.url }, secret };
}

/** Changes the given fields of a webhook. */
export async function changeWebhook(
  { queue, vault, clock, outbound }: RegisterDeps,
  scope: Scope,
  id: string,
  body: WebhookBody,
): Promise<WebhookRow> {
  const change = {
    type: body.webhook_type,
    events: body.webhook_events && parseEvents(body.webhook_events),
    is_enabled: body.is_enabled,
    description: body.description,
    slug: body.slug,
    workflow_ids: limitOf(body.workflow_ids),
  };
  return queue.transaction(async (tx) => {
    const before = await lockWebhook(tx, scope, id);
    // A client that sends back what it has read sends a masked address back too.
    const url = body.webhook_url === before.url ? undefined : body.webhook_url;
    if (url !== undefined) checkUrl(outbound, url);
    const address = changeAddress(vault, before, body.webhook_type ?? before.type, url);
    return updateWebhook(tx, scope, id, { ...change, ...address }, clock.now());
  });
}

/** Adds or removes events of the only webhook, from the clients of a time when there was one (platform-surface 5). */
export async function changeEvents(
  { queue, clock }: RegisterDeps,
  scope: Scope,
  change: (events: readonly WebhookEvent[]) => WebhookEvent[],
): Promise<WebhookRow> {
  return queue.transaction(async (tx) => {
    const { id } = await onlyWebhook(tx, scope);
    const { events } = await lockWebhook(tx, scope, id);
    return updateWebhook(tx, scope, id, { events: change(events) }, clock.now());
  });
}

/** The webhook of a scope that has exactly one; 404 when it has none, 400 when it has several. */
export async function onlyWebhook(db: Db, scope: Scope): Promise<WebhookRow> {
  const [first, second] = await listWebhooks(db, scope);
  if (!first) throw notFound("Webhook");
  if (second) throw badRequest("There are several webhooks: name the one you mean by its id.");
  return first;
}

/** Gives a webhook a new signing secret, and returns it; the old one signs along for 24 hours. */
export async function renewSecret(
  { queue, vault, clock }: RegisterDeps,
  scope: Scope,
  id: string,
): Promise<string> {
  return queue.transaction(async (tx) => {
    const now = clock.now();
    await updateWebhook(tx, scope, id, {}, now);
    return rotateSecret(tx, vault, id, now);
  });
}

function checkUrl(outbound: Deps["outbound"], url: string): void {
  // Without any DNS query: names are resolved, and addresses checked, when a delivery dials (D41).
  const refusal = outbound.refusal(url);
  if (refusal !== undefined) throw badRequest(`webhook_url: ${refusal}`);
}

function changeAddress(
  vault: Vault,
  before: WebhookRow,
  type: WebhookType,
  url: string | undefined,
): Partial<StoredUrl> {
  if (url !== undefined) return storeUrl(vault, before.id, type, url);
  if (isChat(type) === isChat(before.type)) return {};
  if (isChat(type)) return storeUrl(vault, before.id, type, before.url);
  throw badRequest(
    "Send webhook_url too: the address of a team chat is secret and would be shown with this webhook_type.",
  );
}

/** An empty list limits to nothing, so it counts as no limit. */
function limitOf(ids: string[] | null | undefined): string[] | null | undefined {
  return ids?.length === 0 ? null : ids;
}
