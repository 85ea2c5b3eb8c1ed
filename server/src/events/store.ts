import { sql } from "kysely";
import type { AccountRef, AccountScope, Environment, Scope } from "../auth/scope.ts";
import { type Db, json, jsonb, sqlState, type Tx } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Json } from "../platform/json.ts";
import type { EventField } from "./event-fields.ts";
import type { ApplicationEventRow, StartedRun } from "./schema.ts";

/** What a request says about a definition; absent fields stay as they are. */
export interface DefinitionInput {
  name?: string;
  shape?: { fields: EventField[]; sample: Json };
  jsonSchema?: { [key: string]: Json } | null;
}

/** An event on its way into the inbox. */
export interface InboxEntry {
  name: string;
  slug: string | null;
  configId: string;
  payload: Json;
  matched: number;
  key: { text: string; fingerprint: string } | undefined;
}

/** All definitions of this organization and environment, by name. */
export function listDefinitions(db: Db, scope: Scope): Promise<ApplicationEventRow[]> {
  return definitions(db, scope).selectAll().orderBy("name").execute();
}

/** One definition; 404 when there is none in this scope. */
export async function readDefinition(db: Db, scope: Scope, id: string): Promise<ApplicationEventRow> {
  const row = await definitions(db, scope).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Event");
  return row;
}

/** The definitions of events of these names, in no order. */
export async function findDefinitions(
  db: Db,
  scope: Scope,
  names: readonly string[],
): Promise<ApplicationEventRow[]> {
  if (names.length === 0) return [];
  return definitions(db, scope).selectAll().where("name", "in", names).execute();
}

/** Whether an event of this name is defined. */
export async function isDefined(db: Db, scope: Scope, name: string): Promise<boolean> {
  const row = await definitions(db, scope).select("id").where("name", "=", name).executeTakeFirst();
  return row !== undefined;
}

/** Makes a definition; 400 when the name is taken. */
export function insertDefinition(
  db: Db,
  { orgId, environment }: Scope,
  { name, shape, jsonSchema }: DefinitionInput & { name: string },
  now: Date,
): Promise<ApplicationEventRow> {
  return refuseTakenName(() =>
    db
      .insertInto("application_events")
      .values({
        id: newId(now.getTime()),
        org_id: orgId,
        environment,
        name,
        fields: jsonb(shape?.fields ?? []),
        sample: shape?.sample ? jsonb(shape.sample) : null,
        json_schema: jsonSchema ? jsonb(jsonSchema) : null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** Sets the given fields of a definition; 404 when there is none in this scope, 400 when the name is taken. */
export async function updateDefinition(
  db: Db,
  { orgId, environment }: Scope,
  id: string,
  { input: { name, shape, jsonSchema }, now }: { input: DefinitionInput; now: Date },
): Promise<ApplicationEventRow> {
  const row = await refuseTakenName(() =>
    db
      .updateTable("application_events")
      .set({
        name,
        ...(shape && { fields: jsonb(shape.fields), sample: shape.sample ? jsonb(shape.sample) : null }),
        ...(jsonSchema !== undefined && { json_schema: jsonSchema ? jsonb(jsonSchema) : null }),
        updated_at: now,
        revision: sql`revision + 1`,
      })
      .where("org_id", "=", orgId)
      .where("environment", "=", environment)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row) throw notFound("Event");
  return row;
}

/** Deletes a definition; 404 when there is none in this scope (spec 4.6). */
export async function deleteDefinition(db: Db, { orgId, environment }: Scope, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("application_events")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("Event");
}

/**
 * Puts an event into the inbox and returns its id; undefined when its idempotency key is taken. Waits for another
 * transaction that is just using the key.
 */
export async function insertReceived(
  tx: Tx,
  { orgId, environment, account }: AccountScope,
  entry: InboxEntry,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .insertInto("received_events")
    .values({
      id: newId(now.getTime()),
      org_id: orgId,
      environment,
      account_id: account.id,
      name: entry.name,
      slug: entry.slug,
      config_id: entry.configId,
      payload: json(entry.payload),
      matched: entry.matched,
      idempotency_key: entry.key?.text ?? null,
      fingerprint: entry.key?.fingerprint ?? null,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Makes the keys of an account's events of this name that were received before `before` free again. */
export async function releaseKey(
  tx: Tx,
  scope: AccountScope,
  { name, key, before }: { name: string; key: string; before: Date },
): Promise<void> {
  await tx
    .updateTable("received_events")
    .set({ idempotency_key: null })
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", scope.account.id)
    .where("name", "=", name)
    .where("idempotency_key", "=", key)
    .where("received_at", "<", before)
    .execute();
}

/** The event that holds an idempotency key. */
export function findByKey(
  tx: Tx,
  scope: AccountScope,
  name: string,
  key: string,
): Promise<{ id: string; matched: number; fingerprint: string | null } | undefined> {
  return tx
    .selectFrom("received_events")
    .select(["id", "matched", "fingerprint"])
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", scope.account.id)
    .where("name", "=", name)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** A received event with the runs that it started; 404 when there is none in this scope, or of `account`. */
export async function readReceived(db: Db, scope: Scope & { account?: AccountRef }, id: string) {
  const { orgId, environment, account } = scope;
  const row = await db
    .selectFrom("received_events")
    .innerJoin("linked_accounts", "linked_accounts.id", "received_events.account_id")
    .selectAll("received_events")
    .select("linked_accounts.account_id as accountId")
    .where("received_events.org_id", "=", orgId)
    .where("received_events.environment", "=", environment)
    .where("received_events.id", "=", id)
    .$if(account !== undefined, (query) => query.where("received_events.account_id", "=", account?.id ?? ""))
    .executeTakeFirst();
  if (!row) throw notFound("Event");
  return { row, runs: await startedRuns(db, row) };
}

/** The runs were made right after the event, by the same process, so that they follow it in the account's index. */
function startedRuns(
  db: Db,
  received: { org_id: string; environment: Environment; account_id: string; id: string; matched: number },
): Promise<StartedRun[]> {
  return db
    .selectFrom("runs")
    .select(["id", "workflow_id", "workflow_name", "status"])
    .where("org_id", "=", received.org_id)
    .where("environment", "=", received.environment)
    .where("account_id", "=", received.account_id)
    .where("id", ">", received.id)
    .where("event_id", "=", received.id)
    .orderBy("id")
    .limit(received.matched)
    .execute();
}

function definitions(db: Db, { orgId, environment }: Scope) {
  return db
    .selectFrom("application_events")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment);
}

async function refuseTakenName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw badRequest("There is an event of this name already.");
  }
}
