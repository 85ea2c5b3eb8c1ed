import type { Config } from "./config.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database, Db } from "./platform/database/database.ts";
import type { SchemaWatch } from "./platform/database/schema/schema-watch.ts";
import type { Logger } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { MetricsRegistry } from "./platform/metrics/prometheus.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { Queue } from "./platform/queue/queue.ts";
import type { Sandbox } from "./platform/sandbox/sandbox.ts";
import type { Tracer } from "./platform/tracing/tracing.ts";
import type { Vault } from "./platform/vault.ts";
import type { Work } from "./platform/work/work.ts";

/**
 * What features need, built once by `start/run-server.ts` (or a test) and passed down. Functions take the part they use,
 * for example `Pick<Deps, "db" | "queue">`. Inside a transaction use its `tx`, never `db`: the embedded
 * database has one connection, and the query would wait for its own transaction.
 */
export interface Deps extends BaseDeps, Features {}

/** Dependencies that belong to no feature. */
export interface BaseDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly database: Database;
  readonly db: Db;
  readonly schema: SchemaWatch;
  readonly queue: Queue;
  readonly work: Work;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly sandbox: Sandbox;
  readonly metrics: Metrics;
  /** What `metrics` keeps, to be read; undefined while metrics are off. */
  readonly metricsRegistry: MetricsRegistry | undefined;
  /** Undefined while tracing is off. */
  readonly tracer: Tracer | undefined;
}

/**
 * State that features keep for the life of a process; only `openFeatures` builds it, and nothing is kept elsewhere.
 * Each feature adds its own beside the code that builds it, by module augmentation (D490).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Features {}
