import { type Selectable, sql } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import { type Db, json, jsonb, type Tx } from "../../platform/database/database.ts";
import { badField } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { JsonObject } from "../connector.ts";
import type { ApplicationCheck } from "../providers/application-check.ts";
import type { CustomProvider } from "../providers/compile.ts";
import type { ApplicationChoices, ApplicationSettingsTable, CustomApplicationTable } from "../table.ts";

export type ApplicationSettingsRow = Selectable<ApplicationSettingsTable>;
export type CustomApplicationRow = Selectable<CustomApplicationTable>;
/** A custom application without its definition, which may have megabytes. */
export type CustomApplicationHead = Pick<CustomApplicationRow, "id" | "slug" | "provider" | "revision">;

const HEAD = ["id", "slug", "provider", "revision"] as const;

/** An organization's settings for an application; absent fields stay, null restores the default. */
export interface SettingsChange {
  enabled?: boolean | null;
  clientId?: string | null;
  /** Seals the secret for the row that it belongs to. */
  sealSecret?: ((rowId: string) => Buffer) | null;
  scopes?: string[] | null;
  /** Seals the secret of shared webhooks, likewise. */
  sealWebhookSecret?: ((rowId: string) => Buffer) | null;
}

/** The settings of one application, or undefined if all are default. */
export function findSettings(
  db: Db,
  scope: Scope,
  slug: string,
): Promise<ApplicationSettingsRow | undefined> {
  return inScope(db.selectFrom("application_settings").selectAll(), scope)
    .where("slug", "=", slug)
    .executeTakeFirst();
}

/** The settings of all applications that have any. */
export function listSettings(db: Db, scope: Scope): Promise<ApplicationSettingsRow[]> {
  return inScope(db.selectFrom("application_settings").selectAll(), scope).execute();
}

/** Changes the settings of an application, inserting the row if there is none. */
export function saveApplicationSettings(
  db: Db,
  scope: Scope,
  slug: string,
  update: { change: SettingsChange; now: Date },
): Promise<ApplicationSettingsRow> {
  return db.transaction().execute((tx) => saveApplicationSettingsIn(tx, scope, slug, update));
}

