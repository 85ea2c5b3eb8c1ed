import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import { type RepeatingTask, startRepeating } from "../repeat.ts";
import type { Database, Statement } from "./database.ts";

const MEASURE_EVERY_MS = 5000;
const NOW: Statement = {
  name: "clock-now",
  text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"',
};

/** The database's time, which all processes share (D233). */
export interface DatabaseClock extends Clock {
  stop(): Promise<void>;
}

/**
 * Opens the database's clock: measured every five seconds and continued by the steady clock in between, so that
 * neither a wrong nor a jumping host clock matters. A correct host keeps its own time to the millisecond.
 */
export async function openDatabaseClock(database: Database, log: Logger): Promise<DatabaseClock> {
  // The offset of the steady clock.
  let aheadMs = Date.now() - performance.now();
  const measure = async () => {
    const beforeMs = performance.now();
    const [row] = await database.query<{ nowMs: number }>(NOW, []);
    const afterMs = performance.now();
    if (!row) return;
    // It was that time at some moment in between: an offset that fits may stay, so that the clock does not jitter.
    aheadMs = Math.min(Math.max(aheadMs, row.nowMs - afterMs - 1), row.nowMs - beforeMs + 1);
  };
  await measure();
  const measuring: RepeatingTask = startRepeating(
    { name: "clock.measure", intervalMs: MEASURE_EVERY_MS, log },
    measure,
  );
  return {
    now: () => new Date(Math.round(performance.now() + aheadMs)),
    stop: () => measuring.stop(),
  };
}
