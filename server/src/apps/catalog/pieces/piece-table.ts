import type { Json } from "../../../platform/json/json.ts";
import type { PieceDescription } from "../../providers/piece/messages.ts";

/** One version of an installed piece; of the whole server, because its code runs with the rights of its user (D502). */
export interface PieceTable {
  id: string;
  slug: string;
  package: string;
  version: string;
  /** The registry's; empty for a piece from a folder. */
  integrity: string;
  /** SHA-256 of the code before compression, in hex. */
  hash: string;
  /** The code, compressed by Zstandard. */
  code: Buffer;
  /** Bytes of the code before compression. */
  code_bytes: number;
  /** The lock file of everything in the code. */
  lock: string;
  description: PieceDescription;
  in_use: boolean;
  installed_at: Date;
  /** The actor, with `orgId` where an organization's owner installed it. */
  installed_by: { [fact: string]: Json } | null;
}

export const INSTALL_STATUSES = ["installing", "installed", "failed", "removed"] as const;

/** The latest installation of a slug. */
export interface PieceInstallTable {
  slug: string;
  /** Another for each installation. */
  id: string;
  package: string;
  /** Null: the newest. */
  version: string | null;
  status: (typeof INSTALL_STATUSES)[number];
  /** What is being done, in words. */
  stage: string | null;
  /** Why it failed, in a sentence. */
  problem: string | null;
  requested_by: { [fact: string]: Json } | null;
  requested_at: Date;
  updated_at: Date;
}

declare module "../../../platform/database/database.ts" {
  interface Tables {
    pieces: PieceTable;
    piece_installs: PieceInstallTable;
  }
}
