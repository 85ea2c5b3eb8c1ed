import { sql } from "kysely";
import { buildScopeCondition, type Scope } from "../auth/scope.ts";
import type { BoundStatement, Database, Db } from "../platform/database/database.ts";
import { readDueHistory } from "../platform/database/partitions/delete-partitions.ts";
import {
  getRest,
  type HistoryTables,
  type IdBounds,
} from "../platform/database/partitions/history-tables.ts";
import { createFirstId } from "../platform/id.ts";
import type { DeleteOld } from "./retention.ts";

const STEPS = { name: "run_steps", key: "run_id" };
const TERMS = { name: "run_search", key: "run_id" };

/** What executions leave by far the most of, in rows that are found by their execution alone. */
export const RUN_HISTORY: HistoryTables = { tables: [STEPS, TERMS], listKept };

/** Executions that are open, or ended too late; undefined while retention has some of the range to delete. */
async function listKept(
  db: Db,
  { from, to }: IdBounds,
  before: Date,
  limit: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string; is_old: boolean | null }>`
    select id, finished_at < ${before} as is_old from runs
    where id >= ${from} and id < ${to} order by id limit ${limit}`.execute(db);
  return rows.some(({ is_old }) => is_old) ? undefined : rows.map(({ id }) => id);
}

/**
 * Deletes runs that ended before `before`, with their steps, oldest first: ids are in time order, so old runs are at
 * the beginning of the key, and of the list of one environment. Open runs stay, whatever their age. Without a scope, those of
 * a partition of their steps are due together, and their steps and search terms go when it is dropped.
 */
export const deleteOldRuns: DeleteOld = async (database, before, limit, scope) => {
  const old = { table: "runs", lock: "for update skip locked" } as const;
  const { below, goesByPartition } = scope
    ? { goesByPartition: false }
    : await readDueHistory(database.db, RUN_HISTORY, before);
  const statement = buildDeletion(old, { before, limit, below, scope, withRest: goesByPartition });
  if (!goesByPartition) return (await database.query(statement, statement.values)).length;
  const [, rows = []] = await database.batch([DROPS_HISTORY, statement]);
  return rows.length;
};

// The trigger of migration 0198 then leaves steps and terms alone.
const DROPS_HISTORY: BoundStatement = {
  name: "runs-drop-history",
  text: "select set_config('junctor.drops_history', $1, true)",
  values: ["on"],
};

// What is sealed of executions that keep their originals for some time, and responses that nobody waits for any more.
const DELETE_ORIGINALS = {
  name: "runs-delete-originals",
  text: `with due as materialized (
      select id from runs where originals_until <= $1 order by originals_until limit $2 for update skip locked
    ), steps as (
      update run_steps s set sealed = null from due where s.run_id = due.id and s.sealed is not null
    )
    update runs r set sealed_response = null, originals_until = null,
      settings = (r.settings::jsonb - array['sealedInput', 'sealedContext'])::json,
      redaction = case when r.redaction ->> 'state' = 'sealed'
        then r.redaction || '{"state": "redacted"}' else r.redaction end
    from due where r.id = due.id returning 1 as gone`,
};

/** Deletes the originals of at most `limit` ended runs whose time is over. */
export async function deleteOriginals(database: Database, now: Date, limit: number): Promise<number> {
  return (await database.query(DELETE_ORIGINALS, [now, limit])).length;
}

/** Deletes replays that ended before `before`. */
export const deleteOldReplays: DeleteOld = async (database, before, limit, scope) => {
  const statement = buildDeletion({ table: "replays", lock: "" }, { before, limit, scope });
  return (await database.query(statement, statement.values)).length;
};

interface Deletion {
  readonly before: Date;
  readonly limit: number;
  /** The ids that are old; without it, those from before `before`. */
  readonly below?: string;
  readonly scope?: Scope | undefined;
  /** Whether what is in the default partitions is deleted as well. */
  readonly withRest?: boolean;
}

function buildDeletion(
  { table, lock }: { table: "runs" | "replays"; lock: string },
  { before, limit, below = createFirstId(before), scope, withRest = false }: Deletion,
): BoundStatement {
  const { and, name, values } = buildScopeCondition(scope, 4);
  const rest = withRest ? RUN_HISTORY.tables.map(getRest) : [];
  const deletions = rest.map(
    (one) => `, of_${one} as (delete from ${one} h using old where h.run_id = old.id)`,
  );
  return {
    name: `${table}-delete-old${withRest ? "-and-rest" : ""}${name}`,
    text: `with old as materialized (
        select id from ${table} where id < $1 and finished_at < $2 ${and} order by id limit $3 ${lock})${deletions.join("")}
      delete from ${table} r using old where r.id = old.id returning 1 as gone`,
    values: [below, before, limit, ...values],
  };
}
