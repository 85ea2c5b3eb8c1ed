import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  deletePiece,
  listPieceFacts,
  type PieceActor,
  savePiece,
  toPackedPiece,
} from "../apps/catalog/pieces/piece-store.ts";
import { recordPieceAct } from "../apps/manage/pieces/record-piece-act.ts";
import { buildPiece } from "../apps/providers/piece/build-piece.ts";
import { PieceInstallError } from "../apps/providers/piece/piece-install-error.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { StartError } from "../platform/errors.ts";
import { withDeps } from "./access.ts";
import { getSystemUser } from "./system-user.ts";

const USAGE_PIECES = "Usage: junctor pieces add PACKAGE@VERSION | add PATH | list | remove SLUG";

/** `junctor pieces add|list|remove`: installs Activepieces pieces for all processes of a database (docs/pieces.md). */
export async function runPiecesCommand(
  config: Config,
  [action, name, ...others]: readonly string[],
): Promise<void> {
  if (others.length > 0) throw new StartError(USAGE_PIECES);
  if (action === "add" && name) return withDeps(config, (deps) => add(deps, name));
  if (action === "list" && !name) return withDeps(config, list);
  if (action !== "remove" || !name) throw new StartError(USAGE_PIECES);
  return withDeps(config, (deps) => remove(deps, name));
}

async function add(deps: Deps, name: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "junctor-piece-"));
  try {
    const packed = await toPackedPiece(await buildPiece(scratch, name));
    const { record } = packed;
    const now = deps.clock.now();
    const by = getActor("add");
    await deps.queue.transaction(async (tx) => {
      await savePiece(tx, packed, { by, now });
      await recordPieceAct(tx, { verb: "installed", record, by }, now);
    });
    const { actions, triggers, leftOut } = record.description;
    console.log(
      `Installed ${record.packageName} ${record.version} as ${record.slug}: ${actions.length} actions, ${triggers.length} triggers.`,
    );
    for (const reason of leftOut) console.log(`  ${reason}`);
    if (record.integrity !== "") console.log(`Integrity: ${record.integrity}`);
  } catch (error) {
    throw error instanceof PieceInstallError ? new StartError(error.message) : error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function list({ db }: Deps): Promise<void> {
  const pieces = await listPieceFacts(db);
  if (pieces.length === 0) console.log("No pieces are installed.");
  for (const { slug, package: packageName, version, in_use: isInUse } of pieces) {
    console.log(`${slug}  ${packageName}@${version}${isInUse ? "" : "  (not in use)"}`);
  }
}

async function remove({ queue, clock }: Deps, slug: string): Promise<void> {
  const now = clock.now();
  await queue.transaction(async (tx) => {
    const gone = await deletePiece(tx, slug, now);
    if (gone === undefined) throw new StartError(`There is no piece ${slug}.`);
    const record = { slug, packageName: gone.package, version: gone.version };
    await recordPieceAct(tx, { verb: "removed", record, by: getActor("remove") }, now);
  });
  console.log(`Removed ${slug}.`);
}

function getActor(action: string): PieceActor {
  return { kind: "command_line", name: getSystemUser(), operation: `junctor pieces ${action}` };
}
