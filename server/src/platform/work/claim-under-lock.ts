import type { BoundStatement, Database, Row } from "../database/database.ts";

// Not synced: a crash may forget a claim, and hands the row out again, which a claim that was never made would
// have done too. The process that had it may get the same token once more; its line knows that.
const NO_WAIT: BoundStatement = {
  name: "claims-async",
  text: "set local synchronous_commit = off",
  values: [],
};

/**
 * Runs `claim` in a transaction of its own under the advisory `lock`, so that its counts stay true until it commits;
 * returns its rows.
 */
export async function claimUnderLock(
  database: Database,
  lock: number,
  claim: BoundStatement,
): Promise<Row[]> {
  const waitForTurn = { name: "claims-lock", text: "select pg_advisory_xact_lock($1)", values: [lock] };
  return (await database.batch([NO_WAIT, waitForTurn, claim])).at(-1) ?? [];
}
