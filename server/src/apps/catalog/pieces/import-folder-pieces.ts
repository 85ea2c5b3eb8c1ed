import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { buildPiece } from "../../providers/piece/build-piece.ts";
import { getActiveFile, listFolderPieces, readFolderRecord } from "../../providers/piece/installed-pieces.ts";
import { listPieceFacts, savePiece, toPackedPiece } from "./piece-store.ts";

type TakeOverDeps = Pick<Deps, "db" | "queue" | "config" | "clock" | "log">;

/**
 * Stores the pieces that an earlier version of Junctor installed into this data folder. One that cannot be is named in
 * the log and tried again at the next start; one that another machine has stored already stays as it is there.
 */
export async function importFolderPieces(deps: TakeOverDeps): Promise<void> {
  const { config, log } = deps;
  let isDone = true;
  const found = await listFolderPieces(config.dataDir);
  for (const { slug, folder } of found) {
    try {
      if ((await listPieceFacts(deps.db, slug)).length === 0) await importPiece(deps, folder);
    } catch (error) {
      isDone = false;
      log.error({ err: error, slug }, "piece.not-taken-over");
    }
  }
  const file = getActiveFile(config.dataDir);
  if (isDone && found.length > 0) await rename(file, `${file}.taken-over`);
}

async function importPiece({ queue, clock, log }: TakeOverDeps, folder: string): Promise<void> {
  const { packageName, version, integrity } = await readFolderRecord(folder);
  const scratch = await mkdtemp(join(tmpdir(), "junctor-piece-"));
  try {
    const { record, ...built } = await buildPiece(scratch, join(folder, "node_modules", packageName));
    // The registry's, which the folder no longer shows.
    const packed = await toPackedPiece({ ...built, record: { ...record, integrity } });
    await queue.transaction((tx) => savePiece(tx, packed, { by: null, now: clock.now() }));
    log.info({ slug: record.slug, package: packageName, version }, "piece.taken-over");
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
