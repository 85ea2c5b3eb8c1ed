import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "../config.ts";
import type { Database } from "../platform/database/database.ts";
import {
  type MigrationPlan,
  type PlannedEffect,
  type PlannedMigration,
  type PlannedStatement,
  readMigrationPlan,
} from "../platform/database/schema/plan.ts";
import { StartError } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";
import { requireNotMoved } from "../start/moved-folder.ts";
import { runMigrate } from "../start/run-server.ts";

const USAGE = "Usage: junctor migrate [--plan [--json]]";
// 1 is for failures.
const EXIT_PENDING = 2;
const EXIT_MUST_STOP = 3;
const NEW: MigrationPlan = { isNew: true, pending: [], processes: [] };

const WORDS: Readonly<Record<PlannedEffect["work"], string>> = {
  catalog: "changes the catalog only",
  scan: "reads all rows",
  index: "reads all rows and builds an index",
  rows: "searches rows and writes some",
  rewrite: "writes the table anew",
};

/**
 * `junctor migrate` brings the database up to date. With `--plan` it prints what that would do, and changes nothing; exits
 * with 0 if nothing is pending, with 2 if something is that can be done beside every running process, and with 3 if some of
 * them have to stop first.
 */
export async function runMigrateCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { plan: isPlan, json: isJson } = readArguments(argv);
  if (!isPlan) return runMigrate(config);
  requireNotMoved(config);
  const database = await openToRead(config);
  const plan = database ? await readMigrationPlan(database).finally(() => database.close()) : NEW;
  console.log(isJson ? JSON.stringify(toWire(plan), null, 2) : formatPlan(plan));
  if (plan.processes.some(({ mustStop }) => mustStop)) process.exitCode = EXIT_MUST_STOP;
  else if (plan.isNew || plan.pending.length > 0) process.exitCode = EXIT_PENDING;
}

function readArguments(argv: readonly string[]): { plan?: boolean; json?: boolean } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { plan: { type: "boolean" }, json: { type: "boolean" } },
    });
    if (values.plan || !values.json) return values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
  throw new StartError(USAGE);
}

/** Undefined if there is no embedded database yet: opening one would make it. */
async function openToRead({ databaseUrl, dataDir }: Config): Promise<Database | undefined> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import("../platform/database/postgres.ts");
    return openPostgres(databaseUrl, createLog("silent"), { name: "junctor migrate --plan", poolSize: 2 });
  }
  if (!existsSync(join(dataDir, "database"))) return undefined;
  const { openEmbedded } = await import("../platform/database/embedded/embedded.ts");
  return openEmbedded(dataDir);
}

function formatPlan({ isNew, pending, processes }: MigrationPlan): string {
  if (isNew) return "The database is empty: all migrations run at once, and nobody waits.";
  if (pending.length === 0) return "The database is up to date.";
  return [
    `${count(pending.length, "migration")} pending, in this order:`,
    ...pending.map(formatMigration),
    "Durations are estimated from the tables' sizes, as if nothing else ran.",
    formatProcesses(processes),
  ].join("\n\n");
}

function formatProcesses(processes: MigrationPlan["processes"]): string {
  if (processes.length === 0) return "No process runs on the database.";
  const names = (some: MigrationPlan["processes"]) => some.map(({ name }) => name).join(", ");
  const stopping = processes.filter(({ mustStop }) => mustStop);
  if (stopping.length === 0)
    return `These processes can go on meanwhile, and afterwards: ${names(processes)}.`;
  return `These processes must stop first, because they cannot run beside the new schema: ${names(stopping)}.`;
}

function formatMigration({ name, isTransaction, statements }: PlannedMigration): string {
  const shown = statements.filter(({ isKnown, effects }) => !isKnown || effects.length > 0);
  const rest = statements.length - shown.length;
  return [
    `${name}${isTransaction ? ", in one transaction" : ", each statement by itself"}`,
    ...shown.flatMap(formatStatement),
    ...(rest > 0 ? [`  and ${count(rest, "statement")} without a lock on a table that is there`] : []),
  ].join("\n");
}

function formatStatement({ statement, isKnown, effects }: PlannedStatement): string[] {
  return [
    `  ${statement.length > 100 ? `${statement.slice(0, 100)}…` : statement}`,
    ...effects.map(formatEffect),
    ...(isKnown ? [] : ["    of a kind that cannot be told in advance: try it on a restored backup"]),
  ];
}

function formatEffect({ table, lock, blocks, work, rows, bytes, lockSeconds }: PlannedEffect): string {
  const size = `about ${count(Math.round(rows), "row")}, ${formatBytes(bytes)}`;
  return `    ${table} (${size}): ${WORDS[work]}, ${lock} for ${formatSeconds(lockSeconds)}, blocks ${blocks}`;
}

function formatSeconds(seconds: number): string {
  if (seconds < 0.1) return "less than 0.1 s";
  return seconds < 90 ? `about ${seconds.toFixed(1)} s` : `about ${Math.round(seconds / 60)} min`;
}

function formatBytes(bytes: number): string {
  const mib = bytes / 2 ** 20;
  return mib < 1024 ? `${mib.toFixed(1)} MiB` : `${(mib / 1024).toFixed(1)} GiB`;
}

function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : several}`;
}

/** The plan with the names that scripts read. */
function toWire({ isNew, pending, processes }: MigrationPlan): object {
  return {
    is_new: isNew,
    pending: pending.map(({ name, compatibleSince, isTransaction, statements }) => ({
      name,
      compatible_since: compatibleSince,
      in_one_transaction: isTransaction,
      statements: statements.map(({ statement, isKnown, effects }) => ({
        statement,
        is_known: isKnown,
        tables: effects.map(({ table, lock, blocks, work, rows, bytes, bytesWithIndexes, lockSeconds }) => ({
          table,
          lock,
          blocks,
          work,
          estimated_rows: rows,
          bytes,
          bytes_with_indexes: bytesWithIndexes,
          estimated_lock_seconds: Number(lockSeconds.toFixed(2)),
        })),
      })),
    })),
    processes: processes.map(({ name, mustStop }) => ({ name, must_stop: mustStop })),
  };
}
