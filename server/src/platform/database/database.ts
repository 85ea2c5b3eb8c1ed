import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Db as BossDatabase } from "pg-boss";

/** All tables by name; each feature adds its own in its `table.ts` by module augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Tables {}

/** A handle for queries: the pool, or a transaction. */
export type Db = Kysely<Tables>;
/** A handle inside a transaction; everything called with it commits or rolls back together. */
export type Tx = Transaction<Tables>;

/** A hot statement, prepared once per connection under its name (D424). */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement with its parameters. */
export interface BoundStatement extends Statement {
  readonly values: readonly unknown[];
}

/** One PostgreSQL, reached over the network or run inside this process. */
export interface Database {
  readonly kind: "postgres" | "embedded";
  readonly db: Db;
  /** Runs a named, prepared statement outside any transaction. */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs statements in one transaction and returns the rows of each. They are pipelined, so none can depend on the
   * rows of another. All or none of them take effect; if the connection breaks (`isUnreachable`), which is unknown.
   * Its writes count as done by the system (platform/acting.ts).
   */
  batch(statements: readonly BoundStatement[]): Promise<Row[][]>;
  /** Subscribes to NOTIFY on `channel`; `onConnect` runs after each (re)connection, `onLost` when it breaks. */
  listen(channel: string, listener: NotificationListener): Promise<{ close(): Promise<void> }>;
  notify(channel: string, payload: string): Promise<void>;
  /** The same database in the form that pg-boss needs. */
  readonly boss: PgBossDatabase;
  /** Its pools of connections; none where the database is embedded. */
  pools(): PoolLoad[];
  close(): Promise<void>;
}

/** How many connections a pool has, how many of them nobody uses, and how many statements wait for one. */
export interface PoolLoad {
  readonly name: string;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A row as the driver returns it; the author of the statement knows its columns. */
export type Row = Readonly<Record<string, unknown>>;

export interface NotificationListener {
  onMessage(payload: string): void;
  onConnect?(): void;
  onLost?(): void;
}

export type PgBossDatabase = Pick<BossDatabase, "executeSql">;

/** A JSON value as a jsonb parameter that both drivers send alike. */
export function jsonb<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::jsonb`;
}

/** The same for a `json` column, which keeps the order of keys as customers wrote them. */
export function json<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::json`;
}

/** Runs a hot statement on `db`, which may be a transaction; outside one `Database.query` is cheaper. */
export async function runStatement<Row>(
  db: Db,
  statement: Pick<Statement, "text">,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.text, [...values]));
  return rows;
}

/** Whether a prepared statement no longer fits its table: the schema was migrated while this process ran. */
export function isStalePlan(error: unknown): boolean {
  return getSqlState(error) === "0A000" && error instanceof Error && error.message.startsWith("cached plan");
}

// By name: the ERR_… of a fault in our own code, or a missing file, would be retried forever.
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "EADDRNOTAVAIL",
]);

function isSocketGone(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return false;
  return error.code === "ENOENT" && error.syscall === "connect";
}

/**
 * Whether the server ended the session by itself: with a full disk it can start none ("could not write init file").
 */
function isSessionLost(error: unknown, state: string): boolean {
  const severity = error instanceof Error && "severity" in error ? error.severity : undefined;
  return state === "XX000" && (severity === "FATAL" || severity === "PANIC");
}

/** Whether the database could not be reached or ended the connection, which says nothing about the statement. */
export function isUnreachable(error: unknown): boolean {
  const state = getSqlState(error);
  if (state !== undefined) return /^(08|57P0|53300)/.test(state) || isSessionLost(error, state);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // Or the socket's file is gone with the server.
  if (NETWORK.has(code) || isSocketGone(error)) return true;
  return (
    error instanceof Error &&
    /Connection terminated|Client has encountered|timeout exceeded when|is not queryable/.test(error.message)
  );
}

/**
 * Whether a retry may succeed in a moment: the database is unreachable, full (class 53), has a failing disk (58030),
 * is read-only after a failover, or broke a deadlock. Nothing took effect, except possibly if it became unreachable
 * (`isUnreachable`).
 */
export function isTransient(error: unknown): boolean {
  return (
    isUnreachable(error) ||
    isStalePlan(error) ||
    /^(53|58030|25006|25P03|25P04|40001|40P01)/.test(getSqlState(error) ?? "")
  );
}

/**
 * Whether the server gave up on a statement: it ran longer than a limit that the operator has set for the role or the
 * database (`statement_timeout`, `lock_timeout`), or was canceled. It did nothing. Not transient: a job that always
 * takes longer would be retried forever.
 */
export function isStatementCanceled(error: unknown): boolean {
  return /^(57014|55P03)$/.test(getSqlState(error) ?? "");
}

/** Whether files of the database are missing or corrupt. */
export function isDamaged(error: unknown): error is Error {
  return /^(XX00[12]|58P01)/.test(getSqlState(error) ?? "");
}

/** SQLSTATE of a database error, if it is one. */
export function getSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // EPIPE looks like one.
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !NETWORK.has(code) ? code : undefined;
}
