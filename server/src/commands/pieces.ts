import { installPiece } from "../apps/providers/piece/install-piece.ts";
import { listPieceRecords, removePiece } from "../apps/providers/piece/installed-pieces.ts";
import { PieceInstallError } from "../apps/providers/piece/piece-install-error.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";

const USAGE_PIECES = "Usage: junctor pieces add PACKAGE@VERSION | add PATH | list | remove SLUG";

/** `junctor pieces add|list|remove`: installs Activepieces pieces into the data folder (docs/pieces.md). */
export async function runPiecesCommand(
  { dataDir }: Config,
  [action, name, ...others]: readonly string[],
): Promise<void> {
  if (others.length > 0) throw new StartError(USAGE_PIECES);
  if (action === "add" && name) return add(dataDir, name);
  if (action === "list" && !name) return list(dataDir);
  if (action !== "remove" || !name) throw new StartError(USAGE_PIECES);
  if (!(await removePiece(dataDir, name))) throw new StartError(`There is no piece ${name}.`);
  console.log(`Removed ${name}. A running server keeps it until it reloads (SIGHUP) or restarts.`);
}

async function add(dataDir: string, name: string): Promise<void> {
  try {
    const { slug, packageName, version, integrity, description } = await installPiece(dataDir, name);
    const { actions, triggers, leftOut } = description;
    console.log(
      `Installed ${packageName} ${version} as ${slug}: ${actions.length} actions, ${triggers.length} triggers.`,
    );
    for (const reason of leftOut) console.log(`  ${reason}`);
    if (integrity !== "") console.log(`Integrity: ${integrity}`);
    console.log("A running server has it after it reloads (SIGHUP) or restarts.");
  } catch (error) {
    throw error instanceof PieceInstallError ? new StartError(error.message) : error;
  }
}

async function list(dataDir: string): Promise<void> {
  const records = await listPieceRecords(dataDir);
  if (records.length === 0) console.log("No pieces are installed.");
  for (const { slug, packageName, version, inUse } of records) {
    console.log(`${slug}  ${packageName}@${version}${inUse ? "" : "  (not in use)"}`);
  }
}
