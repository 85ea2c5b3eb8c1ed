import type { Database, Statement } from "../database/database.ts";
import { newId } from "../id.ts";
import type { Logger } from "../log.ts";
import { repeat } from "../repeat.ts";

const RENEW_MS = 2000;
const LIFE_MS = 8000;
// Whoever was paused may be taken for dead a moment before it notices.
const SURE_MS = LIFE_MS - RENEW_MS;

// Since when renewals have come without a gap, whoever made them: the database was there, and so was someone.
const STEADY_SINCE = `coalesce((select case when seen_at > now() - interval '${2 * RENEW_MS} milliseconds'
    then steady_since end from workers order by seen_at desc limit 1), now())`;
const ENTER: Statement = {
  name: "workers-enter",
  text: `insert into workers (id, seen_at, steady_since) values ($1, now(), ${STEADY_SINCE})`,
};
const RENEW: Statement = {
  name: "workers-renew",
  text: `update workers set seen_at = now(), steady_since = ${STEADY_SINCE} where id = $1 returning id`,
};
const REMOVE_DEAD: Statement = {
  name: "workers-remove-dead",
  // By the database's clock, which all processes share. While it was away nobody could renew; and whoever was away
  // itself may only judge once it has renewed again.
  text: `delete from workers where seen_at < now() - interval '${LIFE_MS} milliseconds' and exists (
      select from workers mine where mine.id = $1 and mine.seen_at > now() - interval '${RENEW_MS} milliseconds'
        and mine.steady_since < now() - interval '${LIFE_MS} milliseconds')
    returning id`,
};
const LEAVE: Statement = { name: "workers-leave", text: "delete from workers where id = $1" };

/** This process among those that work: as long as its row is renewed, what it holds is left to it. */
export interface Presence {
  /** The id under which this process holds work now; a new one after it was taken for dead. */
  workerId(): string;
  /** Undefined while this process is certainly not taken for dead; else what settles once that is known again. */
  confirmed(): Promise<void> | undefined;
  /** Ends the presence: what is still held is handed out again at once. */
  leave(): Promise<void>;
}

/**
 * Enters the list of workers. A process that does not renew its row for eight seconds (killed, stopped, cut off) is
 * removed by any other, provided that renewals of some process have come all that time. When it comes back it finds itself removed, enters anew, and
 * `onRemoved` is told the old id: nothing that was begun under it may be committed (the fencing rule), and nothing may
 * be begun under it before that is known (`confirmed`).
 */
export async function enter(
  database: Database,
  log: Logger,
  onRemoved: (workerId: string) => void,
): Promise<Presence> {
  let id = newId();
  let lastMs = performance.now();
  // Nobody else can be at work on an embedded database: whoever is listed is dead.
  if (database.kind === "embedded")
    await database.batch([{ name: "workers-remove-all", text: "delete from workers", values: [] }]);
  await database.query(ENTER, [id]);
  let waiting: (() => void)[] = [];
  const renew = async () => {
    const askedMs = performance.now();
    const [mine] = await database.query(RENEW, [id]);
    if (!mine) {
      const removed = id;
      // First, and again if it fails here: what was begun under the old name must not go on.
      onRemoved(removed);
      const entered = newId();
      await database.query(ENTER, [entered]);
      id = entered;
      log.warn({ removed, workerId: id }, "work.taken-for-dead");
    }
    lastMs = askedMs;
    for (const resolve of waiting) resolve();
    waiting = [];
    const dead = await database.query<{ id: string }>(REMOVE_DEAD, [id]);
    for (const { id: workerId } of dead) log.warn({ workerId }, "work.worker-removed");
  };
  const renewing = repeat({ name: "work.renew", intervalMs: RENEW_MS, log }, renew);
  return {
    workerId: () => id,
    confirmed: () => {
      if (performance.now() - lastMs < SURE_MS) return undefined;
      return new Promise((resolve) => waiting.push(resolve));
    },
    leave: async () => {
      await renewing.stop();
      await database.query(LEAVE, [id]);
    },
  };
}
