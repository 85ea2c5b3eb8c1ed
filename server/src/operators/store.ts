import { type Selectable, sql } from "kysely";
import type { Role, Roles } from "../auth/roles.ts";
import { deleteOperatorSessions } from "../auth/sessions/operator-sessions.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import type { Db } from "../platform/database/database.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { Page } from "../platform/page.ts";
import type { OperatorTable } from "./table.ts";

export type OperatorRow = Selectable<OperatorTable>;

/** Changes of an operator; absent fields stay unchanged. */
export interface OperatorChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly roles?: Partial<Roles> | undefined;
}

/** The form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Creates an operator; 409 if anyone in the installation has the address. */
export async function insertOperator(
  db: Db,
  orgId: string,
  { email, name, roles }: { email: string; name?: string | undefined; roles: Partial<Roles> },
  now: Date,
): Promise<OperatorRow> {
  const made = await db
    .insertInto("operators")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      email: normalizeEmail(email),
      name: name ?? null,
      test_role: roles.test ?? null,
      production_role: roles.production ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return made;
  throw addressTaken();
}

function addressTaken(): ApiError {
  return new ApiError("conflict", "CONFLICT", "An operator with this email address already exists.");
}

async function refuseTaken(tx: Db, email: string, id: string): Promise<void> {
  // Concurrent claims of the same address wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext(${`operator/${normalizeEmail(email)}`}))`.execute(tx);
  const holder = await findOperatorByEmail(tx, email);
  if (holder && holder.id !== id) throw addressTaken();
}

/** Whether an operator, or somebody who was invited, owns production of any organization. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owners = db
    .selectFrom("operators")
    .select("id")
    .where("production_role", "=", "owner" satisfies Role);
  return (await owners.limit(1).executeTakeFirst()) !== undefined;
}

/** The operator with this address, in any organization: the caller is not signed in yet. */
export function findOperatorByEmail(db: Db, email: string): Promise<OperatorRow | undefined> {
  return db.selectFrom("operators").selectAll().where("email", "=", normalizeEmail(email)).executeTakeFirst();
}

/** The operator bound to a provider's identity. */
export function findOperatorByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<OperatorRow | undefined> {
  return db
    .selectFrom("operators")
    .selectAll()
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .executeTakeFirst();
}

/** Binds an operator to a provider's identity. */
export async function setIdentity(
  tx: Db,
  id: string,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable("operators")
    .set({ oidc_issuer: issuer, oidc_subject: subject, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** The operator with this id, locked until the transaction ends. */
export function lockOperator(tx: Db, id: string): Promise<OperatorRow | undefined> {
  return tx.selectFrom("operators").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** An operator of an organization; 404 if there is none. */
export async function readOperator(db: Db, orgId: string, id: string): Promise<OperatorRow> {
  const row = await db
    .selectFrom("operators")
    .selectAll()
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Operator");
  return row;
}

/** One page of an organization's operators, oldest first. */
export function listOperators(db: Db, orgId: string, page: Page) {
  return readCountedPage(
    db,
    db.selectFrom("operators").selectAll().where("org_id", "=", orgId).orderBy("id"),
    page,
  );
}

/**
 * Changes an operator; 409 if production would be left without an owner or the address is taken. Call it in a
 * transaction.
 */
export async function updateOperator(
  tx: Db,
  { orgId, id }: { orgId: string; id: string },
  { name, email, roles = {} }: OperatorChange,
  now: Date,
): Promise<OperatorRow> {
  if (roles.production !== undefined && roles.production !== "owner") await keepAnOwner(tx, orgId, id);
  await readOperator(tx, orgId, id);
  if (email !== undefined) await refuseTaken(tx, email, id);
  return tx
    .updateTable("operators")
    .set({
      name,
      email: email && normalizeEmail(email),
      test_role: roles.test,
      production_role: roles.production,
      updated_at: now,
    })
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes an operator with its sessions and links; 409 for the last owner of production. Call it in a transaction. */
export async function deleteOperator(tx: Db, orgId: string, id: string): Promise<void> {
  await readOperator(tx, orgId, id);
  await keepAnOwner(tx, orgId, id);
  await tx.deleteFrom("operators").where("org_id", "=", orgId).where("id", "=", id).execute();
}

/**
 * Removes an operator's password, code, identity and sessions, because it may be another person now. Call it in a
 * transaction.
 */
export async function resetOperator(tx: Db, orgId: string, id: string, now: Date): Promise<void> {
  await readOperator(tx, orgId, id);
  await tx
    .updateTable("operators")
    .set({
      ...{ password_hash: null, totp_sealed: null, totp_on: false, totp_last_step: null },
      ...{ oidc_issuer: null, oidc_subject: null, updated_at: now },
    })
    .where("id", "=", id)
    .execute();
  await deleteOperatorSessions(tx, id);
}

export async function setPassword(db: Db, id: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable("operators")
    .set({ password_hash: passwordHash, updated_at: now })
    .where("id", "=", id)
    .execute();
}

export async function recordSignIn(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("operators").set({ last_sign_in_at: now }).where("id", "=", id).execute();
}

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

async function keepAnOwner(tx: Db, orgId: string, id: string): Promise<void> {
  // Two owners who remove each other at the same time would leave none.
  await sql`select 1 from organizations where id = ${orgId} for update`.execute(tx);
  const owners = await tx
    .selectFrom("operators")
    .select("id")
    .where("org_id", "=", orgId)
    .where("production_role", "=", "owner" satisfies Role)
    .execute();
  if (owners.some((one) => one.id === id) && owners.length === 1)
    throw new ApiError(
      "conflict",
      "CONFLICT",
      "This is the last owner of production: make another operator owner first.",
    );
}
