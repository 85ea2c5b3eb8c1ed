import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { JOBS } from "../api/app.ts";
import { listOrganizations } from "../auth/organizations/organizations.ts";
import { type Config, readDatabaseUrl } from "../config.ts";
import type { Deps } from "../deps.ts";
import { CopyError, type CopyReport, createCopy } from "../platform/database/copy/copy-database.ts";
import { listOtherProcesses } from "../platform/database/schema/running-processes.ts";
import { StartError } from "../platform/errors.ts";
import { buildDeps } from "../start/build-deps.ts";
import { markMoved } from "../start/moved-folder.ts";
import { hasKeyFile, readRootKeys } from "../start/root-key.ts";

const USAGE = "Usage: junctor move --to postgres://user:password@host:5432/database | --to FOLDER";

/**
 * `junctor move --to postgres://…` copies the embedded installation to a PostgreSQL database; with `DATABASE_URL` set,
 * `--to FOLDER` copies it back. No server may run meanwhile. Afterwards everything is there, the same by counts and
 * hashes, or nothing is: a move that was killed is run again.
 */
export async function runMoveCommand(config: Config, argv: readonly string[]): Promise<void> {
  const target = await readTarget(config, argv);
  const source = await open(config);
  let hasFiles: boolean;
  try {
    await requireAlone(source, "moved");
    hasFiles = await usesFolder(source);
    await copyTo(target, source);
    if (!config.databaseUrl) markMoved(config.dataDir, describe(target));
  } finally {
    await source.close();
  }
  console.log(describeNext(config, target, hasFiles));
}

/** The configuration of the server that takes over: with the same root key, which opens the copied secrets. */
async function readTarget(config: Config, argv: readonly string[]): Promise<Config> {
  const to = readArgument(argv);
  const toServer = to.includes("://");
  if (toServer === (config.databaseUrl !== undefined))
    throw new StartError(
      toServer
        ? "DATABASE_URL is set: unset it to move the embedded database, or name a folder to move what it names."
        : "DATABASE_URL is not set: it must name the database that is moved to the folder.",
    );
  const { key, second } = await readRootKeys(config);
  // Which file has the key of the copy would depend on how far it is.
  if (second && hasKeyFile(config))
    throw new StartError("The key is being rotated: end that first, by `junctor keys rotate-root`.");
  const keys = { encryptionKey: key, secondEncryptionKey: second };
  if (toServer) return { ...config, ...keys, databaseUrl: readDatabaseUrl(to) };
  return { ...config, ...keys, databaseUrl: undefined, dataDir: resolve(to) };
}

function readArgument(argv: readonly string[]): string {
  try {
    const { to } = parseArgs({ args: [...argv], options: { to: { type: "string" } } }).values;
    if (to) return to;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
  throw new StartError(USAGE);
}

/** With the tables of this version. */
function open(config: Config): Promise<Deps & { close(): Promise<void> }> {
  return buildDeps(config, { queueNames: JOBS.map(({ name }) => name), works: false, name: "junctor move" });
}

/** Throws StartError while a server uses the database. */
async function requireAlone({ database }: Deps, verb: string): Promise<void> {
  const others = database.kind === "embedded" ? [] : await listOtherProcesses(database.db);
  if (others.length > 0)
    throw new StartError(`Stop what uses the database before it is ${verb}: ${others.join(", ")}.`);
}

async function copyTo(target: Config, source: Deps): Promise<void> {
  const there = await open(target);
  try {
    await requireAlone(there, "written to");
    if ((await listOrganizations(there.db)).length > 0)
      throw new StartError(`${describe(target)} has an installation already: nothing was changed.`);
    await createCopy(source.database, there.database, tellProgress);
  } catch (error) {
    if (error instanceof CopyError) throw new StartError(error.message);
    throw error;
  } finally {
    await there.close();
  }
}

function tellProgress({ table, rows }: CopyReport): void {
  if (rows > 0) console.log(`${table.replace(/^public\./, "")}  ${rows}`);
}

/** Whether bytes of files lie in a folder, which is not moved. */
async function usesFolder({ db }: Deps): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from files where place = 'folder') as found`.execute(db);
  return rows[0]?.found === true;
}

/** Where the copy is, without its password. */
function describe({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

function describeNext(config: Config, target: Config, hasFiles: boolean): string {
  const settings =
    target.databaseUrl === undefined
      ? [`JUNCTOR_DATA_DIR=${target.dataDir}, and without DATABASE_URL`]
      : [
          "DATABASE_URL",
          ...(config.encryptionKey ? [] : [`JUNCTOR_ENCRYPTION_KEY_FILE=${config.dataDir}/encryption-key`]),
        ];
  if (hasFiles && config.filesDir !== undefined) settings.push(`JUNCTOR_FILES_DIR=${config.filesDir}`);
  return `Moved to ${describe(target)}: every table has the same rows there. Start servers with ${settings.join(", ")}.`;
}
