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
  // The Kelvin sign would become a k, and its address somebody else's.
  return email.trim().replace(/[^\u212A]+/g, (part) => part.toLowerCase());
}

/** Creates an operator; 409 if another operator of the organization has the address. Call it in a transaction. */
export async function insertOperator(
  db: Db,
  orgId: string,
  { email, name, roles }: { email: string; name?: string | undefined; roles: Partial<Roles> },
  now: Date,
): Promise<OperatorRow> {
  await lockAddress(db, orgId, normalizeEmail(email));
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
    .onConflict((conflict) => conflict.columns(["email", "org_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return made;
  throw addressTaken();
}

function addressTaken(): ApiError {
  return new ApiError("conflict", "CONFLICT", "An operator with this email address already exists.");
}

/** Concurrent claims of the same address wait for each other. */
async function lockAddress(tx: Db, orgId: string, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`operator/${orgId}/${email}`}))`.execute(tx);
}

async function refuseTaken(
  tx: Db,
  { orgId, id }: { orgId: string; id: string },
  email: string,
): Promise<void> {
  await lockAddress(tx, orgId, email);
  const holder = await findOperatorByEmail(tx, orgId, email);
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

/** The operator of an organization with this address. */
export function findOperatorByEmail(db: Db, orgId: string, email: string): Promise<OperatorRow | undefined> {
  return db
    .selectFrom("operators")
    .selectAll()
    .where("email", "=", normalizeEmail(email))
    .where("org_id", "=", orgId)
    .executeTakeFirst();
}

/** The operators with this address, at most one an organization: for callers who are not signed in yet. */
export function listOperatorsByEmail(db: Db, email: string): Promise<OperatorRow[]> {
  return db
    .selectFrom("operators")
    .selectAll()
    .where("email", "=", normalizeEmail(email))
    .orderBy("id")
    .execute();
}

/** The operators bound to a provider's identity, at most one an organization. */
export function listOperatorsByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<OperatorRow[]> {
  return db
    .selectFrom("operators")
    .selectAll()
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .orderBy("id")
    .execute();
}

/** Binds an operator to a provider's identity, whose verified address the operator's is. */
export async function setIdentity(
  tx: Db,
  id: string,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable("operators")
    .set({ oidc_issuer: issuer, oidc_subject: subject, email_proved: true, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Notes that the operator has used a link that was made for their address. */
export async function setEmailProved(tx: Db, id: string): Promise<void> {
  await tx.updateTable("operators").set({ email_proved: true }).where("id", "=", id).execute();
}

/** Ends the links that sign an operator in. */
export async function deleteLinks(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom("operator_links").where("operator_id", "=", operatorId).execute();
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
 * Changes an operator; 409 if production would be left without an owner or the address is taken. A new address is
 * unproved, and ends the links that were made for the old one. Call it in a transaction.
 */
export async function updateOperator(
  tx: Db,
  { orgId, id }: { orgId: string; id: string },
  { name, email, roles = {} }: OperatorChange,
  now: Date,
): Promise<OperatorRow> {
  if (roles.production !== undefined && roles.production !== "owner") await keepAnOwner(tx, orgId, id);
  const { email: current } = await readOperator(tx, orgId, id);
  const address = email && normalizeEmail(email);
  const isNew = address !== undefined && address !== current;
  if (isNew) {
    await refuseTaken(tx, { orgId, id }, address);
    await deleteLinks(tx, id);
  }
  return tx
    .updateTable("operators")
    .set({
      name,
      email: address,
      email_proved: isNew ? false : undefined,
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
      password_hash: null,
      totp_sealed: null,
      totp_on: false,
      totp_last_step: null,
      oidc_issuer: null,
      oidc_subject: null,
      updated_at: now,
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
