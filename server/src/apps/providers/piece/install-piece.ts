import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildPiece } from "./build-piece.ts";
import { enablePiece, getPieceFolder, getPiecesFolder, type PieceRecord } from "./installed-pieces.ts";
import { PIECE_FILE } from "./messages.ts";

/**
 * Installs a piece into the data folder and puts it to use. `wanted` is as in `buildPiece`. Throws `PieceInstallError`.
 */
export async function installPiece(dataDir: string, wanted: string): Promise<PieceRecord> {
  const base = resolve(getPiecesFolder(dataDir));
  await mkdir(base, { recursive: true });
  const scratch = await mkdtemp(join(base, ".new-"));
  try {
    const { record, code, lock } = await buildPiece(scratch, wanted);
    const stored = join(scratch, "stored");
    await mkdir(stored);
    await writeFile(join(stored, PIECE_FILE), code);
    await writeFile(join(stored, "package-lock.json"), lock);
    const folder = join(base, getPieceFolder(record.packageName, record.version));
    await rm(folder, { recursive: true, force: true });
    await rename(stored, folder);
    await enablePiece(dataDir, folder, record);
    return record;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
