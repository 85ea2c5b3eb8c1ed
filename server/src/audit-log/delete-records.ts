import { sql } from "kysely";
import type { Tx } from "../platform/database/database.ts";

/** Drops what the triggers have recorded in this transaction: rewrapping a secret does not change it. */
export async function deleteRecordsOf(tx: Tx): Promise<void> {
  await sql`delete from audit_log_pending where xmin = pg_current_xact_id()::xid`.execute(tx);
}
