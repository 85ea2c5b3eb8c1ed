import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { type Selectable, sql } from "kysely";
import { type Db, json, jsonb, type Tx } from "../../../platform/database/database.ts";
import { createId } from "../../../platform/id.ts";
import type { PieceBuild } from "../../providers/piece/build-piece.ts";
import type { PieceDescription } from "../../providers/piece/messages.ts";
import { PieceInstallError } from "../../providers/piece/piece-install-error.ts";
import type { PieceTable } from "./piece-table.ts";

// What one can go back to.
const KEPT_VERSIONS = 5;

const HEAD = ["id", "slug", "package", "version", "hash", "in_use"] as const;
const FACTS = [...HEAD, "integrity", "code_bytes", "installed_at", "installed_by"] as const;

/** A version of a piece without its code, lock and description, which may have megabytes. */
export type PieceHead = Pick<Selectable<PieceTable>, (typeof HEAD)[number]>;
/** What is shown of a version. */
export type PieceFacts = Pick<Selectable<PieceTable>, (typeof FACTS)[number]>;

/** Who changes pieces: the actor, with the organization where it is one's owner. */
export type PieceActor = Selectable<PieceTable>["installed_by"];

/** The versions in use, by slug. */
export function listPiecesInUse(db: Db): Promise<PieceHead[]> {
  return db.selectFrom("pieces").select(HEAD).where("in_use", "=", true).orderBy("slug").execute();
}

