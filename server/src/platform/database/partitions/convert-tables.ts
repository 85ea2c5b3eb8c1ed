import { sql } from "kysely";
import { createFirstId } from "../../id.ts";
import { DAY_MS } from "../../moment.ts";
import type { Database, Db, Tx } from "../database.ts";
import { runText } from "./brief-change.ts";
import { FIRST, getRest, type HistoryTable, type HistoryTables } from "./history-tables.ts";
import { BOUNDS_CHECK, runProven } from "./prove-bounds.ts";

// Until then a conversion that was cut off hinders nobody, not even a version that knows nothing of it.
const FIRST_DAYS = 8;

/**
 * Makes tables partitioned ones: what is there becomes their first partition, and nothing is copied (D570). Rows are read
 * once to prove that their ids are below its end, while others go on reading and writing. Returns false, with nothing
 * changed, if the tables could not be locked or `stopping` is aborted.
 */
export async function createPartitionedTables(
  database: Database,
  history: HistoryTables,
  { now, stopping }: { now: Date; stopping: AbortSignal | undefined },
): Promise<boolean> {
  const end = await findEnd(database.db, history, now);
  const bounds = {
    getName: ({ name }: HistoryTable) => name,
    getCondition: ({ key }: HistoryTable) => `${key} < '${end}'`,
    stopping,
  };
  return runProven(database, history, bounds, async (tx) => {
    for (const table of history.tables) await swapTable(tx, table, end);
  });
}

/** Beyond every id that is there: a clock that was wrong may have made some of times to come. */
async function findEnd(db: Db, { tables }: HistoryTables, now: Date): Promise<string> {
  let latestMs = now.getTime();
  for (const { name, key } of tables) {
    const { rows } = await sql<{ last: string | null }>`
      select max(${sql.ref(key)}) as last from ${sql.table(name)}`.execute(db);
    latestMs = Math.max(latestMs, Number.parseInt(rows[0]?.last?.slice(0, 12) ?? "0", 16));
  }
  return createFirstId(new Date((Math.floor(latestMs / DAY_MS) + FIRST_DAYS) * DAY_MS));
}

/** A partitioned table takes the name of the old one, with all that belongs to it, and the old one as a partition. */
async function swapTable(tx: Tx, table: HistoryTable, end: string): Promise<void> {
  const { name, key } = table;
  const first = `${name}_${FIRST}`;
  await runText(tx, `lock table ${name} in access exclusive mode`);
  const { indexes, constraints, grants, options } = await readParts(tx, name);
  await runText(tx, `alter table ${name} rename to ${first}`);
  for (const { index } of indexes) await runText(tx, `alter index ${index} rename to ${index}_${FIRST}`);
  await runText(
    tx,
    `create table ${name} (like ${first} including all excluding indexes excluding constraints) partition by range (${key})`,
  );
  for (const { addition } of constraints) await runText(tx, `alter table ${name} add ${addition}`);
  for (const { definition } of indexes) if (definition !== null) await runText(tx, definition);
  for (const { grant } of grants) await runText(tx, grant);
  await runText(tx, `alter table ${name} attach partition ${first} for values from (minvalue) to ('${end}')`);
  await runText(tx, `alter table ${first} drop constraint ${BOUNDS_CHECK}`);
  await runText(tx, `create table ${getRest(table)} partition of ${name} default${options}`);
}

/** Statements that make again what belongs to a table. */
async function readParts(tx: Tx, table: string) {
  const indexes = await sql<{ index: string; definition: string | null }>`
    select format('%I', i.relname) as index, case when c.oid is null then pg_get_indexdef(indexrelid) end as definition
    from pg_index join pg_class i on i.oid = indexrelid
      left join pg_constraint c on c.conindid = indexrelid and c.conrelid = indrelid
    where indrelid = ${table}::regclass`.execute(tx);
  const constraints = await sql<{ addition: string }>`
    select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as addition from pg_constraint
    where conrelid = ${table}::regclass and conname <> ${BOUNDS_CHECK} and contype in ('p', 'u', 'c', 'f')`.execute(
    tx,
  );
  const grants = await sql<{ grant: string }>`
    select format('grant %s on %I to %s', privilege_type, relname, case grantee when 0 then 'public'
      else quote_ident(pg_get_userbyid(grantee)) end) as grant
    from pg_class, aclexplode(relacl) where oid = ${table}::regclass and grantee <> relowner`.execute(tx);
  const { rows } = await sql<{ options: string | null }>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = ${table}::regclass`.execute(
    tx,
  );
  const options = rows[0]?.options;
  return {
    indexes: indexes.rows,
    constraints: constraints.rows,
    grants: grants.rows,
    options: options ? ` with (${options})` : "",
  };
}
