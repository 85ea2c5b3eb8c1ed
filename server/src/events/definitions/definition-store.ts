import { sql } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import { type Db, getSqlState, jsonb } from "../../platform/database/database.ts";
import { badField, badRequest, notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import type { ApplicationEventRow } from "../schema.ts";
import type { EventField } from "./event-fields.ts";

const MOST_DEFINITIONS = 500;

/** What a request says about a definition; absent fields stay unchanged. */
export interface DefinitionInput {
  name?: string;
  shape?: { fields: EventField[]; sample: Json };
  jsonSchema?: { [key: string]: Json } | null;
}

/** All definitions of this organization and environment, by name. */
export function listDefinitions(db: Db, scope: Scope): Promise<ApplicationEventRow[]> {
  return definitions(db, scope).selectAll().orderBy("name").execute();
}

/** One definition; 404 if there is none in this scope. */
export async function readEventDefinition(db: Db, scope: Scope, id: string): Promise<ApplicationEventRow> {
  const row = await definitions(db, scope).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Event");
  return row;
}

/** The definitions of the events with these names, unordered. */
export async function findDefinitions(
  db: Db,
  scope: Scope,
  names: readonly string[],
): Promise<ApplicationEventRow[]> {
  if (names.length === 0) return [];
  return definitions(db, scope).selectAll().where("name", "in", names).execute();
}

/** Creates a definition; 400 if the name is taken or the limit is reached. */
export async function insertEventDefinition(
  db: Db,
  scope: Scope,
  { name, shape, jsonSchema }: DefinitionInput & { name: string },
  now: Date,
): Promise<ApplicationEventRow> {
  const { orgId, environment } = scope;
  // Concurrent inserts may exceed the limit by a few, which does no harm.
  const { count } = await definitions(db, scope)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  if (count >= MOST_DEFINITIONS)
    throw badRequest(`An environment has at most ${MOST_DEFINITIONS} events: delete one that nothing uses.`);
  return refuseTakenName(() =>
    db
      .insertInto("application_events")
      .values({
        id: createId(now.getTime()),
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

/** Sets the given fields of a definition; 404 if there is none in this scope, 400 if the name is taken. */
export async function updateEventDefinition(
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

/** Deletes a definition; 404 if there is none in this scope (spec 4.6). */
export async function deleteEventDefinition(
  db: Db,
  { orgId, environment }: Scope,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("application_events")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("Event");
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
    if (getSqlState(error) !== "23505") throw error;
    throw badField("name", "An event with this name already exists.");
  }
}
