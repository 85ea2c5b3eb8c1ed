import { RECORDED_TABLES } from "../audit-log/recorded-tables.ts";
import { requireInstallationKey } from "../auth/organizations/installation.ts";
import type { Config } from "../config.ts";
import type { BaseDeps, Deps } from "../deps.ts";
import type { Clock } from "../platform/clock.ts";
import { type Database, isDamaged } from "../platform/database/database.ts";
import { openDatabaseClock } from "../platform/database/database-clock.ts";
import { migrate } from "../platform/database/schema/migrate.ts";
import { findNewestNumber } from "../platform/database/schema/migrations.ts";
import { startWatchingSchema } from "../platform/database/schema/schema-watch.ts";
import { StartError } from "../platform/errors.ts";
import { setIdClock } from "../platform/id.ts";
import { createLog, type Logger } from "../platform/log.ts";
import { describeMemoryShortage } from "../platform/memory/memory-limit.ts";
import { NO_METRICS } from "../platform/metrics/metrics.ts";
import type { MetricsRegistry } from "../platform/metrics/prometheus.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { startQueue } from "../platform/queue/queue.ts";
import { buildSessionName } from "../platform/root-key/key-sessions.ts";
import { createSandbox } from "../platform/sandbox/sandbox.ts";
import type { Tracer } from "../platform/tracing/tracing.ts";
import { createVault } from "../platform/vault.ts";
import { createWork } from "../platform/work/work.ts";
import { requireNotMoved } from "./moved-folder.ts";
import { closeFeatures, openFeatures } from "./open-features.ts";
import { openOutbound } from "./open-outbound.ts";
import { requireRestored } from "./restored-folder.ts";
import { readRootKeys } from "./root-key.ts";

export interface BuildOptions {
  readonly queueNames: readonly string[];
  /** Whether this process runs jobs, and so takes over those of dead processes. */
  readonly works: boolean;
  /** What this process does, as its sessions are named in the database. */
  readonly name?: string | undefined;
  readonly log?: Logger;
  readonly clock?: Clock;
  /** Whether `clock` is the time of the embedded database and of scripts, too, so that it may be moved (D567). */
  readonly movesTime?: boolean;
  /** Replaces the outgoing HTTP client. */
  readonly outbound?: Outbound;
}

/** Opens everything that a process needs, in order; throws StartError or ConfigError with a sentence for the operator. */
export async function buildDeps(
  config: Config,
  options: BuildOptions,
): Promise<Deps & { close(): Promise<void> }> {
  const log = options.log ?? createLog(config.logLevel);
  requireNotMoved(config);
  requireRestored(config);
  // First: where a key is lost or its service cannot be reached, nothing is touched.
  const vault = createVault(await readRootKeys(config));
  const movedClock = options.movesTime ? options.clock : undefined;
  const database = await openDatabase(config, log, { keyId: vault.keyId, name: options.name, movedClock });
  const closers: (() => Promise<void>)[] = [() => database.close()];
  const close = async () => {
    // A resource that cannot be closed (an unreachable database) must not keep the others open.
    for (const closer of closers.splice(0).reverse())
      await closer().catch((error: unknown) => log.warn({ err: error }, "server.not-closed"));
  };
  try {
    const clock = options.clock ?? (await openClock(database, log, closers));
    await requireInstallationKey(database, vault);
    await migrate(database, { log });
    const schema = await startWatchingSchema(database, log);
    closers.push(() => schema.close());
    const queue = await startQueue(database, options.queueNames, log, options.works);
    closers.push(() => queue.stop());
    const work = createWork(database, log);
    queue.onReady((name) => work.wake(name));
    const outbound = options.outbound ?? (await openOutbound(config, log));
    closers.push(() => outbound.close());
    const sandbox = createSandbox({ clock: movedClock });
    closers.push(() => sandbox.close());
    let built: Deps | undefined;
    const metricsRegistry = await openMetrics(config, log, () => built);
    const tracer = await openTracer(config, log);
    closers.push(async () => tracer?.close());
    const base: BaseDeps = {
      config,
      log,
      clock,
      database,
      db: database.db,
      schema,
      queue,
      work,
      vault,
      outbound,
      sandbox,
      metrics: metricsRegistry ?? NO_METRICS,
      metricsRegistry,
      tracer,
    };
    const features = await openFeatures(base);
    closers.push(() => closeFeatures(features));
    built = { ...base, ...features };
    return { ...built, close };
  } catch (error) {
    await close();
    throw isDamaged(error) ? damagedError(error) : error;
  }
}

async function openClock(database: Database, log: Logger, closers: (() => Promise<void>)[]): Promise<Clock> {
  const clock = await openDatabaseClock(database, log);
  closers.push(clock.stop);
  setIdClock(clock);
  return clock;
}

/** The library is loaded only where metrics are read. */
async function openMetrics(
  { metricsPort, metricsToken }: Config,
  log: Logger,
  deps: () => Deps | undefined,
): Promise<MetricsRegistry | undefined> {
  if (metricsPort === undefined && metricsToken === undefined) return undefined;
  const { METRICS } = await import("../api/metrics.ts");
  const { createMetricsRegistry } = await import("../platform/metrics/prometheus.ts");
  return createMetricsRegistry(METRICS, deps, log);
}

/** Loaded only where traces are recorded. */
async function openTracer({ tracing }: Config, log: Logger): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined;
  const { getPackageVersion } = await import("../api/openapi.ts");
  const { openOtlpTracer } = await import("../platform/tracing/otlp.ts");
  return openOtlpTracer(tracing, getPackageVersion(), log);
}

function damagedError({ message }: Error): StartError {
  return new StartError(
    `The database cannot be read (${message}): its files are damaged. Restore a backup (docs/backups.md).`,
  );
}

/** Each driver is loaded only where it is used, because both cost start time and memory. */
async function openDatabase(
  config: Config,
  log: Logger,
  {
    keyId,
    name = "junctor",
    movedClock,
  }: { keyId: string; name: string | undefined; movedClock: Clock | undefined },
): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import("../platform/database/postgres.ts");
    return openPostgres(config.databaseUrl, log, {
      recorded: RECORDED_TABLES,
      name: buildSessionName(name, keyId),
      newestMigration: await findNewestNumber(),
    });
  }
  const shortage = describeMemoryShortage(process.constrainedMemory());
  if (shortage) log.warn({ limitBytes: process.constrainedMemory() }, shortage);
  const { openEmbedded } = await import("../platform/database/embedded/embedded.ts");
  return openEmbedded(config.dataDir, { recorded: RECORDED_TABLES, clock: movedClock });
}
