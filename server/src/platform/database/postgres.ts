import { hostname } from "node:os";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { getActorText } from "../acting.ts";
import { StartError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { createActingClient } from "./acting-client.ts";
import { PatientPool, requireOwnSessions } from "./connection-pool.ts";
import {
  type BoundStatement,
  type Database,
  getSqlState,
  isStalePlan,
  isUnreachable,
  type NotificationListener,
  type PoolLoad,
  type Row,
  type Tables,
} from "./database.ts";
import { JSON_PARSERS } from "./json-parsers.ts";
import { createPreparingClient } from "./preparing-client.ts";
import { createWriteCheck } from "./recorded.ts";
import { buildListenStatement } from "./schema/running-processes.ts";

const RECONNECT_MS = 1000;
const PIPELINES = 4;
const BAD_CERTIFICATES = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "for another host"],
  [/^CERT_HAS_EXPIRED$/, "too old"],
  [/^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_)/, "of an authority that is not trusted"],
] as const;
// A prepared statement keeps the plan from when its tables were small (D122): JIT, sequential scans, and joins that
// read one side as a whole would then make each call cost as much as the grown table. And a bitmap scan reads all rows
// of a key before it sorts them for a page of ten, and marks no dead entries for the next.
const SESSION_SETTINGS = ["jit", "enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"]
  .map((setting) => `set ${setting} = off`)
  .concat("set idle_in_transaction_session_timeout = '10s'")
  .join("; ");

interface PostgresOptions {
  readonly poolSize?: number;
  /** Statements that write one of these tables tell the database the actor (platform/acting.ts). */
  readonly recorded?: readonly string[];
  /** What the process does; `pg_stat_activity` shows it with host and process id as `application_name`. */
  readonly name?: string | undefined;
  /** The number of the newest migration that this version knows; whoever migrates reads it where this process listens. */
  readonly newestMigration?: string | undefined;
}

/**
 * Connects to `url`; throws StartError if it cannot be reached within a few seconds, or is behind a pooler that lends
 * connections for single transactions.
 */
export async function openPostgres(
  url: string,
  log: Logger,
  { poolSize = 10, recorded = [], name = "junctor", newestMigration }: PostgresOptions = {},
): Promise<Database> {
  const options = {
    connectionString: url,
    application_name: `${name} ${hostname()}:${process.pid}`,
    // Not as options of the connection: PgBouncer refuses those, or drops them.
    onConnect: async (client: pg.ClientBase) => {
      await client.query(SESSION_SETTINGS);
    },
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  };
  const isRecorded = createWriteCheck(recorded);
  const pool = new PatientPool({
    ...options,
    max: poolSize,
    Client: createPreparingClient(createActingClient(isRecorded)),
  });
  // A checked-out client that loses its server emits 'error' on itself, not on the pool.
  pool.on("error", (error) => log.warn({ err: error }, "database.connection-lost"));
  pool.on("connect", (client) =>
    client.on("error", (error) => log.warn({ err: error }, "database.connection-lost")),
  );
  await assertReachable(pool);
  // Separate from the pool: a pipelining client must not be given to code that waits between its queries.
  const pipelined = new PatientPool({ ...options, max: PIPELINES, pipeline: true });
  pipelined.on("error", (error) => log.warn({ err: error }, "database.connection-lost"));
  pipelined.on("connect", (client) =>
    client.on("error", (error) => log.warn({ err: error }, "database.connection-lost")),
  );
  return {
    kind: "postgres",
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    query: async (statement, values) => {
      const query = { ...statement, values: [...values] };
      // The pool sends what waited for a connection in the context of the caller that returned it.
      const named = isRecorded(statement.text) ? { ...query, actor: getActorText() } : query;
      return (await pool.query(named)).rows;
    },
    batch: (statements) => runBatch(pipelined, statements),
    listen: (channel, listener) =>
      listen(options, buildListenStatement(pg.escapeIdentifier(channel), newestMigration), listener, log),
    notify: async (channel, payload) => {
      await pool.query("select pg_notify($1, $2)", [channel, payload]);
    },
    boss: { executeSql: (text, values) => pool.query(text, values) },
    pools: () => [describeLoad("statements", pool), describeLoad("batches", pipelined)],
    close: async () => {
      await Promise.all([pool.end(), pipelined.end()]);
    },
  };
}

/** The driver's own parsers, but for JSON. */
function parserOf(type: number, format?: "text" | "binary") {
  return (format !== "binary" && JSON_PARSERS[type]) || pg.types.getTypeParser(type, format as "text");
}

function describeLoad(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad {
  return { name, total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Sends everything from BEGIN to COMMIT at once: one round trip, however many statements. */
async function runBatch(pool: pg.Pool, statements: readonly BoundStatement[]): Promise<Row[][]> {
  const client = await pool.connect();
  const { stream } = client.connection;
  let broken = false;
  try {
    // The driver would write each statement separately: a system call here and a wake-up of the server for each.
    stream.cork();
    const answers = [
      client.query("begin"),
      ...statements.map(({ name, text, values }) => client.query<Row>({ name, text, values: [...values] })),
      client.query("commit"),
    ];
    stream.uncork();
    const settled = await Promise.allSettled(answers);
    const failed = settled.find((one) => one.status === "rejected");
    if (failed) {
      broken = isUnreachable(failed.reason) || isStalePlan(failed.reason);
      throw failed.reason;
    }
    const results = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    // After a failed statement COMMIT "succeeds" as ROLLBACK.
    if (results.at(-1)?.command !== "COMMIT") throw new Error("The transaction was rolled back.");
    return results.slice(1, -1).map(({ rows }) => rows);
  } finally {
    client.release(broken);
  }
}

async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await requireOwnSessions(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(`The database of DATABASE_URL cannot be reached (${reasonOf(error)}).`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  // PostgreSQL says in words what to fix (the password, the database's name); the network only by its code.
  const code = getSqlState(error) === undefined && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error.message;
  const is = BAD_CERTIFICATES.find(([codes]) => codes.test(code))?.[1];
  return is ? `${code}: its certificate is ${is}, see docs/self-hosting.md#tls-to-postgresql` : code;
}

/** Keeps one connection subscribed by `statement` and reconnects until it is closed. */
async function listen(
  options: pg.ClientConfig,
  statement: string,
  listener: NotificationListener,
  log: Logger,
) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const lost = (current: pg.Client) => {
    if (client !== current) return;
    client = undefined;
    listener.onLost?.();
    current.end().catch((error: unknown) => log.debug({ err: error }, "database.listener-end"));
    if (!closed) timer = setTimeout(connect, RECONNECT_MS).unref();
  };
  const connect = async () => {
    const current = new pg.Client(options);
    client = current;
    current.on("error", () => lost(current));
    current.on("end", () => lost(current));
    current.on("notification", (message) => listener.onMessage(message.payload ?? ""));
    try {
      await current.connect();
      await current.query(statement);
      listener.onConnect?.();
    } catch (error) {
      log.warn({ err: error }, "database.listen-failed");
      lost(current);
    }
  };
  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const current = client;
      client = undefined;
      await current?.end();
    },
  };
}
