import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { runWithoutActor } from "../acting.ts";
import { startMeasuring } from "../clock.ts";
import type { Database, Statement, Tx } from "../database/database.ts";
import { LOCKS } from "../database/locks.ts";
import type { Logger } from "../log.ts";
import { type RepeatingTask, startRepeating } from "../repeat.ts";
import type { Topic } from "./job.ts";

const WAKE_CHANNEL = "junctor_jobs";
const NO_JOB = "00000000-0000-0000-0000-000000000000";
// A crashed worker's job runs again within 15 s, however often it was lost before: heartbeat, supervision and poll take
// 14 s at most, and the queue adds no pause of its own. Who throws waits longer each time (see workers.ts).
const QUEUE_OPTIONS = {
  heartbeatSeconds: 10,
  expireInSeconds: 86_399,
  retryLimit: 1000,
  retryDelay: 0,
  retryBackoff: false,
  deleteAfterSeconds: 3600,
  retentionSeconds: 365 * 86_400,
};
const SUPERVISE_MS = 3000;
const LEFT_BEHIND_MS = 30_000;
const ALONE_MS = 30_000;

// One statement for all queues, whose plan is kept: a fetch for each would cost six times as much at rest.
const READY: Statement = {
  name: "queue-ready",
  text: `select q.name from unnest($1::text[]) as q (name) where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
};

/** The durable queue: pg-boss in the same database, so that a job commits with the fact that caused it. */
export interface Queue {
  readonly boss: PgBoss;
  /** Adds a job in `tx`, under an id that is never reused. */
  enqueue<Data extends object>(
    tx: Tx,
    job: Topic<Data>,
    data: Data,
    options?: { startAfter?: Date },
  ): Promise<string>;
  /** Adds many jobs of one kind in `tx`. */
  enqueueAll<Data extends object>(tx: Tx, job: Topic<Data>, data: readonly Data[]): Promise<void>;
  /** Runs `work` in one transaction and, after the commit, wakes the workers for what it enqueued. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Says that work in a table became ready in `tx`: it is woken once `tx` has committed (see platform/work). */
  ready(tx: Tx, name: string): void;
  /** Calls `listener` with the names passed to `ready`, after the commit. */
  onReady(listener: (name: string) => void): void;
  /** Calls `listener` with the name of each queue that got work, from this process or another. */
  onWork(listener: (queueName: string) => void): void;
  /** Those of the queues that have a job which may be fetched now. */
  findReadyQueues(names: readonly string[]): Promise<string[]>;
  /** Throws unless the queue answers. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts pg-boss on `database` with one queue for each of `queueNames`; `supervise` recovers the jobs of dead processes. */
export async function startQueue(
  database: Database,
  queueNames: readonly string[],
  log: Logger,
  supervise: boolean,
): Promise<Queue> {
  const boss = await startBoss(database, queueNames, log);
  const supervising = supervise ? startSupervising(boss, database, log) : undefined;
  const touched = new WeakMap<Tx, Set<string>>();
  const readied = new WeakMap<Tx, Set<string>>();
  const listeners: ((queueName: string) => void)[] = [];
  const readyListeners: ((name: string) => void)[] = [];
  const wakeLocally = (name: string) => {
    for (const listener of listeners) listener(name);
  };
  const subscription =
    database.kind === "postgres" && supervise
      ? await database.listen(WAKE_CHANNEL, { onMessage: wakeLocally })
      : undefined;
  const wake = (names: Iterable<string>) => {
    for (const name of names) {
      if (listeners.length > 0) wakeLocally(name);
      // Lost only if the connection breaks right now: the workers' poll then finds the job.
      else
        database
          .notify(WAKE_CHANNEL, name)
          .catch((error: unknown) => log.debug({ err: error }, "queue.wake-failed"));
    }
  };
  const note = (tx: Tx, name: string) => touched.set(tx, (touched.get(tx) ?? new Set()).add(name));
  const insert = async (tx: Tx, name: string, jobs: { id: string; data: object; startAfter?: Date }[]) => {
    if (jobs.length === 0) return;
    await boss.insert(name, jobs, { db: fromKysely(tx) });
    note(tx, name);
  };
  return {
    boss,
    enqueue: async (tx, job, data, options) => {
      const id = randomUUID();
      await insert(tx, job.name, [{ id, data, startAfter: options?.startAfter }]);
      return id;
    },
    enqueueAll: (tx, job, data) =>
      insert(
        tx,
        job.name,
        data.map((one) => ({ id: randomUUID(), data: one })),
      ),
    transaction: async (work) => {
      const { result, names, ready } = await database.db.transaction().execute(async (tx) => {
        const result = await work(tx);
        return { result, names: touched.get(tx) ?? [], ready: readied.get(tx) ?? [] };
      });
      // Woken work is done in nobody's name, whoever caused it.
      runWithoutActor(() => {
        wake(names);
        for (const name of ready) for (const listener of readyListeners) listener(name);
      });
      return result;
    },
    ready: (tx, name) => readied.set(tx, (readied.get(tx) ?? new Set()).add(name)),
    onReady: (listener) => readyListeners.push(listener),
    onWork: (listener) => listeners.push(listener),
    findReadyQueues: async (names) => {
      const rows = await database.query<{ name: string }>(READY, [names]);
      return rows.map(({ name }) => name);
    },
    check: async () => {
      await sql`select 1 from pgboss.version limit 1`.execute(database.db);
    },
    stop: async () => {
      await Promise.all([supervising?.stop(), subscription?.close()]);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

async function startBoss(database: Database, queueNames: readonly string[], log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: database.boss,
    backend: database.kind === "embedded" ? "pglite" : "postgres",
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
    // Jobs here do not depend on each other.
    flowIntervalSeconds: 3600,
  });
  boss.on("error", (error) => log.error({ err: error }, "queue.error"));
  await installAlone(database, () => install(boss, queueNames));
  return boss;
}

/**
 * Hands the jobs of dead processes back. On an embedded database only an earlier process can have left some, and its
 * claims end soon after the start; supervising as often as that would be a third of what a server costs at rest.
 */
function startSupervising(boss: PgBoss, database: Database, log: Logger): RepeatingTask {
  const sinceStartMs = startMeasuring();
  let sincePassMs = startMeasuring();
  return startRepeating({ name: "queue.supervise", intervalMs: SUPERVISE_MS, log }, async () => {
    const isAlone = database.kind === "embedded" && sinceStartMs() > LEFT_BEHIND_MS;
    if (isAlone && sincePassMs() < ALONE_MS) return;
    sincePassMs = startMeasuring();
    await boss.supervise();
  });
}

/** Lets one process at a time install: two that create pg-boss's schema at once collide in PostgreSQL's catalog. */
async function installAlone(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.kind === "embedded") return work();
  await database.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCKS.install})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS.install})`.execute(connection);
    }
  });
}

async function install(boss: PgBoss, queueNames: readonly string[]): Promise<void> {
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of queueNames) {
    await (known.has(name) ? boss.updateQueue(name, QUEUE_OPTIONS) : boss.createQueue(name, QUEUE_OPTIONS));
    // Fills pg-boss's cache by a call that changes nothing (getQueue does not fill it): inside a transaction of
    // the embedded database the look-up would wait for the very connection it holds, for ever.
    await boss.touch(name, NO_JOB);
  }
}
