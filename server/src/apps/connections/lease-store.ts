import { sql } from "kysely";
import type { Db, Tx } from "../../platform/database/database.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import type { ConnectionRow } from "../store.ts";

/** What a renewal brought. */
export interface RenewedCredential {
  secrets: Buffer;
  expiresAt: Date | null;
  refreshAt: Date | null;
  now: Date;
}

/**
 * Takes the lease on a connection for `leaseMs`, if nobody holds it and nobody has renewed it, or failed to, since
 * `seen` was read; returns the row as it is then. The database's clock counts: processes may disagree about the time.
 */
export function claimRenewalLease(
  db: Db,
  seen: Pick<ConnectionRow, "id" | "revision" | "retry_at">,
  { lease, leaseMs }: { lease: string; leaseMs: number },
): Promise<ConnectionRow | undefined> {
  return db
    .updateTable("connections")
    .set({ lease, leased_until: sql<Date>`now() + make_interval(secs => ${leaseMs / 1000}::float8)` })
    .where("id", "=", seen.id)
    .where("revision", "=", seen.revision)
    .where("status", "=", "active")
    .where("retry_at", "is not distinct from", seen.retry_at)
    .where((eb) => eb.or([eb("lease", "is", null), eb("leased_until", "<", sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}

/** The connection `id`, or undefined when it is gone. */
export function findConnectionById(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Stores a renewed credential and gives the lease back; undefined when the lease was lost. */
export function saveRenewedCredential(
  db: Db,
  { id, lease }: { id: string; lease: string },
  { secrets, expiresAt, refreshAt, now }: RenewedCredential,
): Promise<ConnectionRow | undefined> {
  return db
    .updateTable("connections")
    .set((eb) => ({
      secrets,
      expires_at: expiresAt,
      refresh_at: refreshAt,
      retry_at: null,
      last_error: null,
      lease: null,
      leased_until: null,
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .where("lease", "=", lease)
    .returningAll()
    .executeTakeFirst();
}

/** Gives the lease back after a failure; no renewal is tried before `retryAt`. */
export async function releaseLeaseAfterFailure(
  db: Db,
  { id, lease }: { id: string; lease: string },
  { retryAt, reason }: { retryAt: Date; reason: string },
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ retry_at: retryAt, last_error: toStorableText(reason), lease: null, leased_until: null })
    .where("id", "=", id)
    .where("lease", "=", lease)
    .execute();
}

/**
 * Marks a connection as expired, if its credential is still the one of `revision` and nobody renews it right now but
 * the holder of `lease`: whoever overtook a renewer that was held up may have a good token by now. Whether this call
 * did it.
 */
export async function markExpired(
  tx: Tx,
  {
    id,
    revision,
    lease,
    reason,
    now,
  }: { id: string; revision: number; lease: string | null; reason: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("connections")
    .set((eb) => ({
      status: "expired",
      last_error: toStorableText(reason),
      lease: null,
      leased_until: null,
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("status", "=", "active")
    .where((eb) =>
      eb.or([eb("lease", "is", null), eb("leased_until", "<", sql<Date>`now()`), eb("lease", "=", lease)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
