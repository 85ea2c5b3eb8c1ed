import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { requireInstallationKey } from "../../auth/organizations/installation.ts";
import type { Config } from "../../config.ts";
import { createDataFolder } from "../../platform/database/embedded/data-folder.ts";
import { lockFolder } from "../../platform/database/embedded/folder-lock.ts";
import { findNewestNumber } from "../../platform/database/schema/migrations.ts";
import { StartError } from "../../platform/errors.ts";
import { createVault, type Vault } from "../../platform/vault.ts";
import { requireNotMoved } from "../../start/moved-folder.ts";
import { isRestoring, markRestored, markRestoring } from "../../start/restored-folder.ts";
import { hasKeyFile, KEY_FILE, readRootKeys } from "../../start/root-key.ts";
import { DATA, OBJECTS, requireEmbedded } from "./backup.ts";
import {
  type BackupFile,
  type BackupManifest,
  listFiles,
  readManifest,
  requireIntact,
  runInGroups,
} from "./manifest.ts";
import { openCopy, readContents } from "./open-copy.ts";

const USAGE = "Usage: junctor restore --from FOLDER";
// What may be in a data folder into which a backup is restored.
const ALLOWED = new Set(["lock", "lock-journal", "restoring", KEY_FILE, "lost+found"]);

/**
 * `junctor restore --from FOLDER` restores a backup into the data folder, which must be empty but for its key: checks the
 * backup first, and counts the rows of every table in the end. Interrupted, it is run again and begins anew; until it
 * has ended, no server starts there.
 */
export async function runRestoreCommand(config: Config, argv: readonly string[]): Promise<void> {
  requireEmbedded(config, "restored");
  requireNotMoved(config);
  const folder = resolve(readArgument(argv));
  const manifest = await readManifest(folder);
  const newest = await findNewestNumber();
  if (manifest.schema > newest)
    throw new StartError(
      `The backup was made by a newer version of Junctor (${manifest.version}, migration ${manifest.schema}): restore it with that version.`,
    );
  await requireIntact(folder, manifest);
  const { dataDir } = config;
  const objects = config.filesDir ?? join(dataDir, "files");
  await requireEmpty({ dataDir, objects }, manifest);
  const vault = createVault({ key: await readKey(config, folder, manifest) });
  createDataFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    if (isRestoring(dataDir)) await removeRemains(dataDir);
    markRestoring(dataDir, folder);
    const toTarget = (path: string) =>
      join(path.startsWith(`${OBJECTS}/`) ? objects : dataDir, withoutFirst(path));
    for (const path of manifest.folders) await mkdir(toTarget(path), { recursive: true, mode: 0o700 });
    const files = manifest.files.filter(({ path }) => hasKeyFile(config) || path !== `${DATA}/${KEY_FILE}`);
    await runInGroups(files, (file) => restoreFile(join(folder, file.path), toTarget(file.path), file));
  } finally {
    unlock();
  }
  await requireSameContents(dataDir, manifest, vault);
  markRestored(dataDir);
  console.log(
    `Restored to ${dataDir}: every table has as many rows as when the backup was made, at ${manifest.created_at}. Start the server.`,
  );
}

function readArgument(argv: readonly string[]): string {
  try {
    const { from } = parseArgs({ args: [...argv], options: { from: { type: "string" } } }).values;
    if (from) return from;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
  throw new StartError(USAGE);
}

interface Target {
  readonly dataDir: string;
  readonly objects: string;
}

/** Throws StartError if something would be replaced that an interrupted restore has not made. */
async function requireEmpty({ dataDir, objects }: Target, { files }: BackupManifest): Promise<void> {
  const again = isRestoring(dataDir);
  const found =
    existsSync(dataDir) && !again ? readdirSync(dataDir).find((name) => !ALLOWED.has(name)) : undefined;
  if (found !== undefined)
    throw new StartError(
      `${dataDir} is not empty (it holds ${found}): move it away, or set JUNCTOR_DATA_DIR. Nothing was changed.`,
    );
  const own = new Set(again ? files.map(({ path }) => withoutFirst(path)) : []);
  if ((await listFiles(objects)).some((path) => !own.has(path)))
    throw new StartError(
      `${objects} is not empty: set JUNCTOR_FILES_DIR to another folder. Nothing was changed.`,
    );
}

/** A path of the backup in the folder that it is restored to. */
function withoutFirst(path: string): string {
  return path.split("/").slice(1).join("/");
}

/** The key that opens the backup: of the settings, of the data folder, or of the backup. Throws StartError for another one. */
async function readKey(config: Config, folder: string, manifest: BackupManifest): Promise<Buffer> {
  const inPlace = !hasKeyFile(config) || existsSync(join(config.dataDir, KEY_FILE));
  if (!inPlace && !manifest.has_key)
    throw new StartError(
      `The backup needs the key ${manifest.key_id}: put its file as ${join(config.dataDir, KEY_FILE)}, or set JUNCTOR_ENCRYPTION_KEY. Nothing was changed.`,
    );
  const { key } = await readRootKeys(inPlace ? config : { ...config, dataDir: join(folder, DATA) });
  const { keyId } = createVault({ key });
  if (keyId !== manifest.key_id)
    throw new StartError(
      `The backup needs the key ${manifest.key_id}, but the given one is ${keyId}. Nothing was changed.`,
    );
  return key;
}

/** What an interrupted restore has left; the key was there before, or comes again. */
async function removeRemains(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((name) => !ALLOWED.has(name)))
    await rm(join(dataDir, name), { recursive: true });
}

/** Copies a file to its place, and on the disk; throws StartError if it is not what the manifest says. */
async function restoreFile(from: string, to: string, { path, sha256 }: BackupFile): Promise<void> {
  if (path === `${DATA}/${KEY_FILE}` && existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(bytes, _encoding, done) {
      hash.update(bytes);
      done(null, bytes);
    },
  });
  await pipeline(createReadStream(from), hashing, createWriteStream(to, { mode: 0o600, flush: true }));
  if (hash.digest("hex") !== sha256)
    throw new StartError(`${from} has changed while it was restored: run it again.`);
}

async function requireSameContents(dataDir: string, { tables }: BackupManifest, vault: Vault): Promise<void> {
  const found = await openCopy(dataDir, async (database) => {
    await requireInstallationKey(database, vault);
    return readContents(database);
  });
  const other = Object.keys({ ...tables, ...found.tables }).find(
    (name) => tables[name] !== found.tables[name],
  );
  if (other === undefined) return;
  throw new StartError(
    `${other} has ${found.tables[other] ?? 0} rows, but ${tables[other] ?? 0} when the backup was made: the restore has failed. Run it again on another disk.`,
  );
}
