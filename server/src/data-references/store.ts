import { type Selectable, sql } from "kysely";
import type { AccountScope, Scope } from "../auth/scope.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import { type Db, runStatement, type Tx } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { Page } from "../platform/page.ts";
import type { DataReferenceTable, ExternalIdTable } from "./table.ts";

const MOST_REFERENCES = 100;
const MOST_EXTERNAL_IDS = 100_000;
const MOST_SHOWN = 100;

export type DataReferenceRow = Selectable<DataReferenceTable> & {
  /** As callers name the account. */
  readonly linked_account_id: string;
};

/** The id that a record has in an application. */
export type ExternalId = Omit<ExternalIdTable, "reference">;

/** Which records of a data reference: all without a condition. */
export interface RecordFilter {
  readonly recordId?: string;
  readonly externalId?: string;
  readonly slug?: string;
  /** An id of either kind. */
  readonly search?: string;
}

function selectReferences(db: Db, { orgId, environment }: Scope) {
  return db
    .selectFrom("data_references as r")
    .innerJoin("linked_accounts as a", "a.id", "r.account_id")
    .selectAll("r")
    .select("a.account_id as linked_account_id")
    .where("r.org_id", "=", orgId)
    .where("r.environment", "=", environment);
}

/** One page of data references of an account or of all, newest first; `isUnique`: only the newest of each name. */
export function listDataReferences(db: Db, scope: Scope | AccountScope, isUnique: boolean, page: Page) {
  let query = selectReferences(db, scope).orderBy("r.id", "desc");
  if ("account" in scope) query = query.where("r.account_id", "=", scope.account.id);
  // An account has one of each name.
  else if (isUnique)
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("data_references as n")
            .select("n.id")
            .whereRef("n.org_id", "=", "r.org_id")
            .whereRef("n.environment", "=", "r.environment")
            .whereRef("n.name", "=", "r.name")
            .whereRef("n.id", ">", "r.id"),
        ),
      ),
    );
  return readCountedPage(db, query, page);
}

/** An account's data reference of this name; undefined if there is none. */
export function findDataReference(
  db: Db,
  scope: AccountScope,
  name: string,
): Promise<DataReferenceRow | undefined> {
  return selectReferences(db, scope)
    .where("r.account_id", "=", scope.account.id)
    .where("r.name", "=", name)
    .executeTakeFirst();
}

/** The same; 404 if there is none. */
export async function readDataReference(
  db: Db,
  scope: AccountScope,
  name: string,
): Promise<DataReferenceRow> {
  const row = await findDataReference(db, scope, name);
  if (!row) throw notFound("Data reference");
  return row;
}

/** Creates a data reference unless the account has one of this name; 400 beyond 100 in an account. */
export async function createDataReference(
  tx: Tx,
  scope: AccountScope,
  name: string,
  now: Date,
): Promise<DataReferenceRow> {
  const found = await findDataReference(tx, scope, name);
  if (found) return found;
  const { orgId, environment, account } = scope;
  const { count } = await tx
    .selectFrom("data_references")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("account_id", "=", account.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_REFERENCES)
    throw badRequest(`A linked account has at most ${MOST_REFERENCES} data references.`);
  await tx
    .insertInto("data_references")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      account_id: account.id,
      name,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(["account_id", "name"]).doNothing())
    .execute();
  return readDataReference(tx, scope, name);
}

/**
 * Stores external ids, each instead of the one that its record had in the application, and creates the data reference if
 * it is missing (D590). 400 beyond 100,000 of them.
 */
