import type { Db } from "../platform/database/database.ts";
import type { OperatorRow } from "./store.ts";

/** Stores the encrypted secret of one-time codes, which are not required yet; false if codes are on. */
export async function setTotp(db: Db, id: string, sealed: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("operators")
    .set({ totp_sealed: sealed, totp_last_step: null, updated_at: now })
    .where("id", "=", id)
    .where("totp_on", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stops requiring codes at sign-in. */
export async function deleteTotp(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("operators")
    .set({ totp_sealed: null, totp_on: false, totp_last_step: null, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Requires codes of this secret at sign-in from now on; false if it was replaced. */
export async function enableTotp(
  db: Db,
  { id, totp_sealed: sealed }: Pick<OperatorRow, "id" | "totp_sealed">,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("operators")
    .set({ totp_on: true, updated_at: now })
    .where("id", "=", id)
    .where("totp_sealed", "=", sealed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up the code of a time step; false if that step or a later one was used before. */
export async function claimTotpStep(db: Db, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("operators")
    .set({ totp_last_step: String(step) })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("totp_last_step", "is", null), eb("totp_last_step", "<", String(step))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
