import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PieceDescription } from "./messages.ts";
import type { InstalledPiece } from "./piece-connector.ts";

const RECORD = "junctor-piece.json";
const ACTIVE = "active.json";

/** What is kept beside an installed piece. */
export interface PieceRecord {
  slug: string;
  packageName: string;
  version: string;
  /** What the registry said of the package's content. */
  integrity: string;
  description: PieceDescription;
}

/** The folder of the pieces in the data folder. */
export function getPiecesFolder(dataDir: string): string {
  return join(dataDir, "pieces");
}

/** A piece's folder name: the package's name cannot lead out of it. */
export function getPieceFolder(packageName: string, version: string): string {
  return `${packageName.replace(/^@/, "").replaceAll("/", "__")}@${version}`;
}

/** The slug of a piece's application: never one of a shipped connector. */
export function getPieceSlug(packageName: string): string {
  const last = packageName.split("/").at(-1) ?? "";
  const plain = last.toLowerCase().replace(/[^a-z0-9-]/g, "-");
  return plain.startsWith("piece-") ? plain : `piece-${plain}`;
}

/** A piece that is in use, or why its folder is none. */
export type FoundPiece = InstalledPiece | { folder: string; message: string };

/** The pieces in use; a broken one is named. */
export async function readPieces(dataDir: string): Promise<FoundPiece[]> {
  const base = getPiecesFolder(dataDir);
  const active = Object.entries(await readActive(base));
  return Promise.all(active.map(([slug, folder]) => readPiece(slug, join(base, folder))));
}

async function readPiece(slug: string, folder: string): Promise<FoundPiece> {
  try {
    const record: PieceRecord = JSON.parse(await readFile(join(folder, RECORD), "utf8"));
    const { packageName, version, description } = record;
    return { folder, slug, packageName, version, description };
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
      ...(JSON.parse(await readFile(join(base, name, RECORD), "utf8")) as PieceRecord), // written below
      inUse: active.includes(name),
    })),
  );
}

/** Writes down what an installed piece is, and puts it to use in place of another version. */
export async function enablePiece(dataDir: string, folder: string, record: PieceRecord): Promise<void> {
  const base = getPiecesFolder(dataDir);
  await writeFile(join(folder, RECORD), JSON.stringify(record, null, 2));
  await writeActive(base, {
    ...(await readActive(base)),
    [record.slug]: getPieceFolder(record.packageName, record.version),
  });
}

/** Takes a piece out of use and deletes all its versions; whether there was one. */
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

/** By a rename: a crash in between leaves the old list. */
async function writeActive(base: string, active: Record<string, string>): Promise<void> {
  await mkdir(base, { recursive: true });
  await writeFile(join(base, `${ACTIVE}.new`), JSON.stringify(active, null, 2));
  await rename(join(base, `${ACTIVE}.new`), join(base, ACTIVE));
}
