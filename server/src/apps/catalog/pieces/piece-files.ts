import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/errors.ts";
import { getPiecesFolder } from "../../providers/piece/installed-pieces.ts";
import { readPieceCode, writePieceCode } from "../../providers/piece/package-files.ts";
import { findPieceCode, listPieceHashes, type PieceHead } from "./piece-store.ts";

/** The code of pieces in this process's data folder, written when it is first needed (D500). */
export interface PieceFiles {
  folderOf(piece: Pick<PieceHead, "slug" | "hash">): string;
  /** Has the code in its folder; 404 if the piece was removed meanwhile. */
  write(piece: PieceHead): Promise<void>;
  /** Deletes the code of versions that are no longer stored. */
  deleteUnknown(): Promise<void>;
}

/** Opens the cache of a process; processes with the same data folder share it. */
export function openPieceFiles({ db, config }: Pick<Deps, "db" | "config">): PieceFiles {
  const base = join(getPiecesFolder(config.dataDir), "code");
  // Code is compared with its hash once in a process.
  const written = new Map<string, Promise<void>>();
  const nameOf = ({ slug, hash }: Pick<PieceHead, "slug" | "hash">) => `${slug}-${hash.slice(0, 16)}`;
  const folderOf = (piece: Pick<PieceHead, "slug" | "hash">) => join(base, nameOf(piece));
  const write = async (piece: PieceHead) => {
    const folder = folderOf(piece);
    if (readPieceCode(folder, piece.hash) !== undefined) return;
    const code = await findPieceCode(db, piece);
    if (code === undefined) throw notFound("Application");
    await mkdir(base, { recursive: true });
    const scratch = await mkdtemp(join(base, ".new-"));
    try {
      writePieceCode(scratch, code);
      await rm(folder, { recursive: true, force: true });
      await rename(scratch, folder);
    } catch (error) {
      // Another process with this folder may have been faster.
      if (readPieceCode(folder, piece.hash) === undefined) throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  };
  return {
    folderOf,
    write: (piece) => {
      const name = nameOf(piece);
      const known = written.get(name);
      if (known !== undefined) return known;
      const writing = write(piece).catch((error: unknown) => {
        written.delete(name);
        throw error;
      });
      written.set(name, writing);
      return writing;
    },
    deleteUnknown: async () => {
      const known = new Set((await listPieceHashes(db)).map(nameOf));
      const found = await readdir(base).catch(() => []);
      const unknown = found.filter((name) => !name.startsWith(".") && !known.has(name));
      await Promise.all(unknown.map((name) => rm(join(base, name), { recursive: true, force: true })));
    },
  };
}
