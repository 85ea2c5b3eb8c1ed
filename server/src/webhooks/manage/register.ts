import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { badField, badRequest, notFound } from "../../platform/errors.ts";
import type { Vault } from "../../platform/vault.ts";
import { findBodyProblem } from "../deliver/body.ts";
import { parseEvents, type WebhookEvent } from "../event.ts";
import type { WebhookType } from "../table.ts";
import { encryptUrl, isChat, type StoredUrl } from "./chat-url.ts";
import { encryptHeaders, type Headers, type StoredHeaders } from "./own-headers.ts";
import type { NewWebhookBody, WebhookBody } from "./schema.ts";
import { type Rotation, rotateSecret } from "./secret.ts";
import {
  insertWebhook,
  listWebhooks,
  lockWebhook,
  readWebhook,
  updateWebhookGroup,
  updateWebhookRow,
  type WebhookRow,
} from "./store.ts";

const LONGEST_TEMPLATE = 65_536;

/** What creating and changing webhooks requires. */
export type RegisterDeps = Pick<Deps, "queue" | "vault" | "clock" | "outbound">;

// URL parsers drop or change these, so that the displayed URL would not be where deliveries go.
const NOT_AS_DIALLED = /[\p{C}\p{Z}\\]/u;

/** New limits of a webhook. */
export interface WebhookLimits {
  readonly slug: string | null;
  readonly workflowIds: readonly string[];
}

/** Registering must know about applications and workflows, which come later in the order of imports. */
export interface CheckingDeps extends Pick<Deps, "db"> {
  /** Refuses (400) what the scope does not have. */
  readonly checkLimits: (scope: Scope, limits: WebhookLimits) => Promise<void>;
}

/** Creates a webhook; its URL is checked only as text, never by DNS. The returned row has the full URL. */
export async function createWebhook(
  { queue, vault, clock, outbound, checkLimits }: RegisterDeps & CheckingDeps,
  scope: Scope,
  body: NewWebhookBody,
  promotedFrom: string | null = null,
): Promise<{ row: WebhookRow; secret: string }> {
  const input = {
    promotedFrom,
    url: body.webhook_url,
    type: body.webhook_type ?? "default",
    events: parseEvents(body.webhook_events),
    isEnabled: body.is_enabled ?? true,
    description: body.description ?? null,
    slug: body.slug ?? null,
    workflowIds: limitOf(body.workflow_ids) ?? null,
    method: body.method ?? "POST",
    body: templateOf(body.webhook_body) ?? null,
    headers: body.webhook_headers ?? null,
    group: body.group || null,
  };
  checkUrl(outbound, input.url);
  checkBody(input.body);
  await checkLimits(scope, { slug: input.slug, workflowIds: input.workflowIds ?? [] });
  const { row, secret } = await queue.transaction((tx) =>
    insertWebhook(tx, vault, scope, input, clock.now()),
  );
  return { row: { ...row, url: input.url }, secret };
}

/** Changes the given fields of a webhook. */
export async function updateWebhook(
  { db, queue, vault, clock, outbound, checkLimits }: RegisterDeps & CheckingDeps,
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
    method: body.method,
    body: templateOf(body.webhook_body),
    group_name: body.group === "" ? null : body.group,
  };
  checkBody(change.body);
  await checkLimits(scope, newLimits(await readWebhook(db, scope, id), body));
  return queue.transaction(async (tx) => {
    const before = await lockWebhook(tx, scope, id);
    // Clients that send back what they have read also send back the masked URL.
    const url = body.webhook_url === before.url ? undefined : body.webhook_url;
    if (url !== undefined) checkUrl(outbound, url);
    const address = changeAddress(vault, before, body.webhook_type ?? before.type, url);
    const headers = changeHeaders(vault, before, body.webhook_headers);
    const health = changeHealth(before, body.is_enabled, url);
    return updateWebhookRow(tx, scope, id, { ...change, ...address, ...headers, ...health }, clock.now());
  });
}

/** Sets or removes the group of webhooks, and returns them in the order of their ids. */
export async function updateGroup(
  { queue, clock }: RegisterDeps,
  scope: Scope,
  ids: readonly string[],
  group: string | null,
): Promise<WebhookRow[]> {
  const change = { ids: [...new Set(ids)], group, now: clock.now() };
  return queue.transaction((tx) => updateWebhookGroup(tx, scope, change));
}

