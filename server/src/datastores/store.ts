import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AccountScope } from "../auth/scope.ts";
import { type Db, json, runStatement, type Tx } from "../platform/database/database.ts";
import { badField, badRequest } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { RecordFields } from "./table.ts";

const MAX_DATASTORES = 100;
const MAX_NAME_LENGTH = 100;
const MAX_RECORDS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A record with its id. */
export interface DatastoreRecord {
  readonly record_id: string;
  readonly fields: RecordFields;
}

const FIND_CONFIG = {
  text: `select id from configs
    where org_id = $1 and environment = $2 and account_id = $3 and slug = $4 and config_id = $5`,
};

/** Row id of the account's config of this name for an application; undefined if there is none. */
export async function findConfigOf(
  db: Db,
  { orgId, environment, account }: AccountScope,
  slug: string,
  configId: string,
): Promise<string | undefined> {
  const values = [orgId, environment, account.id, slug, configId];
  const [row] = await runStatement<{ id: string }>(db, FIND_CONFIG, values);
  return row?.id;
}

/** The names of a config's datastores, oldest first. */
export async function listDatastores(db: Db, config: string): Promise<string[]> {
  const rows = await db
    .selectFrom("datastores")
    .select("name")
    .where("config", "=", config)
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name);
}

/** The records of a config's datastore, oldest first; undefined if there is no datastore of this name. */
export async function listDatastoreRecords(
  db: Db,
  config: string,
  name: string,
): Promise<DatastoreRecord[] | undefined> {
  const datastore = await find(db, config, name).select("id").executeTakeFirst();
  if (!datastore) return undefined;
  return db
    .selectFrom("datastore_records")
    .select(["record_id", "fields"])
    .where("datastore", "=", datastore.id)
    .orderBy("created_at")
    .orderBy("record_id")
    .execute();
}

/** One record of a config's datastore; undefined if there is none with this id. */
export async function findRecord(
  db: Db,
  config: string,
  name: string,
  recordId: string,
): Promise<DatastoreRecord | undefined> {
  if (!UUID.test(recordId)) return undefined;
  return find(db, config, name)
    .innerJoin("datastore_records", "datastore_records.datastore", "datastores.id")
    .select(["record_id", "fields"])
    .where("record_id", "=", recordId)
    .executeTakeFirst();
}

/**
 * Stores a record in a config's datastore, which is created if missing; the id of an existing record replaces its
 * fields. Returns the record's id (platform-surface 3.8). 400 for an invalid name or id, and beyond the limits: 100
 * datastores per config, 10,000 records and 8 MiB per datastore.
 */
export async function saveRecord(
  tx: Tx,
  config: string,
  name: string,
  { recordId = randomUUID(), fields, now }: { recordId?: string; fields: RecordFields; now: Date },
): Promise<string> {
  if (!UUID.test(recordId)) throw badField("record_id", "record_id must be a UUID.");
  const id = recordId.toLowerCase();
  const { id: datastore, records, bytes } = await lockDatastore(tx, config, name, now);
  const before = await lengthOf(tx, datastore, id);
  const length = Buffer.byteLength(JSON.stringify(fields));
  const after = { records: records + (before === undefined ? 1 : 0), bytes: bytes + length - (before ?? 0) };
  if (after.records > MAX_RECORDS)
    throw badRequest(`The datastore ${name} has ${MAX_RECORDS} records, which is the limit.`);
  if (after.bytes > MAX_BYTES)
    throw badRequest(`The datastore ${name} is full: its records have at most ${MAX_BYTES / 2 ** 20} MiB.`);
  await tx
    .insertInto("datastore_records")
    .values({ datastore, record_id: id, fields: json(fields), created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["datastore", "record_id"])
        .doUpdateSet((given) => ({ fields: given.ref("excluded.fields"), updated_at: now })),
    )
    .execute();
  await tx.updateTable("datastores").set(after).where("id", "=", datastore).execute();
  return id;
}

/** Deletes a record; false if there is none with this id. An empty datastore stays. */
export async function deleteRecord(tx: Tx, config: string, name: string, recordId: string): Promise<boolean> {
  if (!UUID.test(recordId)) return false;
  const found = await find(tx, config, name)
    .select(["id", "records", "bytes"])
    .forUpdate()
    .executeTakeFirst();
  const length = found && (await lengthOf(tx, found.id, recordId));
  if (!found || length === undefined) return false;
  await tx
    .deleteFrom("datastore_records")
    .where("datastore", "=", found.id)
    .where("record_id", "=", recordId)
    .execute();
  const after = { records: found.records - 1, bytes: Number(found.bytes) - length };
  await tx.updateTable("datastores").set(after).where("id", "=", found.id).execute();
  return true;
}

async function lockDatastore(
  tx: Tx,
  config: string,
  name: string,
  now: Date,
): Promise<{ id: string; records: number; bytes: number }> {
  if (name === "" || name.length > MAX_NAME_LENGTH)
    throw badRequest(`The name of a datastore must have 1 to ${MAX_NAME_LENGTH} characters.`);
  const lock = () => find(tx, config, name).select(["id", "records", "bytes"]).forUpdate().executeTakeFirst();
  const found = await lock();
  if (found) return { ...found, bytes: Number(found.bytes) };
  if ((await listDatastores(tx, config)).length >= MAX_DATASTORES)
    throw badRequest(`A config has at most ${MAX_DATASTORES} datastores.`);
  await tx
    .insertInto("datastores")
    .values({ id: createId(now.getTime()), config, name, created_at: now })
    .onConflict((conflict) => conflict.columns(["config", "name"]).doNothing())
    .execute();
  const made = await lock();
  if (!made) throw new Error("A datastore was deleted while it was made.");
  return { ...made, bytes: Number(made.bytes) };
}

async function lengthOf(tx: Tx, datastore: string, recordId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom("datastore_records")
    .select(sql<number>`octet_length(fields::text)`.as("length"))
    .where("datastore", "=", datastore)
    .where("record_id", "=", recordId)
    .executeTakeFirst();
  return row?.length;
}

function find(db: Db, config: string, name: string) {
  return db.selectFrom("datastores").where("config", "=", config).where("name", "=", name);
}
