import type { PGlite, Transaction as PGliteTransaction, Results } from "@electric-sql/pglite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { getActorText } from "../../acting.ts";
import { waitForTurn } from "../../wait-for-turn.ts";
import { ACTOR_SETTING } from "../recorded.ts";

/**
 * Kysely on PGlite with the semantics of a pool. Kysely's own PGlite driver shares one connection object, so a query
 * beside an open transaction runs inside it (and is lost with its rollback); here each connection has its own
 * transaction, and PGlite makes the others wait (D421).
 */
export function createEmbeddedDialect(lite: PGlite, isRecorded: (text: string) => boolean): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(lite, isRecorded),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Runs a statement after telling the transaction the actor. */
export async function runQueryAsActor<Row>(
  transaction: PGliteTransaction,
  text: string,
  values: readonly unknown[],
): Promise<Results<Row>> {
  await transaction.query(`select set_config('${ACTOR_SETTING}', $1, true)`, [getActorText()]);
  return transaction.query<Row>(text, [...values]);
}

class EmbeddedDriver implements Driver {
  readonly #lite: PGlite;
  readonly #isRecorded: (text: string) => boolean;
  constructor(lite: PGlite, isRecorded: (text: string) => boolean) {
    this.#lite = lite;
    this.#isRecorded = isRecorded;
  }
  async init(): Promise<void> {
    await this.#lite.waitReady;
  }
  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#lite, this.#isRecorded);
  }
  beginTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.begin();
  }
  commitTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.settle("commit");
  }
  rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.settle("rollback");
  }
  async releaseConnection(): Promise<void> {
    // A connection is only an object; its owner closes PGlite itself.
  }
  async destroy(): Promise<void> {
    // As above.
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #lite: PGlite;
  readonly #isRecorded: (text: string) => boolean;
  #transaction: PGliteTransaction | undefined;
  #end: ((how: "commit" | "rollback") => void) | undefined;
  #ended: Promise<unknown> | undefined;

  constructor(lite: PGlite, isRecorded: (text: string) => boolean) {
    this.#lite = lite;
    this.#isRecorded = isRecorded;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#run<Row>(query);
    await waitForTurn();
    return { rows, numAffectedRows: affectedRows === undefined ? undefined : BigInt(affectedRows) };
  }

  #run<Row>({ sql, parameters }: CompiledQuery): Promise<Results<Row>> {
    const transaction = this.#transaction;
    if (!this.#isRecorded(sql)) return (transaction ?? this.#lite).query<Row>(sql, [...parameters]);
    if (transaction) return runQueryAsActor<Row>(transaction, sql, parameters);
    return this.#lite.transaction((own) => runQueryAsActor<Row>(own, sql, parameters));
  }

  // biome-ignore lint/correctness/useYield: PGlite cannot stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("The embedded database does not stream rows.");
  }

  begin(): Promise<void> {
    return new Promise((begun, failed) => {
      this.#ended = this.#lite.transaction(async (transaction) => {
        const ending = new Promise<"commit" | "rollback">((resolve) => {
          this.#end = resolve;
        });
        this.#transaction = transaction;
        begun();
        if ((await ending) === "rollback") await transaction.rollback();
      });
      this.#ended.catch(failed);
    });
  }

  async settle(how: "commit" | "rollback"): Promise<void> {
    const ended = this.#ended;
    this.#end?.(how);
    this.#transaction = undefined;
    this.#end = undefined;
    this.#ended = undefined;
    await ended;
  }
}