export async function saveExternalIds(
  tx: Tx,
  scope: AccountScope,
  name: string,
  { externalIds, now }: { readonly externalIds: readonly ExternalId[]; readonly now: Date },
): Promise<void> {
  const { id } = await createDataReference(tx, scope, name, now);
  const { external_ids: before } = await tx
    .selectFrom("data_references")
    .select("external_ids")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // The last one of a record and application counts, as if they came one after the other.
  const rows = [
    ...new Map(externalIds.map((one) => [JSON.stringify([one.record_id, one.slug]), one])).values(),
  ];
  const { rows: saved } = await sql<{ is_new: boolean }>`
    insert into external_ids (reference, record_id, slug, value)
      select ${id}, record_id, slug, value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (record_id text, slug text, value text)
      on conflict (reference, record_id, slug) do update set value = excluded.value
      returning xmax = 0 as is_new`.execute(tx);
  const after = before + saved.filter(({ is_new }) => is_new).length;
  if (after > MOST_EXTERNAL_IDS)
    throw badRequest(`The data reference ${name} has at most ${MOST_EXTERNAL_IDS} external ids.`);
  await tx
    .updateTable("data_references")
    .set({ external_ids: after, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Deletes what is known of a record, or only its id in one application; false if there is nothing. */
export async function deleteExternalIds(
  tx: Tx,
  reference: DataReferenceRow,
  { recordId, slug }: { readonly recordId: string; readonly slug?: string },
  now: Date,
): Promise<boolean> {
  // Before its ids, as in all changes: two at once would wait for each other.
  await tx.selectFrom("data_references").select("id").where("id", "=", reference.id).forUpdate().execute();
  let query = tx
    .deleteFrom("external_ids")
    .where("reference", "=", reference.id)
    .where("record_id", "=", recordId);
  if (slug !== undefined) query = query.where("slug", "=", slug);
  const { numDeletedRows } = await query.executeTakeFirst();
  await tx
    .updateTable("data_references")
    .set((eb) => ({ external_ids: eb("external_ids", "-", Number(numDeletedRows)), updated_at: now }))
    .where("id", "=", reference.id)
    .execute();
  return numDeletedRows > 0n;
}

/** Deletes all external ids of a data reference, which stays. */
export async function clearDataReference(tx: Tx, { id }: DataReferenceRow, now: Date): Promise<void> {
  await tx
    .updateTable("data_references")
    .set({ external_ids: 0, updated_at: now })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("external_ids").where("reference", "=", id).execute();
}

export async function deleteDataReference(db: Db, { id }: DataReferenceRow): Promise<void> {
  await db.deleteFrom("data_references").where("id", "=", id).execute();
}

/**
 * Files the data references of these names, of an account or of all, under a group, or under none if it is null. 404 for
 * an unknown name.
 */
export async function setDataReferenceGroup(
  tx: Tx,
  scope: Scope | AccountScope,
  names: readonly string[],
  group: string | null,
): Promise<void> {
  let query = tx
    .updateTable("data_references")
    .set({ group_name: group })
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("name", "in", names);
  if ("account" in scope) query = query.where("account_id", "=", scope.account.id);
  const changed = new Set((await query.returning("name").execute()).map(({ name }) => name));
  const unknown = names.find((name) => !changed.has(name));
  if (unknown !== undefined) throw notFound(`Data reference ${unknown}`);
}

/** The first 100 external ids of each data reference, by its row id. */
export async function listShownIds(
  db: Db,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly ExternalId[]>> {
  const { rows } = await sql<ExternalIdTable>`
    select shown.* from unnest(${references}::text[]) given (id) cross join lateral (
      select * from external_ids where reference = given.id order by record_id, slug limit ${MOST_SHOWN}) shown`.execute(
    db,
  );
  return Map.groupBy(rows, ({ reference }) => reference);
}

const FITS = `reference = $1 and ($2::text is null or record_id = $2) and ($3::text is null or value = $3)
  and ($4::text is null or slug = $4) and ($5::text is null or record_id = $5 or value = $5)`;
const FIND = {
  text: `select record_id, slug, value from external_ids
    where reference = $1 and record_id in (
      select record_id from external_ids where ${FITS} group by record_id order by record_id limit $6 offset $7)
    order by record_id, slug`,
};
const COUNT = { text: `select count(distinct record_id)::int as total from external_ids where ${FITS}` };

/** The external ids of one page of records, by record id; one statement finds them in either direction. */
export function findExternalIds(
  db: Db,
  reference: Pick<DataReferenceRow, "id">,
  filter: RecordFilter,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<ExternalId[]> {
  return runStatement<ExternalId>(db, FIND, [...toValues(reference, filter), limit, offset]);
}

/** How many records have external ids. */
export async function countRecords(
  db: Db,
  reference: Pick<DataReferenceRow, "id">,
  filter: RecordFilter,
): Promise<number> {
  const [row] = await runStatement<{ total: number }>(db, COUNT, toValues(reference, filter));
  return row?.total ?? 0;
}

function toValues(
  { id }: Pick<DataReferenceRow, "id">,
  { recordId, externalId, slug, search }: RecordFilter,
) {
  return [id, recordId ?? null, externalId ?? null, slug ?? null, search ?? null];
}

/** The applications in which records have ids, in alphabetical order. */
export async function listReferenceSlugs(db: Db, { id }: Pick<DataReferenceRow, "id">): Promise<string[]> {
  const rows = await db
    .selectFrom("external_ids")
    .select("slug")
    .distinct()
    .where("reference", "=", id)
    .orderBy("slug")
    .execute();
  return rows.map(({ slug }) => slug);
}