/** `saveApplicationSettings` within a transaction; 400 for a client secret without a client id. */
export async function saveApplicationSettingsIn(
  tx: Tx,
  scope: Scope,
  slug: string,
  { change, now }: { change: SettingsChange; now: Date },
): Promise<ApplicationSettingsRow> {
  const created = {
    id: createId(now.getTime()),
    org_id: scope.orgId,
    environment: scope.environment,
    slug,
    created_at: now,
    updated_at: now,
  };
  const nothing = { enabled: null, client_id: null, client_secret: null, scopes: null, webhook_secret: null };
  await tx
    .insertInto("application_settings")
    .values({ ...created, ...nothing })
    .onConflict((conflict) => conflict.columns(["org_id", "environment", "slug"]).doNothing())
    .execute();
  // The secret is bound to the row's id, which may be older than this request.
  const current = await inScope(tx.selectFrom("application_settings").select(["id", "client_id"]), scope)
    .where("slug", "=", slug)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { clientId = current.client_id } = change;
  if (change.sealSecret && clientId === null) {
    throw badField("client_secret", "client_secret needs a client_id: send both.", "MISSING_REQUIRED_FIELD");
  }
  return tx
    .updateTable("application_settings")
    .set((eb) => ({
      enabled: change.enabled,
      client_id: change.clientId,
      client_secret: secretOf(change, current),
      scopes: change.scopes === undefined || change.scopes === null ? change.scopes : jsonb(change.scopes),
      webhook_secret: change.sealWebhookSecret === null ? null : change.sealWebhookSecret?.(current.id),
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", current.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removing a client removes its secret: it must never be sent for another client. */
function secretOf(
  { clientId, sealSecret }: SettingsChange,
  current: Pick<ApplicationSettingsRow, "id" | "client_id">,
): Buffer | null | undefined {
  if (sealSecret) return sealSecret(current.id);
  const changesClient = clientId !== undefined && clientId !== current.client_id;
  return changesClient ? null : sealSecret;
}

/** The organization's own application with this slug, or undefined. */
export function findCustomRow(db: Db, scope: Scope, slug: string): Promise<CustomApplicationRow | undefined> {
  return inScope(db.selectFrom("custom_applications").selectAll(), scope)
    .where("slug", "=", slug)
    .executeTakeFirst();
}

/** The organization's own application with this slug, locked against changes and new connections until `tx` ends. */
export function lockCustomRow(tx: Tx, scope: Scope, slug: string): Promise<CustomApplicationRow | undefined> {
  return inScope(tx.selectFrom("custom_applications").selectAll(), scope)
    .where("slug", "=", slug)
    .forUpdate()
    .executeTakeFirst();
}

/** The same without its definition; others may read it, and nobody can change it until `tx` ends. */
export function lockCustomRowShared(
  tx: Tx,
  scope: Scope,
  slug: string,
): Promise<CustomApplicationHead | undefined> {
  return inScope(tx.selectFrom("custom_applications").select(HEAD), scope)
    .where("slug", "=", slug)
    .forShare()
    .executeTakeFirst();
}

/** Stores a new definition of a locked own application. */
export async function updateCustomDefinition(
  tx: Tx,
  { id }: CustomApplicationHead,
  { definition, now }: { definition: JsonObject; now: Date },
): Promise<void> {
  await tx
    .updateTable("custom_applications")
    .set((eb) => ({ definition: json(definition), updated_at: now, revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** The organization's own application with this slug without its definition, or undefined. */
export function findCustomHead(
  db: Db,
  scope: Scope,
  slug: string,
): Promise<CustomApplicationHead | undefined> {
  return inScope(db.selectFrom("custom_applications").select(HEAD), scope)
    .where("slug", "=", slug)
    .executeTakeFirst();
}

/** A custom application of a list, with the bytes of its definition as it is stored: compressed. */
export type ListedCustomHead = CustomApplicationHead & { readonly storedBytes: number };

/** All of the organization's own applications without their definitions, oldest first. */
export function listCustomHeads(db: Db, scope: Scope): Promise<ListedCustomHead[]> {
  const heads = db
    .selectFrom("custom_applications")
    .select(HEAD)
    .select(sql<number>`pg_column_size(definition)`.as("storedBytes"));
  return inScope(heads, scope).orderBy("id").execute();
}

/** A stored definition, and its bytes as JSON. */
export type StoredDefinition = CustomApplicationHead &
  Pick<CustomApplicationRow, "definition" | "choices"> & { readonly bytes: number };

/** The definition of a custom application that was just read, with its current revision. */
export async function findCustomDefinition(
  db: Db,
  head: CustomApplicationHead,
): Promise<StoredDefinition | undefined> {
  return (await listCustomDefinitions(db, [head]))[0];
}

/** The definitions of custom applications that were just read, in any order. */
export function listCustomDefinitions(
  db: Db,
  heads: readonly CustomApplicationHead[],
): Promise<StoredDefinition[]> {
  const ids = heads.map(({ id }) => id);
  return db
    .selectFrom("custom_applications")
    .select([
      "id",
      "slug",
      "definition",
      "provider",
      "revision",
      "choices",
      sql<number>`octet_length(definition::text)`.as("bytes"),
    ])
    .where("id", "in", ids)
    .execute();
}

/** How many own applications an organization has in an environment. */
export async function countCustomRows(db: Db, scope: Scope): Promise<number> {
  const all = db.selectFrom("custom_applications").select((eb) => eb.fn.countAll<number>().as("count"));
  const { count } = await inScope(all, scope).executeTakeFirstOrThrow();
  return Number(count);
}

/** The parts of a custom application. */
export interface CustomDefinition {
  provider: CustomProvider;
  definition: JsonObject;
  checks?: readonly ApplicationCheck[] | null;
  choices?: ApplicationChoices;
}

/** Stores an organization's own application, replacing an earlier one with the same slug. */
export async function saveCustomRow(
  db: Db,
  scope: Scope,
  {
    slug,
    provider,
    definition,
    checks = null,
    choices = {},
    now,
  }: CustomDefinition & { slug: string; now: Date },
): Promise<void> {
  await db
    .insertInto("custom_applications")
    .values({
      id: createId(now.getTime()),
      org_id: scope.orgId,
      environment: scope.environment,
      slug,
      provider,
      definition: json(definition),
      checks: checks && jsonb(checks),
      choices: jsonb(choices),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["org_id", "environment", "slug"]).doUpdateSet((eb) => ({
        provider: eb.ref("excluded.provider"),
        definition: eb.ref("excluded.definition"),
        checks: eb.ref("excluded.checks"),
        choices: eb.ref("excluded.choices"),
        updated_at: now,
        revision: eb("custom_applications.revision", "+", 1),
      })),
    )
    .execute();
}

/** Deletes an organization's own application with its settings; returns whether there was one. */
export async function deleteCustomRow(db: Db, scope: Scope, slug: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("custom_applications")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("slug", "=", slug)
    .executeTakeFirst();
  await db
    .deleteFrom("application_settings")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("slug", "=", slug)
    .execute();
  return numDeletedRows > 0n;
}

interface Filterable<Query> {
  where(column: "org_id" | "environment", operator: "=", value: string): Query;
}

/** Limits a query to organization and environment. */
function inScope<Query extends Filterable<Query>>(query: Query, { orgId, environment }: Scope): Query {
  return query.where("org_id", "=", orgId).where("environment", "=", environment);
}
