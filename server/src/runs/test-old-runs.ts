import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { createFirstId, createId } from "../platform/id.ts";
import { DAY_MS } from "../platform/moment.ts";

/** An id as it was made then: `createId` itself never goes back. */
export function createIdAt(moment: Date): string {
  return createFirstId(moment).slice(0, 12) + createId().slice(12);
}

/** Days before now; negative ones are to come. */
interface OldTimes {
  readonly begun: number;
  /** Null for those that have not ended. */
  readonly ended: number | null;
  readonly count?: number;
}

/** Copies of an ended run with its steps and search terms that began and ended then; returns their ids. */
export async function insertOldRuns(
  db: Db,
  template: string,
  { begun, ended, count = 1 }: OldTimes,
): Promise<string[]> {
  const at = (days: number) => new Date(Date.now() - days * DAY_MS);
  const run = await db.selectFrom("runs").selectAll().where("id", "=", template).executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, () => createIdAt(at(begun)));
  for (const id of ids) {
    const finished = ended === null ? null : at(ended);
    const status = ended === null ? ("RUNNING" as const) : run.status;
    await db
      .insertInto("runs")
      .values({
        ...run,
        id,
        status,
        created_at: at(begun),
        finished_at: finished,
        settings: sql`${JSON.stringify(run.settings)}::json`,
        input: null,
        input_refs: null,
        error: null,
        response: null,
        response_headers: null,
        overrides: null,
      })
      .execute();
    await sql`insert into run_steps (run_id, path, attempt, node_id, status, started_at, duration_ms)
      select ${id}, path, attempt, node_id, status, started_at, duration_ms from run_steps where run_id = ${template}`.execute(
      db,
    );
    await sql`insert into run_search (run_id, terms) values (${id}, '{1}')`.execute(db);
  }
  return ids;
}
