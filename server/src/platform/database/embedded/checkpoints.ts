import { statSync } from "node:fs";
import { join } from "node:path";
import { type RepeatingTask, startRepeating } from "../../repeat.ts";
import type { Database } from "../database.ts";

const INTERVAL_MS = 10_000;
// What a start after a crash reads again; a checkpoint takes 0.1 to 0.2 seconds, in which nothing else is answered.
const LOG_BYTES = 128 * 1024 * 1024;
/** Longer than any copy takes: a killed one leaves its mark. */
const COPY_MS = 15 * 60_000;

/** The mark of a process that copies the files, in their folder: a checkpoint would spoil the copy. */
export const COPYING = "copying";

/**
 * Until stopped, writes a checkpoint whenever 128 MiB of log have been written since the last one: the embedded
 * PostgreSQL has no process of its own for that, and its log would grow until it is closed (D561).
 */
export function startCheckpoints(
  database: Database,
  { dataDir, log }: { dataDir: string; log: Parameters<typeof startRepeating>[0]["log"] },
): RepeatingTask {
  const folder = join(dataDir, "database");
  return startRepeating({ name: "database.checkpoint", intervalMs: INTERVAL_MS, log }, () =>
    writeDueCheckpoint(database, folder),
  );
}

const LOG_SINCE = {
  name: "log-since-checkpoint",
  text: "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()",
};
const CHECKPOINT = { name: "checkpoint", text: "checkpoint" };

/** Writes a checkpoint if one is due and nobody copies the files in `folder`. */
export async function writeDueCheckpoint(
  database: Pick<Database, "query">,
  folder: string,
  dueBytes = LOG_BYTES,
): Promise<void> {
  const [log] = await database.query<{ bytes: number }>(LOG_SINCE, []);
  if ((log?.bytes ?? 0) >= dueBytes && !isCopied(folder)) await database.query(CHECKPOINT, []);
}

function isCopied(folder: string): boolean {
  const mark = statSync(join(folder, COPYING), { throwIfNoEntry: false });
  return mark !== undefined && Date.now() - mark.mtimeMs < COPY_MS;
}
