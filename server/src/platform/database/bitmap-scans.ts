import { sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Lets the statements of the transaction use GIN indexes: they can only be read by bitmap scans, which our sessions
 * rule out (D122). Where such a statement is the only way to a condition, wrap it with this, or every row is read.
 */
export async function allowBitmapScans(tx: Tx): Promise<void> {
  // A bitmap that does not fit its memory forgets rows and checks whole pages; each check is costly.
  await sql`select set_config('enable_bitmapscan', 'on', true), set_config('work_mem', '32MB', true)`.execute(
    tx,
  );
}
