import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PieceDescription } from "./messages.ts";
import type { InstalledPiece } from "./piece-connector.ts";

const RECORD = "junctor-piece.json";
const ACTIVE = "active.json";

/** The record that is stored with an installed piece. */
export interface PieceRecord {
  slug: string;
  packageName: string;
  version: string;
  /** The registry's integrity hash of the package. */
  integrity: string;
  /** SHA-256 of the file with its code (hex). */
  hash: string;
  description: PieceDescription;
}

/** The folder of the pieces in the data folder. */
export function getPiecesFolder(dataDir: string): string {
  return join(dataDir, "pieces");
}

/** A piece's folder name, which cannot lead out of the pieces' folder. */
export function getPieceFolder(packageName: string, version: string): string {
  return `${packageName.replace(/^@/, "").replaceAll("/", "__")}@${version}`;
}

/** The slug of a piece's application, which never equals that of a shipped connector. */
export function getPieceSlug(packageName: string): string {
  const last = packageName.split("/").at(-1) ?? "";
  const plain = last.toLowerCase().replace(/[^a-z0-9-]/g, "-");
  return plain.startsWith("piece-") ? plain : `piece-${plain}`;
}

/** A piece in use, or why its folder cannot be read. */
export type FoundPiece = InstalledPiece | { folder: string; message: string };

/** The pieces in use, including those that cannot be read. */
export async function readPieces(dataDir: string): Promise<FoundPiece[]> {
  const base = getPiecesFolder(dataDir);
  const active = Object.entries(await readActive(base));
  return Promise.all(active.map(([slug, folder]) => readPiece(slug, join(base, folder))));
}

async function readPiece(slug: string, folder: string): Promise<FoundPiece> {
  try {
    const record: PieceRecord = JSON.parse(await readFile(join(folder, RECORD), "utf8"));
    const { packageName, version, hash, description } = record;
    if (hash === undefined)
      throw new Error("it was installed by an earlier version of Junctor; add it again");
    return { folder, slug, packageName, version, hash, description };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    return { folder, message: `${folder} cannot be read: ${reason}.` };
  }
}

/** All installed pieces, in use or not. */
export async function listPieceRecords(dataDir: string): Promise<(PieceRecord & { inUse: boolean })[]> {
  const base = getPiecesFolder(dataDir);
  const active = Object.values(await readActive(base));
  const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  return Promise.all(
    folders.map(async ({ name }) => ({
      ...(JSON.parse(await readFile(join(base, name, RECORD), "utf8")) as PieceRecord), // as enablePiece writes it
      inUse: active.includes(name),
    })),
  );
}

/** Stores the record of an installed piece, and puts it to use in place of another version. */
export async function enablePiece(dataDir: string, folder: string, record: PieceRecord): Promise<void> {
  const base = getPiecesFolder(dataDir);
  await writeFile(join(folder, RECORD), JSON.stringify(record, null, 2));
  await writeActive(base, {
    ...(await readActive(base)),
    [record.slug]: getPieceFolder(record.packageName, record.version),
  });
}

/** Takes a piece out of use and deletes all its versions; returns whether there was one. */
export async function removePiece(dataDir: string, slug: string): Promise<boolean> {
  const base = getPiecesFolder(dataDir);
  const records = (await listPieceRecords(dataDir)).filter((record) => record.slug === slug);
  const { [slug]: _gone, ...others } = await readActive(base);
  await writeActive(base, others);
  for (const { packageName, version } of records) {
    await rm(join(base, getPieceFolder(packageName, version)), { recursive: true, force: true });
  }
  return records.length > 0;
}

async function readActive(base: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(join(base, ACTIVE), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/** Replaces the list by a rename: a crash before it leaves the old list. */
async function writeActive(base: string, active: Record<string, string>): Promise<void> {
  await mkdir(base, { recursive: true });
  await writeFile(join(base, `${ACTIVE}.new`), JSON.stringify(active, null, 2));
  await rename(join(base, `${ACTIVE}.new`), join(base, ACTIVE));
}
