import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../errors.ts";
import { getSqlState } from "./database.ts";

// As long as a statement waits for a connection of a pool that is full.
const CONNECT_MS = 5000;
const PAUSE_MS = 100;
// All connections of the server, the database or the role are in use, or it is starting or stopping.
const FULL = /^(53300|57P03)$/;

/** A pool that also waits where the server has no connection left, as it does where it has none itself. */
export class PatientPool extends pg.Pool {
  // The driver overloads connect() with a callback.
  // biome-ignore lint/suspicious/noExplicitAny: passes the overloads of the driver through
  override connect(callback?: (...args: any[]) => void): any {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: unknown) => callback(error, undefined, () => {}),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    const until = performance.now() + CONNECT_MS;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!FULL.test(getSqlState(error) ?? "") || performance.now() + PAUSE_MS > until) throw error;
      }
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Throws StartError if two connections share one session of the server: a pooler in transaction mode would mix up
 * settings, prepared statements and locks of sessions.
 */
export async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const before = await readSession(one);
    await other.query("begin");
    // The session that `one` was lent for its last statement is free now.
    const inTransaction = await readSession(other);
    const after = await readSession(one);
    await other.query("commit");
    if (before === after && before !== inTransaction) return;
  } finally {
    one.release();
    other.release();
  }
  throw new StartError(
    "DATABASE_URL leads to a connection pooler in transaction mode: Junctor needs sessions of its own. Set pool_mode = session for this database (docs/self-hosting.md), or connect to PostgreSQL directly.",
  );
}

async function readSession(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
