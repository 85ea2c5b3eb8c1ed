import { sql } from "kysely";
import type { Database, Db } from "../database.ts";
import { describeStatement, type LockMode, type TableWork, toOneLine } from "./describe-statement.ts";
import { findPending } from "./migrate.ts";
import { findOldNumber, readRecords } from "./migration-records.ts";
import { isConcurrent, type Migration, readMigrations } from "./migrations.ts";
import { resolveEffects } from "./resolve-effects.ts";
import { listRunning } from "./running-processes.ts";

/** What a lock keeps others from while it is held; none keeps them from the rows that they read or write. */
const BLOCKS: Readonly<Record<LockMode, Blocked>> = {
  "ACCESS EXCLUSIVE": "reads and writes",
  "SHARE ROW EXCLUSIVE": "writes",
  SHARE: "writes",
  "SHARE UPDATE EXCLUSIVE": "nothing",
  "ROW EXCLUSIVE": "nothing",
};
export type Blocked = "reads and writes" | "writes" | "nothing";

const CATALOG_SECONDS = 0.01;
// What a small server does; whether it is faster depends on its disk, its memory and what else it has to do.
const MIB_PER_SECOND: Readonly<Record<TableWork, number>> = {
  catalog: Number.POSITIVE_INFINITY,
  scan: 200,
  index: 50,
  rows: 20,
  rewrite: 40,
};

/** What a statement does to a table that is there, with the size of that table now. */
export interface PlannedEffect {
  readonly table: string;
  readonly lock: LockMode;
  readonly blocks: Blocked;
  readonly work: TableWork;
  /** As the statistics of the database estimate them. */
  readonly rows: number;
  readonly bytes: number;
  readonly bytesWithIndexes: number;
  /** How long the lock is held: until the end of its transaction. Estimated from sizes, without other load. */
  readonly lockSeconds: number;
}

export interface PlannedStatement {
  /** Without bodies of functions. */
  readonly statement: string;
  /** Whether its kind is known; of others nothing can be said before they run. */
  readonly isKnown: boolean;
  readonly effects: readonly PlannedEffect[];
}

export interface PlannedMigration {
  readonly name: string;
  /** The number of the migration that a version must know to run beside it. */
  readonly compatibleSince: string;
  /** Whether all its statements run in one transaction. */
  readonly isTransaction: boolean;
  readonly statements: readonly PlannedStatement[];
}

/** What `migrate` would do now. */
export interface MigrationPlan {
  /** Whether the database is empty: then nobody is in the way. */
  readonly isNew: boolean;
  readonly pending: readonly PlannedMigration[];
  /** The processes that run on the database; those that must stop cannot run beside the new schema. */
  readonly processes: readonly { readonly name: string; readonly mustStop: boolean }[];
}

/** Reads what `migrate` would do, and changes nothing (D553). Throws StartError where it would refuse to begin. */
export async function readMigrationPlan(
  database: Database,
  migrations?: readonly Migration[],
): Promise<MigrationPlan> {
  const pending = await findPending(database.db, migrations ?? (await readMigrations()));
  const records = await readRecords(database.db);
  const isNew = records.length === 0;
  const neededBy =
    pending
      .map(({ compatibleSince }) => compatibleSince)
      .sort()
      .at(-1) ?? "";
  const oldNumber = findOldNumber(records);
  const running = database.kind === "embedded" ? [] : await listRunning(database.db);
  const planned: PlannedMigration[] = [];
  for (const migration of pending) planned.push(await planMigration(database.db, migration));
  return {
    isNew,
    pending: planned,
    processes: running.map(({ name, newest = oldNumber }) => ({ name, mustStop: newest < neededBy })),
  };
}

type SizedEffect = Omit<PlannedEffect, "lockSeconds">;

interface SizedStatement extends Omit<PlannedStatement, "effects"> {
  readonly effects: readonly SizedEffect[];
}

async function planMigration(db: Db, { name, compatibleSince, up }: Migration): Promise<PlannedMigration> {
  const isTransaction = !up.some(isConcurrent);
  const statements: SizedStatement[] = [];
  for (const text of up) statements.push(await planStatement(db, text));
  const seconds = statements.map(({ effects }) =>
    effects.reduce((sum, effect) => sum + estimateSeconds(effect), 0),
  );
  return {
    name,
    compatibleSince,
    isTransaction,
    statements: statements.map(({ effects, ...statement }, index) => {
      const later = isTransaction ? seconds.slice(index) : seconds.slice(index, index + 1);
      const lockSeconds = later.reduce((sum, one) => sum + one, 0);
      return { ...statement, effects: effects.map((effect) => ({ ...effect, lockSeconds })) };
    }),
  };
}

/** Tables that an earlier pending migration makes are not there yet, and hold up nobody. */
async function planStatement(db: Db, text: string): Promise<SizedStatement> {
  const described = describeStatement(text);
  const effects: SizedEffect[] = [];
  for (const { table, lock, work } of await resolveEffects(db, described ?? [])) {
    const size = await findSize(db, table);
    if (size) effects.push({ table, lock, blocks: BLOCKS[lock], work, ...size });
  }
  return { statement: toOneLine(text), isKnown: described !== undefined, effects };
}

type TableSize = Pick<PlannedEffect, "rows" | "bytes" | "bytesWithIndexes">;

async function findSize(db: Db, table: string): Promise<TableSize | undefined> {
  // A table that was never analyzed has no estimate of its rows.
  const { rows } = await sql<TableSize>`
    select sum(greatest(reltuples, 0))::float8 as rows, sum(pg_table_size(oid))::float8 as bytes,
      sum(pg_total_relation_size(oid))::float8 as "bytesWithIndexes"
    from pg_class where oid = to_regclass(${table}) or oid in (select relid from pg_partition_tree(to_regclass(${table})) where isleaf)
    having count(*) > 0`.execute(db);
  return rows[0];
}

function estimateSeconds({ work, bytes, bytesWithIndexes }: SizedEffect): number {
  const worked = work === "rewrite" ? bytesWithIndexes : bytes;
  return CATALOG_SECONDS + worked / 2 ** 20 / MIB_PER_SECOND[work];
}
