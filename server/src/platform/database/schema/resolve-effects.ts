import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { LockMode, TableEffect, TableWork } from "./describe-statement.ts";

/** What a statement does to a table of this database. */
export interface ResolvedEffect {
  readonly table: string;
  readonly lock: LockMode;
  readonly work: TableWork;
}

/**
 * The effects with the tables of their indexes, and those to which their foreign keys refer; without constraints that
 * refer to no other table, and indexes that are not there.
 */
export async function resolveEffects(db: Db, effects: readonly TableEffect[]): Promise<ResolvedEffect[]> {
  const resolved: ResolvedEffect[] = [];
  for (const { kind, relation, lock, work } of effects) {
    const table = kind === "table" ? relation : await findTable(db, kind, relation);
    if (table !== undefined) resolved.push({ table, lock, work });
  }
  return resolved;
}

async function findTable(db: Db, kind: "index" | "constraint", name: string): Promise<string | undefined> {
  const { rows } =
    kind === "index"
      ? await sql<{ table: string }>`select indrelid::regclass::text as table from pg_index
          where indexrelid = to_regclass(${name})`.execute(db)
      : await sql<{ table: string }>`select confrelid::regclass::text as table from pg_constraint
          where conname = ${name} and contype = 'f' and connamespace = 'public'::regnamespace limit 1`.execute(
          db,
        );
  return rows[0]?.table;
}
