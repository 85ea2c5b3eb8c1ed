import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { defineJob } from "../../../platform/queue/job.ts";
import { savePiece, toPackedPiece } from "../../catalog/pieces/piece-store.ts";
import { PackageInstallError } from "../../providers/install-package.ts";
import { findNewestVersion } from "../../providers/newest-version.ts";
import { buildPiece } from "../../providers/piece/build-piece.ts";
import { PieceInstallError } from "../../providers/piece/piece-install-error.ts";
import { findOpenInstall, type PieceInstallRow, updateInstall } from "./install-store.ts";
import { recordPieceAct } from "./record-piece-act.ts";

// A package that ends its process each time (out of memory) must not do so forever.
const MOST_ATTEMPTS = 3;

type InstallDeps = Pick<Deps, "db" | "queue" | "clock" | "log">;

/** Installs a piece in a working process; after a crash another one begins again. */
export const installPieceJob = defineJob<{ id: string }, InstallDeps>({
  name: "apps.install-piece",
  concurrency: 1,
  run: async (deps, { id }, context) => {
    const install = await findOpenInstall(deps.db, id);
    if (install === undefined) return;
    const fail = async (problem: string) => {
      await updateInstall(deps.db, id, { status: "failed", stage: null, problem }, deps.clock.now());
    };
    if (context.attempt >= MOST_ATTEMPTS)
      return fail(`The installation was interrupted ${MOST_ATTEMPTS} times; the server's log may say why.`);
    try {
      const packed = await buildInstall(deps, install);
      await context.confirm();
      const now = deps.clock.now();
      await deps.queue.transaction(async (tx) => {
        await savePiece(tx, packed, { by: install.requested_by, now });
        await recordPieceAct(tx, { verb: "installed", record: packed.record, by: install.requested_by }, now);
        await context.settle(tx);
      });
    } catch (error) {
      if (!(error instanceof PieceInstallError) && !(error instanceof PackageInstallError)) throw error;
      deps.log.info({ package: install.package, problem: error.message }, "piece.not-installed");
      await fail(error.message);
    }
  },
});

async function buildInstall({ db, clock }: InstallDeps, install: PieceInstallRow) {
  const { id, package: packageName } = install;
  const note = (stage: string, version?: string) => updateInstall(db, id, { stage, version }, clock.now());
  const scratch = await mkdtemp(join(tmpdir(), "junctor-piece-"));
  try {
    if (install.version === null) await note("Looking up the newest version");
    const version = install.version ?? (await findNewestVersion(packageName));
    await note("Downloading and bundling", version);
    const built = await buildPiece(scratch, `${packageName}@${version}`);
    await note("Storing");
    return await toPackedPiece(built);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
