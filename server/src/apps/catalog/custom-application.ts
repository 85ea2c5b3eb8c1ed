import { sql } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import type { Application } from "./application.ts";
import {
  type CustomDefinition,
  countCustomRows,
  findCustomDefinition,
  lockCustomRow,
  lockCustomRowShared,
  saveCustomRow,
} from "./application-store.ts";
import { collectAuthority, findNewAuthority } from "./authority.ts";

// All of them are read for the list of applications, and kept compiled between lists (D494).
const MOST_CUSTOM = 2000;

/** A custom application to store. */
export type NewCustomApplication = CustomDefinition & {
  slug: string;
  now: Date;
  /** No connection, not even an expired one, has credentials for this way to sign in, so that none can go to its addresses. */
  hasNewSignIn?: boolean;
};

/**
 * Stores an organization's own application, replacing an earlier one with the same slug. 400 if credentials that
 * customers gave to the earlier one would go somewhere else.
 */
export function saveCustomApplication(db: Db, scope: Scope, own: NewCustomApplication): Promise<void> {
  return db.transaction().execute((tx) => saveCustomApplicationIn(tx, scope, own));
}

/** `saveCustomApplication` within a transaction. */
export async function saveCustomApplicationIn(
  tx: Tx,
  scope: Scope,
  own: NewCustomApplication,
): Promise<void> {
  await lockCustomApplications(tx, scope);
  const row = await lockCustomRow(tx, scope, own.slug);
  if (row === undefined) await refuseTooMany(tx, scope);
  const known = row === undefined ? [] : collectAuthority(row.provider, row.definition);
  const { definition } = own;
  const used = own.hasNewSignIn ? { ...definition, auth: {} } : definition;
  const strangers = findNewAuthority(collectAuthority(own.provider, used), known);
  if (own.hasNewSignIn) await deleteConsents(tx, scope, own.slug);
  if (strangers.length > 0) await refuseEntrusted(tx, scope, own.slug, strangers);
  await saveCustomRow(tx, scope, own);
}

/**
 * Serializes changes of the custom applications of an organization and environment; a second call in the same `tx` does
 * nothing.
 */
export async function lockCustomApplications(tx: Tx, { orgId, environment }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own-applications/${orgId}/${environment}`}, 0))`.execute(
    tx,
  );
}

async function refuseTooMany(tx: Tx, scope: Scope): Promise<void> {
  if ((await countCustomRows(tx, scope)) < MOST_CUSTOM) return;
  throw badRequest(
    `You already have ${MOST_CUSTOM.toLocaleString("en")} applications of your own, which is the limit: delete one first.`,
  );
}

async function refuseEntrusted(tx: Tx, scope: Scope, slug: string, strangers: string[]): Promise<void> {
  const { count } = await tx
    .selectFrom("connections")
    .select((eb) => eb.fn.count<number>("account_id").distinct().as("count"))
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const customers = Number(count) === 1 ? "1 customer" : `${count} customers`;
  if (Number(count) > 0) {
    throw badRequest(
      `The application ${slug} has connections of ${customers}, whose credentials would go to ${strangers.join(" and ")}: disconnect them or delete the application first.`,
    );
  }
  await deleteConsents(tx, scope, slug);
}

/** A consent that began at other addresses must not end at those of a new definition. */
async function deleteConsents(tx: Tx, scope: Scope, slug: string): Promise<void> {
  for (const table of ["oauth_states", "account_choices"] as const)
    await tx
      .deleteFrom(table)
      .where("org_id", "=", scope.orgId)
      .where("environment", "=", scope.environment)
      .where("slug", "=", slug)
      .execute();
}

/**
 * Locks a custom application until `tx` has stored a connection to it. 404 if it was deleted since it was read, 409 if
 * it now sends credentials elsewhere; does nothing for one of the catalog.
 */
export async function lockCustomApplication(
  tx: Tx,
  scope: Scope,
  { id, own, connector }: Application,
): Promise<void> {
  if (own === undefined) return;
  const row = await lockCustomRowShared(tx, scope, connector.info.slug);
  if (row?.id !== id) throw notFound("Application");
  if (row.revision === own.revision) return;
  const stored = await findCustomDefinition(tx, row);
  if (stored === undefined) throw notFound("Application");
  if (findNewAuthority(collectAuthority(stored.provider, stored.definition), own.authority()).length === 0)
    return;
  throw new ApiError("conflict", "CONFLICT", "The application changed in the meantime: connect again.");
}