/** Adds or removes events of the only webhook, for clients from when there was just one (platform-surface 5). */
export async function updateWebhookEvents(
  { queue, clock }: RegisterDeps,
  scope: Scope,
  change: (events: readonly WebhookEvent[]) => WebhookEvent[],
): Promise<WebhookRow> {
  return queue.transaction(async (tx) => {
    const { id } = await readSingleWebhook(tx, scope);
    const { events } = await lockWebhook(tx, scope, id);
    return updateWebhookRow(tx, scope, id, { events: change(events) }, clock.now());
  });
}

/** The webhook of a scope that has exactly one; 404 if it has none, 400 if it has several. */
export async function readSingleWebhook(db: Db, scope: Scope): Promise<WebhookRow> {
  const [first, second] = await listWebhooks(db, scope);
  if (!first) throw notFound("Webhook");
  if (second) throw badRequest("There are several webhooks: name the one you mean by its id.");
  return first;
}

/** Gives a webhook a new signing secret, and returns it. */
export async function renewSecret(
  { queue, vault, clock }: RegisterDeps,
  scope: Scope,
  rotation: Rotation,
): Promise<string> {
  return queue.transaction(async (tx) => {
    const now = clock.now();
    await updateWebhookRow(tx, scope, rotation.webhookId, {}, now);
    return rotateSecret(tx, vault, rotation, now);
  });
}

function checkUrl(outbound: Deps["outbound"], url: string): void {
  if (NOT_AS_DIALLED.test(url))
    throw badField(
      "webhook_url",
      "webhook_url must not contain spaces, backslashes, control or invisible characters.",
    );
  // Without DNS: names are resolved, and addresses checked, when a delivery connects.
  const refusal = outbound.refusal(url);
  if (refusal !== undefined) throw badField("webhook_url", `webhook_url: ${refusal}`);
}

/** A webhook's existing limits may be sent back although what they name no longer exists. */
function newLimits(before: WebhookRow, { slug = null, workflow_ids: ids }: WebhookBody): WebhookLimits {
  return {
    slug: slug === before.slug ? null : slug,
    workflowIds: (ids ?? []).filter((id) => !before.workflow_ids?.includes(id)),
  };
}

function changeAddress(
  vault: Vault,
  before: WebhookRow,
  type: WebhookType,
  url: string | undefined,
): Partial<StoredUrl> {
  if (url !== undefined) return encryptUrl(vault, before.id, type, url);
  if (isChat(type) === isChat(before.type)) return {};
  if (isChat(type)) return encryptUrl(vault, before.id, type, before.url);
  throw badField(
    "webhook_url",
    "Send webhook_url too: the address of a team chat is secret and would be shown with this webhook_type.",
  );
}

/** A body given as an object is the template of its JSON. */
function templateOf(body: NewWebhookBody["webhook_body"]): string | null | undefined {
  return typeof body === "object" && body !== null ? JSON.stringify(body) : body;
}

function checkBody(template: string | null | undefined): void {
  if (template != null && template.length > LONGEST_TEMPLATE)
    throw badField("webhook_body", `webhook_body must have at most ${LONGEST_TEMPLATE} characters.`);
  const problem = template == null ? undefined : findBodyProblem(template);
  if (problem !== undefined) throw badField("webhook_body", `webhook_body: ${problem}`);
}

function changeHeaders(
  vault: Vault,
  before: WebhookRow,
  headers: Headers | null | undefined,
): Partial<StoredHeaders> {
  return headers === undefined ? {} : encryptHeaders(vault, before.id, headers ?? {}, before);
}

/** An endpoint's record of failures is cleared when it is enabled, disabled by hand, or moved. */
function changeHealth(before: WebhookRow, isEnabled: boolean | undefined, url: string | undefined) {
  const isForgotten =
    isEnabled === undefined ? url !== undefined && before.is_enabled : isEnabled !== before.is_enabled;
  if (!isForgotten) return {};
  return { failing_since: null, failed_at: null, disabled_at: null, disabled_reason: null };
}

/** An empty list would match nothing, so it counts as no limit. */
function limitOf(ids: string[] | null | undefined): string[] | null | undefined {
  return ids?.length === 0 ? null : ids;
}
