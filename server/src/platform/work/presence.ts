import { startMeasuring } from "../clock.ts";
import type { Database, Statement } from "../database/database.ts";
import { createId } from "../id.ts";
import type { Logger } from "../log.ts";
import { startRepeating } from "../repeat.ts";

const RENEW_MS = 1000;
const LIFE_MS = 8000;
// A paused process may be taken for dead a moment before it notices.
const SURE_MS = 6000;
// Longer than this without any renewal: the database was unreachable, or all processes were.
const GAP_MS = 4000;
// Every live process has renewed by then after such a gap.
const STEADY_MS = 5000;

const before = (ms: number) => `now() - interval '${ms} milliseconds'`;
// Since when renewals by any process have come without a gap: the database was reachable, and so was a process.
const STEADY_SINCE = `coalesce((select case when seen_at > ${before(GAP_MS)}
    then steady_since end from workers order by seen_at desc limit 1), now())`;
const ENTER: Statement = {
  name: "workers-enter",
  text: `insert into workers (id, seen_at, steady_since) values ($1, now(), ${STEADY_SINCE})`,
};
const RENEW: Statement = {
  name: "workers-renew",
  // By the database's clock, which all processes share. A process can declare others dead only in the statement that
  // renews its own row. Rows that are being renewed are locked and skipped.
  text: `with mine as (
      update workers set seen_at = now(), steady_since = ${STEADY_SINCE} where id = $1 returning steady_since
    ), dead as (
      delete from workers where exists (select from mine where steady_since < ${before(STEADY_MS)}) and id in (
        select id from workers where id <> $1 and seen_at < ${before(LIFE_MS)} for update skip locked)
      returning id
    )
    select exists (select from mine) as "isListed", array(select id from dead) as dead,
      array(select id from workers where id not in (select id from dead)) as listed`,
};
const LEAVE: Statement = { name: "workers-leave", text: "delete from workers where id = $1" };

/** This process among those that work: as long as its row is renewed, its items stay with it. */
export interface Presence {
  /** The id under which this process holds work now; a new one after it was taken for dead. */
  workerId(): string;
  /**
   * Undefined while this process certainly holds its items; otherwise await it before any outside effect (D118): it
   * settles once the database has renewed the row, or has shown that it was taken for dead.
   */
  untilSure(): Promise<void> | undefined;
  /** Grows when a worker has left the list, by itself or as dead: rows that it held may be left over. */
  departures(): number;
  /** Ends the presence: what it still holds is handed out again at once. */
  leave(): Promise<void>;
}

/**
 * Joins the list of workers. A process that does not renew its row for eight seconds (killed, stopped, cut off) is
 * removed by any other, provided that renewals of some process have come without a gap for the last five (D91). When
 * it comes back it finds itself removed, joins again, and `onRemoved` gets the old id: nothing that was started under
 * it may be committed (the fencing rule), and nothing may be started under it before that is known (`untilSure`).
 */
export async function registerWorker(
  database: Database,
  log: Logger,
  onRemoved: (workerId: string) => void,
): Promise<Presence> {
  let id = createId();
  if (database.kind === "embedded") return enterAlone(database, log, id);
  let sinceRenewalMs = startMeasuring();
  await database.query(ENTER, [id]);
  log.info({ workerId: id }, "work.entered");
  let waiting: (() => void)[] = [];
  let others: readonly string[] = [];
  let departures = 0;
  const renew = async () => {
    const sinceAskedMs = startMeasuring();
    const [row] = await database.query<{ isListed: boolean; dead: string[]; listed: string[] }>(RENEW, [id]);
    const { listed = [] } = row ?? {};
    departures += others.filter((other) => !listed.includes(other)).length;
    others = listed;
    if (!row?.isListed) {
      const removed = id;
      // First, and again if it fails here: what was started under the old name must not continue.
      onRemoved(removed);
      const entered = createId();
      await database.query(ENTER, [entered]);
      id = entered;
      // And what has arrived under the old name until now.
      onRemoved(removed);
      log.warn({ removed, workerId: id }, "work.taken-for-dead");
    }
    sinceRenewalMs = sinceAskedMs;
    for (const resolve of waiting) resolve();
    waiting = [];
    for (const workerId of row?.dead ?? []) log.warn({ workerId }, "work.worker-removed");
  };
  const renewing = startRepeating({ name: "work.renew", intervalMs: RENEW_MS, log }, renew);
  return {
    workerId: () => id,
    untilSure: () => {
      if (sinceRenewalMs() < SURE_MS) return undefined;
      return new Promise((resolve) => waiting.push(resolve));
    },
    departures: () => departures,
    leave: async () => {
      await renewing.stop();
      await database.query(LEAVE, [id]);
    },
  };
}

/** Nobody else can be at work on an embedded database: whoever is listed is dead, and nobody needs to hear of this one. */
async function enterAlone(database: Database, log: Logger, id: string): Promise<Presence> {
  await database.batch([
    { name: "workers-remove-all", text: "delete from workers", values: [] },
    { ...ENTER, values: [id] },
  ]);
  log.info({ workerId: id }, "work.entered");
  return {
    workerId: () => id,
    untilSure: () => undefined,
    departures: () => 0,
    leave: async () => {
      await database.query(LEAVE, [id]);
    },
  };
}
