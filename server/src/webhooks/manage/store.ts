import type { Selectable } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import { type Db, json, jsonb, type Tx } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { Vault } from "../../platform/vault.ts";
import type { WebhookEvent } from "../event.ts";
import type { WebhookMethod, WebhookTable, WebhookType } from "../table.ts";
import { encryptUrl, type StoredUrl } from "./chat-url.ts";
import { encryptHeaders, type Headers, type StoredHeaders } from "./own-headers.ts";
import { createSigningSecret } from "./secret.ts";

export type WebhookRow = Selectable<WebhookTable>;

/** A webhook to create; `url` and `headers` as the caller gave them. */
export interface WebhookInput {
  url: string;
  type: WebhookType;
  events: WebhookEvent[];
  isEnabled: boolean;
  description: string | null;
  slug: string | null;
  workflowIds: string[] | null;
  method: WebhookMethod;
  body: string | null;
  headers: Headers | null;
  group: string | null;
  /** Id of the webhook in test that it was promoted from. */
  promotedFrom: string | null;
}

/** The changes to a webhook; absent fields stay. */
export type WebhookChange = Partial<
  Pick<
    WebhookRow,
    | "type"
    | "events"
    | "is_enabled"
    | "description"
    | "slug"
    | "workflow_ids"
    | "method"
    | "body"
    | "group_name"
    | "failing_since"
    | "failed_at"
    | "disabled_at"
    | "disabled_reason"
  > &
    StoredUrl &
    StoredHeaders
>;

/** Creates a webhook with its signing secret. */
export async function insertWebhook(
  tx: Tx,
  vault: Vault,
  scope: Scope,
  input: WebhookInput,
  now: Date,
): Promise<{ row: WebhookRow; secret: string }> {
  const id = createId(now.getTime());
  const headers = encryptHeaders(vault, id, input.headers ?? {});
  const row = await tx
    .insertInto("webhooks")
    .values({
      id,
      org_id: scope.orgId,
      environment: scope.environment,
      type: input.type,
      ...encryptUrl(vault, id, input.type, input.url),
      events: jsonb(input.events),
      is_enabled: input.isEnabled,
      description: input.description,
      slug: input.slug,
      workflow_ids: input.workflowIds && jsonb(input.workflowIds),
      method: input.method,
      body: input.body,
      ...headers,
      headers: headers.headers && json(headers.headers),
      group_name: input.group,
      promoted_from: input.promotedFrom,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, secret: await createSigningSecret(tx, vault, id, now) };
}

/** All webhooks of the scope, newest first. */
export function listWebhooks(db: Db, scope: Scope): Promise<WebhookRow[]> {
  return own(db, scope).selectAll().orderBy("id", "desc").execute();
}

/** One webhook; 404 if there is none in this scope. */
export async function readWebhook(db: Db, scope: Scope, id: string): Promise<WebhookRow> {
  const row = await own(db, scope).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** The webhook of the scope that was promoted from the one with this id in test, if any. */
export function findPromoted(db: Db, scope: Scope, id: string): Promise<WebhookRow | undefined> {
  return own(db, scope).selectAll().where("promoted_from", "=", id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockWebhook(tx: Tx, scope: Scope, id: string): Promise<WebhookRow> {
  const row = await own(tx, scope).selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** Changes a webhook and increases its revision; 404 if there is none in this scope. */
export async function updateWebhookRow(
  tx: Tx,
  scope: Scope,
  id: string,
  { events, workflow_ids: workflowIds, headers, ...change }: WebhookChange,
  now: Date,
): Promise<WebhookRow> {
  const row = await tx
    .updateTable("webhooks")
    .set((eb) => ({
      ...change,
      events: events && jsonb(events),
      workflow_ids: workflowIds && jsonb(workflowIds),
      headers: headers && json(headers),
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

/** Deletes a webhook with its secrets and deliveries and returns it; 404 if there is none in this scope. */
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

/** Sets or removes the group of webhooks, and returns them in the order of `ids`; 404 if one does not exist. */
export async function updateWebhookGroup(
  tx: Tx,
  scope: Scope,
  { ids, group, now }: { ids: readonly string[]; group: string | null; now: Date },
): Promise<WebhookRow[]> {
  const rows = await tx
    .updateTable("webhooks")
    .set((eb) => ({ group_name: group, updated_at: now, revision: eb("revision", "+", 1) }))
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("id", "in", ids)
    .returningAll()
    .execute();
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw notFound("Webhook");
    return row;
  });
}

function own(db: Db, { orgId, environment }: Scope) {
  return db.selectFrom("webhooks").where("org_id", "=", orgId).where("environment", "=", environment);
}
