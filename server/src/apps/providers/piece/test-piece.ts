import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { buildPiece } from "./build-piece.ts";
import { writePieceCode } from "./package-files.ts";
import type { InstalledPiece } from "./piece-connector.ts";

/** A piece from a folder, as it is installed, with its code in a folder below `work`. */
export async function buildTestPiece(work: string, wanted: string): Promise<InstalledPiece> {
  const { record, code } = await buildPiece(mkdtempSync(join(work, "scratch-")), wanted);
  const folder = join(work, record.slug);
  mkdirSync(folder);
  writePieceCode(folder, code);
  return { ...record, folder };
}
