import { createHash } from "node:crypto";
import { createReadStream, type Dirent, existsSync } from "node:fs";
import { open, readdir, readFile, rename } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { StartError } from "../../platform/errors.ts";

const FORMAT = 1;
const NAME = "manifest.json";
const AT_ONCE = 16;

/** What a backup has: it is written last, so a folder without it is no backup. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly created_at: string;
  /** Of the program that made it. */
  readonly version: string;
  /** The newest migration of its schema. */
  readonly schema: string;
  /** Identifies the root key that opens its secrets; says nothing about the key itself. */
  readonly key_id: string;
  readonly has_key: boolean;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Large files of the database's rows whose bytes were deleted while the backup was made. */
  readonly missing_objects: number;
  /** Without files, PostgreSQL needs some of them. */
  readonly folders: readonly string[];
  readonly files: readonly BackupFile[];
}

export interface BackupFile {
  /** In the backup, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Describes all files below a folder, and sees to it that they are on the disk. */
export async function describeFiles(folder: string): Promise<BackupFile[]> {
  return runInGroups(await listFiles(folder), (path) => describeFile(folder, path));
}

/** Some at a time, because each waits for the disk. */
export async function runInGroups<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(run))));
  return results;
}

/** The folders below a folder. */
export async function listFolders(folder: string): Promise<string[]> {
  return listEntries(folder, (entry) => entry.isDirectory());
}

/** The files below a folder, without the manifest. */
export async function listFiles(folder: string): Promise<string[]> {
  return (await listEntries(folder, (entry) => entry.isFile())).filter((path) => path !== NAME);
}

/** Paths in the folder, with slashes; none if it is not there. */
async function listEntries(folder: string, isListed: (entry: Dirent) => boolean): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(isListed)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of createReadStream(join(folder, path))) {
    hash.update(part);
    bytes += part.length;
  }
  const handle = await open(join(folder, path), "r+");
  await handle.sync();
  await handle.close();
  return { path, bytes, sha256: hash.digest("hex") };
}

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const draft = join(folder, `${NAME}.draft`);
  const handle = await open(draft, "w", 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(draft, join(folder, NAME));
}

/** Reads the manifest of a backup; throws StartError if the folder is none, or was not finished. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  if (!existsSync(folder)) throw new StartError(`There is no folder ${folder}.`);
  const path = join(folder, NAME);
  if (!existsSync(path))
    throw new StartError(
      `${folder} is no complete backup: it has no ${NAME}, which is written last. If a backup was interrupted there, delete the folder and make it again.`,
    );
  const manifest: BackupManifest = await readFile(path, "utf8")
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  if (manifest?.format === FORMAT && Array.isArray(manifest.files)) return manifest;
  throw new StartError(`${path} cannot be read by this version of Junctor.`);
}

/** Compares the files of a backup with its manifest; throws StartError with the first that are not what it says. */
export async function requireIntact(folder: string, { files }: BackupManifest): Promise<void> {
  const problems: string[] = [];
  const present = new Set(await listFiles(folder));
  await runInGroups(files, async ({ path, bytes, sha256 }) => {
    if (!present.delete(path)) return problems.push(`${path} is missing`);
    const found = await describeFile(folder, path);
    if (found.bytes !== bytes || found.sha256 !== sha256) problems.push(`${path} has changed`);
  });
  for (const path of present) problems.push(`${path} is not in the manifest`);
  if (problems.length === 0) return;
  const more = problems.length > 3 ? `, and ${problems.length - 3} more` : "";
  throw new StartError(`The backup in ${folder} is damaged: ${problems.slice(0, 3).join("; ")}${more}.`);
}
