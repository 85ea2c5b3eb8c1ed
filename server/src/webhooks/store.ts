import { type Selectable, sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import { type Db, jsonb, type Tx } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Vault } from "../platform/vault.ts";
import { type StoredUrl, storeUrl } from "./chat-url.ts";
import type { WebhookEvent } from "./event.ts";
import { issueSecret } from "./secret.ts";
import type { WebhookTable, WebhookType } from "./table.ts";

export type WebhookRow = Selectable<WebhookTable>;

/** A webhook to be made; `url` as the caller gave it. */
export interface WebhookInput {
  url: string;
  type: WebhookType;
  events: WebhookEvent[];
  isEnabled: boolean;
  description: string | null;
  slug: string | null;
  workflowIds: string[] | null;
}

/** What changes in a webhook; absent fields stay. */
export type WebhookChange = Partial<
  Pick<WebhookRow, "type" | "events" | "is_enabled" | "description" | "slug" | "workflow_ids"> & StoredUrl
>;

/** Makes a webhook with its signing secret. */
export async function insertWebhook(
  tx: Tx,
  vault: Vault,
  scope: Scope,
  input: WebhookInput,
  now: Date,
): Promise<{ row: WebhookRow; secret: string }> {
  const id = newId(now.getTime());
  const row = await tx
    .insertInto("webhooks")
    .values({
      id,
      org_id: scope.orgId,
      environment: scope.environment,
      type: input.type,
      ...storeUrl(vault, id, input.type, input.url),
      events: jsonb(input.events),
      is_enabled: input.isEnabled,
      description: input.description,
      slug: input.slug,
      workflow_ids: input.workflowIds && jsonb(input.workflowIds),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, secret: await issueSecret(tx, vault, id, now) };
}

/** All webhooks of the scope, newest first. */
export function listWebhooks(db: Db, scope: Scope): Promise<WebhookRow[]> {
  return own(db, scope).selectAll().orderBy("id", "desc").execute();
}

/** One webhook; 404 when there is none in this scope. */
export async function readWebhook(db: Db, scope: Scope, id: string): Promise<WebhookRow> {
  const row = await own(db, scope).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockWebhook(tx: Tx, scope: Scope, id: string): Promise<WebhookRow> {
  const row = await own(tx, scope).selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** Changes a webhook and grows its revision; 404 when there is none in this scope. */
export async function updateWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  { events, workflow_ids: workflowIds, ...change }: WebhookChange,
  now: Date,
): Promise<WebhookRow> {
  const row = await tx
    .updateTable("webhooks")
    .set((eb) => ({
      ...change,
      events: events && jsonb(events),
      workflow_ids: workflowIds && jsonb(workflowIds),
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** Deletes a webhook with its secrets and deliveries and returns it; 404 when there is none in this scope. */
export async function deleteWebhook(db: Db, scope: Scope, id: string): Promise<WebhookRow> {
  const row = await db
    .deleteFrom("webhooks")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** Ids of the enabled webhooks of the scope that want to hear of `event` about this application and workflow. */
export async function listListeners(
  tx: Tx,
  scope: Scope,
  event: WebhookEvent,
  about: { slug?: string; workflowId?: string },
): Promise<string[]> {
  let query = own(tx, scope)
    .select("id")
    .where("is_enabled", "=", true)
    .where(sql<boolean>`events @> ${JSON.stringify([event])}::jsonb`)
    .where((eb) => eb.or([eb("slug", "is", null), eb("slug", "=", about.slug ?? "")]));
  // A connection belongs to no workflow, so the limit to workflows does not concern it.
  if (event.startsWith("Workflow "))
    query = query.where(
      sql<boolean>`(workflow_ids is null or workflow_ids @> ${JSON.stringify([about.workflowId ?? ""])}::jsonb)`,
    );
  // Their deliveries will lock them so anyway: what is being deleted is left out.
  const rows = await query.orderBy("id").forKeyShare().execute();
  return rows.map(({ id }) => id);
}

/** Disables a webhook whose endpoint is gone. */
export async function disableWebhook(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("webhooks")
    .set((eb) => ({ is_enabled: false, updated_at: now, revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .where("is_enabled", "=", true)
    .execute();
}

function own(db: Db, { orgId, environment }: Scope) {
  return db.selectFrom("webhooks").where("org_id", "=", orgId).where("environment", "=", environment);
}
