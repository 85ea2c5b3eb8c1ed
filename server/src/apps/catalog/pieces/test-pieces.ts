import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { buildPiece } from "../../providers/piece/build-piece.ts";
import { savePiece, toPackedPiece } from "./piece-store.ts";

/** Installs a piece from a folder on a server. */
export async function installTestPiece(
  { queue, clock, catalog }: Pick<Deps, "queue" | "clock" | "catalog">,
  folder: string,
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "test-piece-"));
  const packed = await toPackedPiece(await buildPiece(scratch, folder));
  rmSync(scratch, { recursive: true, force: true });
  await queue.transaction((tx) => savePiece(tx, packed, { by: null, now: clock.now() }));
  await catalog.refreshPieces();
}