/** All versions of all pieces, or of one, the newest first. */
export function listPieceFacts(db: Db, slug?: string): Promise<PieceFacts[]> {
  return db
    .selectFrom("pieces")
    .select(FACTS)
    .$if(slug !== undefined, (query) => query.where("slug", "=", slug ?? ""))
    .orderBy("slug")
    .orderBy("installed_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** What a version offers; undefined if it was removed. */
export async function findPieceDescription(db: Db, id: string): Promise<PieceDescription | undefined> {
  const row = await db.selectFrom("pieces").select("description").where("id", "=", id).executeTakeFirst();
  return row?.description;
}

/** The code of a version; undefined if it was removed. */
export async function findPieceCode(db: Db, { id, hash }: PieceHead): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("pieces")
    .select("code")
    .where("id", "=", id)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row && promisify(zstdDecompress)(row.code);
}

/** The slugs and hashes of all versions. */
export function listPieceHashes(db: Db): Promise<Pick<PieceHead, "slug" | "hash">[]> {
  return db.selectFrom("pieces").select(["slug", "hash"]).execute();
}

/** A built piece with its compressed code. */
export interface PackedPiece extends PieceBuild {
  readonly packed: Buffer;
}

/** Compresses a piece's code, before a transaction is open. */
export async function toPackedPiece(built: PieceBuild): Promise<PackedPiece> {
  return { ...built, packed: await promisify(zstdCompress)(built.code) };
}

/**
 * Stores a version and puts it to use in place of the slug's others, of which four are kept. Throws
 * `PieceInstallError` if the slug, or connections to it, belong to another package: its code would get their
 * credentials.
 */
export async function savePiece(
  tx: Tx,
  { record, code, lock, packed }: PackedPiece,
  { by, now }: { by: PieceActor; now: Date },
): Promise<void> {
  const { slug, packageName, version, integrity, hash, description } = record;
  await lockPiece(tx, slug);
  const former = await requireOwnPackage(tx, slug, packageName);
  // What another package has kept, such as tokens, is not for this one.
  if (former !== undefined) await tx.deleteFrom("stored_values").where("slug", "=", slug).execute();
  await tx.updateTable("pieces").set({ in_use: false }).where("slug", "=", slug).execute();
  const values = {
    package: packageName,
    integrity,
    hash,
    code: packed,
    code_bytes: code.byteLength,
    lock,
    description: json(description),
    in_use: true,
    installed_at: now,
    installed_by: by && jsonb(by),
  };
  await tx
    .insertInto("pieces")
    .values({ id: createId(now.getTime()), slug, version, ...values })
    .onConflict((conflict) => conflict.columns(["slug", "version"]).doUpdateSet(values))
    .execute();
  await noteInstalled(tx, { slug, package: packageName, version, status: "installed" }, now);
  const older = (await listPieceFacts(tx, slug)).slice(KEPT_VERSIONS).map(({ id }) => id);
  if (older.length > 0) await tx.deleteFrom("pieces").where("id", "in", older).execute();
}

/** Throws unless the slug is free or the package's own; returns the other package that had it before. */
export async function requireOwnPackage(
  db: Db,
  slug: string,
  packageName: string,
): Promise<string | undefined> {
  const known = await db
    .selectFrom("piece_installs")
    .select("package")
    .where("slug", "=", slug)
    .executeTakeFirst();
  const stored = await db.selectFrom("pieces").select("package").where("slug", "=", slug).executeTakeFirst();
  if (stored !== undefined) {
    if (stored.package === packageName) return undefined;
    throw new PieceInstallError(
      `${slug} is the package ${stored.package}, and its connections must not go to ${packageName}: remove it first.`,
    );
  }
  if (known === undefined || known.package === packageName) return undefined;
  const { count } = await countPieceConnections(db, slug);
  if (count === 0) return known.package;
  const connections = count === 1 ? "1 connection" : `${count} connections`;
  throw new PieceInstallError(
    `${slug} was the package ${known.package} and still has ${connections}, which must not go to ${packageName}: disconnect them first.`,
  );
}

/** Puts a stored version to use; returns its package, or undefined if it is not stored. */
export async function updateVersionInUse(
  tx: Tx,
  { slug, version }: Pick<PieceHead, "slug" | "version">,
  now: Date,
): Promise<string | undefined> {
  await lockPiece(tx, slug);
  const wanted = await tx
    .selectFrom("pieces")
    .select(["id", "package"])
    .where("slug", "=", slug)
    .where("version", "=", version)
    .executeTakeFirst();
  if (wanted === undefined) return undefined;
  await tx.updateTable("pieces").set({ in_use: false }).where("slug", "=", slug).execute();
  await tx.updateTable("pieces").set({ in_use: true }).where("id", "=", wanted.id).execute();
  await noteInstalled(tx, { slug, package: wanted.package, version, status: "installed" }, now);
  return wanted.package;
}

/** Deletes all versions of a piece; returns the one that was in use, or undefined if there was none. */
export async function deletePiece(tx: Tx, slug: string, now: Date): Promise<PieceHead | undefined> {
  await lockPiece(tx, slug);
  const gone = await tx.deleteFrom("pieces").where("slug", "=", slug).returning(HEAD).execute();
  const last = gone.find(({ in_use: isInUse }) => isInUse) ?? gone[0];
  if (last === undefined) return undefined;
  await noteInstalled(tx, { slug, package: last.package, version: last.version, status: "removed" }, now);
  return last;
}

/** How many connections there are to a piece, in all organizations: all of them use the same one. */
export async function countPieceConnections(db: Db, slug: string): Promise<{ count: number }> {
  const { count } = await db
    .selectFrom("connections")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return { count: Number(count) };
}

/** One change of a slug at a time; a second call in the same `tx` does nothing. */
export async function lockPiece(tx: Tx, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pieces/${slug}`}, 0))`.execute(tx);
}

interface InstallOutcome {
  readonly slug: string;
  readonly package: string;
  readonly version: string;
  readonly status: "installed" | "removed";
}

async function noteInstalled(tx: Tx, outcome: InstallOutcome, now: Date): Promise<void> {
  const values = { ...outcome, stage: null, problem: null, updated_at: now };
  await tx
    .insertInto("piece_installs")
    .values({ ...values, id: createId(now.getTime()), requested_by: null, requested_at: now })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
    .execute();
}
