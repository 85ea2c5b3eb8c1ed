import type { Credentials } from "./auth/credentials.ts";
import type { RateLimit } from "./auth/limits/rate-limit.ts";
import type { Config } from "./config.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database, Db } from "./platform/database/database.ts";
import type { Logger } from "./platform/log.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { Queue } from "./platform/queue/queue.ts";
import type { Sandbox } from "./platform/sandbox/sandbox.ts";
import type { Vault } from "./platform/vault.ts";
import type { Work } from "./platform/work/work.ts";

/**
 * What features need, built once by `main.ts` (or a test) and handed down. Functions take the part they use,
 * for example `Pick<Deps, "db" | "queue">`. Inside a transaction use its `tx`, never `db`: the embedded
 * database has one connection, and the query would wait for the transaction it is made in.
 */
export interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly database: Database;
  readonly db: Db;
  readonly queue: Queue;
  readonly work: Work;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly sandbox: Sandbox;
  readonly credentials: Credentials;
  readonly rateLimit: RateLimit | undefined;
}
