import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPiece } from "./build-piece.ts";
import { PIECE_FILE } from "./messages.ts";
import type { InstalledPiece } from "./piece-connector.ts";

/** A piece from a folder, as it is installed, with its code in a folder below `work`. */
export async function buildTestPiece(work: string, wanted: string): Promise<InstalledPiece> {
  const { record, code } = await buildPiece(mkdtempSync(join(work, "scratch-")), wanted);
  const folder = join(work, record.slug);
  mkdirSync(folder);
  writeFileSync(join(folder, PIECE_FILE), code);
  return { ...record, folder };
}
