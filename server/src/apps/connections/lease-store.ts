import { sql } from "kysely";
import type { Db, Tx } from "../../platform/database/database.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import { createLease, IS_UNLEASED, UNLEASED } from "../../platform/work/row-lease.ts";
import type { ConnectionRow } from "../store.ts";

/** The result of a renewal. */
export interface RenewedCredential {
  secrets: Buffer;
  expiresAt: Date | null;
  refreshAt: Date | null;
  now: Date;
}

/**
 * Takes the lease on a connection for `leaseMs`, if nobody holds it and nobody has renewed it, or failed to, since
 * `seen` was read; returns the row as it is then.
 */
export function claimRenewalLease(
  db: Db,
  seen: Pick<ConnectionRow, "id" | "revision" | "retry_at">,
  leaseMs: number,
): Promise<ConnectionRow | undefined> {
  return db
    .updateTable("connections")
    .set(createLease(leaseMs))
    .where("id", "=", seen.id)
    .where("revision", "=", seen.revision)
    .where("status", "=", "active")
    .where("retry_at", "is not distinct from", seen.retry_at)
    .where(sql<boolean>`${sql.raw(IS_UNLEASED)}`)
    .returningAll()
    .executeTakeFirst();
}

/** The connection `id`, or undefined if it no longer exists. */
export function findConnectionById(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Stores a renewed credential and releases the lease; undefined if the lease was lost. */
export function saveRenewedCredential(
  db: Db,
  { id, lease }: Pick<ConnectionRow, "id" | "lease">,
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
      ...UNLEASED,
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .where("lease", "=", lease)
    .returningAll()
    .executeTakeFirst();
}

/** Releases the lease after a failure; no renewal is tried before `retryAt`. */
export async function releaseLeaseAfterFailure(
  db: Db,
  { id, lease }: Pick<ConnectionRow, "id" | "lease">,
  { retryAt, reason }: { retryAt: Date; reason: string },
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ retry_at: retryAt, last_error: toStorableText(reason), ...UNLEASED })
    .where("id", "=", id)
    .where("lease", "=", lease)
    .execute();
}

/**
 * Marks a connection as expired, if its credential is still that of `revision` and nobody but the holder of `lease`
 * is renewing it: a process that overtook a delayed renewal may have a valid token by now. Returns whether this call
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
      ...UNLEASED,
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("status", "=", "active")
    .where((eb) => eb.or([sql<boolean>`${sql.raw(IS_UNLEASED)}`, eb("lease", "=", lease)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
