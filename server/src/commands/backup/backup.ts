import { existsSync, readdirSync } from "node:fs";
import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { getPackageVersion } from "../../api/openapi.ts";
import { requireInstallationKey } from "../../auth/organizations/installation.ts";
import type { Config } from "../../config.ts";
import { copyDatabaseFiles, copyFolder } from "../../platform/database/embedded/copy-database-files.ts";
import { StartError } from "../../platform/errors.ts";
import { createVault, type Vault } from "../../platform/vault.ts";
import { requireNotMoved } from "../../start/moved-folder.ts";
import { requireRestored } from "../../start/restored-folder.ts";
import { hasKeyFile, KEY_FILE, readRootKeys } from "../../start/root-key.ts";
import {
  type BackupManifest,
  describeFiles,
  listFiles,
  listFolders,
  readManifest,
  requireIntact,
  writeManifest,
} from "./manifest.ts";
import { openCopy, readContents } from "./open-copy.ts";

const USAGE = "Usage: junctor backup --to FOLDER [--with-key] | --check FOLDER";
const LARGE_FILES = "files";
export const DATA = "data";
export const OBJECTS = "objects";
// Of the installation itself, or for its process alone. The database is copied in its own way.
const LEFT_OUT = /^(?:database|lock(?:-journal)?|moved-to|restoring|encryption-key.*)$/;

/**
 * `junctor backup --to FOLDER` copies the embedded installation while its server runs, which takes no part in it and is not
 * slowed by more than its disk. Then it opens the copy, counts the rows of every table and writes the manifest with a
 * hash of every file. `--check FOLDER` compares a backup with its manifest.
 */
export async function runBackupCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { to, check, "with-key": withKey } = readArguments(argv);
  if (check !== undefined) return checkBackup(resolve(check));
  requireEmbedded(config, "backed up");
  requireNotMoved(config);
  requireRestored(config);
  if (!existsSync(join(config.dataDir, "database/PG_VERSION")))
    throw new StartError(`There is no embedded database in ${config.dataDir}: set JUNCTOR_DATA_DIR.`);
  const keys = await readRootKeys(config);
  if (keys.second)
    throw new StartError("The key is being rotated: end that first, by `junctor keys rotate-root`.");
  if (withKey && !hasKeyFile(config))
    throw new StartError(
      "The key is not in the data folder, so --with-key has nothing to add: keep a copy of it elsewhere.",
    );
  const folder = resolve(to ?? "");
  requireNewFolder(folder, config);
  const manifest = await createBackup(config, createVault(keys), { folder, withKey });
  console.log(describeBackup(folder, manifest));
}

function readArguments(argv: readonly string[]): { to?: string; check?: string; "with-key": boolean } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        to: { type: "string" },
        check: { type: "string" },
        "with-key": { type: "boolean", default: false },
      },
    });
    if (Boolean(values.to) !== Boolean(values.check) && !(values.check && values["with-key"])) return values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
  throw new StartError(USAGE);
}

/** Throws StartError with the tools of PostgreSQL if the installation uses a server. */
export function requireEmbedded({ databaseUrl }: Config, verb: string): void {
  if (databaseUrl === undefined) return;
  throw new StartError(
    `DATABASE_URL is set: a PostgreSQL server is ${verb} by its own tools, such as pg_dump --format=custom --file=junctor.dump "$DATABASE_URL" and pg_restore, or pgBackRest (docs/backups.md#postgresql).`,
  );
}

async function checkBackup(folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  await requireIntact(folder, manifest);
  console.log(describeBackup(folder, manifest));
}

function requireNewFolder(folder: string, { dataDir }: Config): void {
  if (!relative(resolve(dataDir), folder).startsWith(".."))
    throw new StartError("A backup cannot be in the data folder: name another one.");
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new StartError(
    existsSync(join(folder, "manifest.json"))
      ? `${folder} has a backup already: name another folder.`
      : `${folder} is not empty: name another folder. If a backup was interrupted there, delete it first.`,
  );
}

async function createBackup(
  config: Config,
  vault: Vault,
  { folder, withKey }: { folder: string; withKey: boolean },
): Promise<BackupManifest> {
  const { dataDir } = config;
  const objects = config.filesDir ?? join(dataDir, LARGE_FILES);
  const inside = relative(resolve(dataDir), resolve(objects));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Before the database and after it: what a row of the copy refers to was there at one of the two times.
  await copyObjects(objects, join(folder, OBJECTS));
  await copyFolder(dataDir, join(folder, DATA), (path) => LEFT_OUT.test(path) || path === inside);
  await copyDatabaseFiles(join(dataDir, "database"), join(folder, DATA, "database"));
  await copyObjects(objects, join(folder, OBJECTS));
  if (withKey) await copyFile(join(dataDir, KEY_FILE), join(folder, DATA, KEY_FILE));
  const contents = await openCopy(join(folder, DATA), async (database) => {
    await requireInstallationKey(database, vault);
    return readContents(database);
  });
  const missing = await removeOthers(join(folder, OBJECTS), contents.objects);
  const manifest: BackupManifest = {
    format: 1,
    created_at: new Date().toISOString(),
    version: getPackageVersion(),
    schema: contents.schema,
    key_id: vault.keyId,
    has_key: withKey,
    tables: contents.tables,
    missing_objects: missing,
    folders: await listFolders(folder),
    files: await describeFiles(folder),
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Those that are not there, or were not complete. */
async function copyObjects(from: string, to: string): Promise<void> {
  const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size;
  const complete = new Set<string>();
  for (const path of await listFiles(to))
    if ((await sizeOf(join(to, path))) === (await sizeOf(join(from, path)))) complete.add(path);
  await copyFolder(from, to, (path) => complete.has(path));
}

/** Removes what no row of the copy knows, which nothing would ever delete; returns how many are missing. */
async function removeOthers(folder: string, known: ReadonlySet<string>): Promise<number> {
  const present = new Set<string>();
  for (const path of await listFiles(folder)) {
    const id = path.split("/").at(-1) ?? "";
    if (known.has(id)) present.add(id);
    else await rm(join(folder, path));
  }
  return known.size - present.size;
}

/** What is in a backup, and what it needs besides. */
export function describeBackup(folder: string, manifest: BackupManifest): string {
  const { tables, files, key_id, has_key, missing_objects, created_at } = manifest;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const mib = files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20;
  const objects = files.filter(({ path }) => path.startsWith(`${OBJECTS}/`)).length;
  return [
    `The backup in ${folder} is complete: ${rows.toLocaleString("en")} rows in ${Object.keys(tables).length} tables and ${objects} large files, ${mib.toFixed(1)} MiB, of ${created_at}.`,
    has_key
      ? "It contains the key that opens its secrets: keep it as safe as the key."
      : `Its secrets need the key ${key_id}, which is not in it: keep a copy of that elsewhere.`,
    ...(missing_objects > 0
      ? [`${missing_objects} large files were deleted while the backup was made, and are missing in it.`]
      : []),
  ].join("\n");
}
