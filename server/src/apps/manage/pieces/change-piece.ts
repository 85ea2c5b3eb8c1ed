import type { Deps } from "../../../deps.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { ApiError, notFound } from "../../../platform/errors.ts";
import {
  deletePiece,
  type PieceActor,
  requireOwnPackage,
  updateVersionInUse,
} from "../../catalog/pieces/piece-store.ts";
import { PieceInstallError } from "../../providers/piece/piece-install-error.ts";
import { installPieceJob } from "./install-job.ts";
import {
  insertInstall,
  listInstalls,
  lockInstall,
  type PieceInstallRow,
  updateInstall,
} from "./install-store.ts";
import { countPieceUses, describeUses } from "./piece-uses.ts";
import { recordPieceAct } from "./record-piece-act.ts";

type NewPiece = Pick<PieceInstallRow, "slug" | "package"> & {
  readonly version: string | undefined;
  readonly by: PieceActor;
};

/** Starts an installation; 409 while the slug is being installed, or if it is another package's. */
export async function startInstall(deps: Deps, wanted: NewPiece): Promise<void> {
  const now = deps.clock.now();
  await deps.queue.transaction(async (tx) => {
    if (await lockInstall(tx, wanted.slug)) throw createInstallingError(wanted.slug);
    await requireOwnPackage(tx, wanted.slug, wanted.package).catch((error: unknown) => {
      throw error instanceof PieceInstallError ? new ApiError("conflict", "CONFLICT", error.message) : error;
    });
    const id = await insertInstall(tx, wanted, now);
    await deps.queue.enqueue(tx, installPieceJob, { id });
  });
}

/** Puts a stored version to use; false if it is not stored. 409 while the slug is being installed. */
export async function useStoredVersion(
  deps: Deps,
  { slug, version, by }: { slug: string; version: string; by: PieceActor },
): Promise<boolean> {
  const now = deps.clock.now();
  const found = await deps.db.transaction().execute(async (tx) => {
    if (await lockInstall(tx, slug)) throw createInstallingError(slug);
    const packageName = await updateVersionInUse(tx, { slug, version }, now);
    if (packageName === undefined) return false;
    await recordPieceAct(tx, { verb: "version_changed", record: { slug, packageName, version }, by }, now);
    return true;
  });
  if (found) await deps.catalog.refreshPieces();
  return found;
}

/**
 * Removes a piece, or what is left of an installation that failed; 404 if there is neither, 409 while it is being
 * installed or used.
 */
export async function removePiece(
  deps: Deps,
  { slug, by, force }: { slug: string; by: PieceActor; force: boolean },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    if (await lockInstall(tx, slug)) throw createInstallingError(slug);
    const gone = await deletePiece(tx, slug, now);
    if (gone === undefined) return dismissFailure(tx, slug, now);
    const uses = force ? undefined : describeUses(await countPieceUses(tx, slug));
    if (uses !== undefined) {
      throw new ApiError(
        "conflict",
        "CONFLICT",
        `${slug} is used by ${uses}, which would stop working: remove them first, or force it.`,
      );
    }
    const { package: packageName, version } = gone;
    await recordPieceAct(tx, { verb: "removed", record: { slug, packageName, version }, by }, now);
  });
  await deps.catalog.refreshPieces();
}

async function dismissFailure(tx: Tx, slug: string, now: Date): Promise<void> {
  const [install] = await listInstalls(tx, slug);
  if (install?.status !== "failed") throw notFound("Piece");
  await updateInstall(tx, install.id, { status: "removed", stage: null }, now);
}

function createInstallingError(slug: string): ApiError {
  return new ApiError(
    "conflict",
    "CONFLICT",
    `${slug} is just being installed: try again when that has ended.`,
  );
}
