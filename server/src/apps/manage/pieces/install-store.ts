import type { Selectable } from "kysely";
import { type Db, jsonb, type Tx } from "../../../platform/database/database.ts";
import { createId } from "../../../platform/id.ts";
import { lockPiece, type PieceActor } from "../../catalog/pieces/piece-store.ts";
import type { PieceInstallTable } from "../../catalog/pieces/piece-table.ts";

export type PieceInstallRow = Selectable<PieceInstallTable>;

/** An installation to begin. */
export interface NewInstall {
  readonly slug: string;
  readonly package: string;
  readonly version: string | undefined;
  readonly by: PieceActor;
}

/** The latest installations of all slugs, or of one. */
export function listInstalls(db: Db, slug?: string): Promise<PieceInstallRow[]> {
  return db
    .selectFrom("piece_installs")
    .selectAll()
    .$if(slug !== undefined, (query) => query.where("slug", "=", slug ?? ""))
    .orderBy("slug")
    .execute();
}

/** Whether the slug is being installed; nothing else changes it until `tx` ends. */
export async function lockInstall(tx: Tx, slug: string): Promise<boolean> {
  await lockPiece(tx, slug);
  const [row] = await listInstalls(tx, slug);
  return row?.status === "installing";
}

/** Begins an installation; returns its id. */
export async function insertInstall(
  tx: Tx,
  { slug, package: packageName, version, by }: NewInstall,
  now: Date,
): Promise<string> {
  const id = createId(now.getTime());
  const values = {
    id,
    package: packageName,
    version: version ?? null,
    status: "installing" as const,
    stage: "Waiting",
    problem: null,
    requested_by: by && jsonb(by),
    requested_at: now,
    updated_at: now,
  };
  await tx
    .insertInto("piece_installs")
    .values({ slug, ...values })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
    .execute();
  return id;
}

/** The installation with this id, unless it has ended. */
export function findOpenInstall(db: Db, id: string): Promise<PieceInstallRow | undefined> {
  return db
    .selectFrom("piece_installs")
    .selectAll()
    .where("id", "=", id)
    .where("status", "=", "installing")
    .executeTakeFirst();
}

/** Notes what an installation does, or how it ended; does nothing to one that was installed. */
export async function updateInstall(
  db: Db,
  id: string,
  change: { status?: "failed" | "removed"; stage: string | null; problem?: string; version?: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("piece_installs")
    .set({ ...change, updated_at: now })
    .where("id", "=", id)
    .where("status", "in", ["installing", "failed"])
    .execute();
}
