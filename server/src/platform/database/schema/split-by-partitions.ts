import { sql } from "kysely";
import type { Db } from "../database.ts";
import { toPlainStatement } from "./migrations.ts";

const CREATE = /^(\s*create\s.*?\bconcurrently\s+(?:if\s+not\s+exists\s+)?)(\w+)(\s+on\s+)(\w+)(.*)$/is;
const DROP = /^\s*drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(\w+)/i;

/**
 * PostgreSQL neither builds nor drops an index of a partitioned table concurrently. So each partition gets its own in that
 * way, and the plain statement that follows finds them and reads no rows (D570). Of other tables: the statement itself.
 */
export async function splitByPartitions(db: Db, statement: string): Promise<string[]> {
  const [, create = "", name = "", on = "", table = "", rest = ""] = CREATE.exec(statement) ?? [];
  const relation = table || (DROP.exec(statement)?.[1] ?? "");
  const { rows } = await sql<{ leaf: string; is_leaf: boolean }>`
    select relid::regclass::text as leaf, isleaf as is_leaf from pg_partition_tree(to_regclass(${relation}))
    order by 1`.execute(db);
  if (!rows.some(({ is_leaf }) => !is_leaf)) return [statement];
  const leaves = table === "" ? [] : rows.filter(({ is_leaf }) => is_leaf);
  return [
    ...leaves.map(({ leaf }) => `${create}${name}_${leaf.slice(table.length + 1)}${on}${leaf}${rest}`),
    toPlainStatement(statement),
  ];
}
