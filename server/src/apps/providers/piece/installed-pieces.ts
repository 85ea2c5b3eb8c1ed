import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PieceDescription } from "./messages.ts";

const RECORD = "junctor-piece.json";
const ACTIVE = "active.json";

/** A version of a piece that was built. */
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

/** The slug of a piece's application, which never equals that of a shipped connector. */
export function getPieceSlug(packageName: string): string {
  const last = packageName.split("/").at(-1) ?? "";
  const plain = last.toLowerCase().replace(/[^a-z0-9-]/g, "-");
  return plain.startsWith("piece-") ? plain : `piece-${plain}`;
}

/** The list in which earlier versions of Junctor, which stored pieces in the data folder, named those in use. */
export function getActiveFile(dataDir: string): string {
  return join(getPiecesFolder(dataDir), ACTIVE);
}

/** The pieces that an earlier version of Junctor used, by slug, each with its folder. */
export async function listFolderPieces(dataDir: string): Promise<{ slug: string; folder: string }[]> {
  try {
    const active: Record<string, string> = JSON.parse(await readFile(getActiveFile(dataDir), "utf8"));
    const base = getPiecesFolder(dataDir);
    return Object.entries(active).map(([slug, name]) => ({ slug, folder: join(base, name) }));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** The record of a piece in its folder. */
export async function readFolderRecord(
  folder: string,
): Promise<Pick<PieceRecord, "packageName" | "version" | "integrity">> {
  return JSON.parse(await readFile(join(folder, RECORD), "utf8"));
}
