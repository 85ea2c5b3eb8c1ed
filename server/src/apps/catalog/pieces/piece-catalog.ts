import type { Deps } from "../../../deps.ts";
import type { Connector } from "../../connector.ts";
import { createPieceConnector } from "../../providers/piece/piece-connector.ts";
import type { PiecePool } from "../../providers/piece/piece-pool.ts";
import type { PieceFiles } from "./piece-files.ts";
import { findPieceDescription, listPiecesInUse, type PieceHead } from "./piece-store.ts";

/** The pieces in use, as this process last read them. */
export interface PieceCatalog {
  get(slug: string): Connector | undefined;
  /** The same array until a piece was installed, replaced or removed. */
  list(): readonly Connector[];
  /** Reads what has changed since; a call while it reads has it read once more. */
  refresh(): Promise<void>;
}

interface KnownPiece {
  /** Its row and code. */
  readonly key: string;
  readonly connector: Connector;
}

/** Opens the pieces of a process; none is known before the first `refresh`. */
export function openPieceCatalog(
  { db }: Pick<Deps, "db">,
  { pool, files }: { pool: PiecePool; files: PieceFiles },
): PieceCatalog {
  let known = new Map<string, KnownPiece>();
  let list: readonly Connector[] = [];
  let reading: Promise<void> | undefined;
  let again: Promise<void> | undefined;

  const read = async () => {
    const heads = await listPiecesInUse(db);
    const found = new Map<string, KnownPiece>();
    for (const head of heads) {
      const key = `${head.id}/${head.hash}`;
      const before = known.get(head.slug);
      const piece = before?.key === key ? before : await readPiece(head, key);
      if (piece !== undefined) found.set(head.slug, piece);
    }
    const isSame = found.size === known.size && [...found].every(([slug, one]) => known.get(slug) === one);
    if (isSame) return;
    known = found;
    list = [...found.values()].map(({ connector }) => connector);
  };
  const readPiece = async (head: PieceHead, key: string): Promise<KnownPiece | undefined> => {
    const description = await findPieceDescription(db, head.id);
    if (description === undefined) return undefined;
    const { slug, package: packageName, version, hash } = head;
    const piece = { folder: files.folderOf(head), packageName, slug, version, hash, description };
    // The code is in its folder before a process is asked for it.
    const acquire: PiecePool["acquire"] = async (source) => {
      await files.write(head);
      return pool.acquire(source);
    };
    return { key, connector: createPieceConnector(piece, { ...pool, acquire }) };
  };
  const refresh = (): Promise<void> => {
    if (reading === undefined) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    again ??= reading
      .catch(() => {})
      .then(() => {
        again = undefined;
        return refresh();
      });
    return again;
  };
  return { get: (slug) => known.get(slug)?.connector, list: () => list, refresh };
}
