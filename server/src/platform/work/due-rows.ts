import type { Clock } from "../clock.ts";
import type { Database, Statement } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { type RepeatingTask, startRepeating } from "../repeat.ts";

/** What taking due rows needs at least. */
interface DueDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A table whose rows become due by the clock, and what is done with them (D433). */
export interface DueRows<Deps extends DueDeps> {
  readonly name: string;
  readonly intervalMs: number;
  /** A row, if any of any organization is due at $1: the cheap question that each working process asks once in an interval. */
  readonly findDue: Statement;
  /** Takes some of the rows that are due and that nobody holds, and does their work; answers how many there were. */
  takeSome(deps: Deps, stopping?: AbortSignal): Promise<number>;
}

/** Takes due rows once in an interval until stopped; any number of processes may do so. */
export function startTakingDueRows<Deps extends DueDeps>(deps: Deps, rows: DueRows<Deps>): RepeatingTask {
  const { name, intervalMs } = rows;
  return startRepeating({ name, intervalMs, log: deps.log }, (stopping) => takeDueRows(deps, rows, stopping));
}

/** Takes all rows that are due; answers how many there were. */
export async function takeDueRows<Deps extends DueDeps>(
  deps: Deps,
  rows: DueRows<Deps>,
  stopping?: AbortSignal,
): Promise<number> {
  const isAnyDue = async () => (await deps.database.query(rows.findDue, [deps.clock.now()])).length > 0;
  let count = 0;
  while (!stopping?.aborted && (await isAnyDue())) {
    const taken = await rows.takeSome(deps, stopping);
    // What is due and was not taken is held by another process.
    if (taken === 0) break;
    count += taken;
  }
  return count;
}
