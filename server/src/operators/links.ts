import { randomBytes } from "node:crypto";
import { hashCredential } from "../auth/keys/keys.ts";
import { listOrganizations } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import { deleteLinks, hasOwner } from "./store.ts";

const LINK_LIFE_MS = 7 * 86_400_000;
const RESET_LIFE_MS = 3_600_000;

/** The address that a link opens. The token is in the fragment, which browsers do not send, so no log holds it. */
export function buildSignInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/app/sign-in#${token}`;
}

/** Creates an operator's only sign-in link; earlier ones end. Call it in a transaction. */
export async function createSignInLink(
  tx: Db,
  { orgId, operatorId }: { orgId: string; operatorId: string | null },
  now: Date,
): Promise<string> {
  if (operatorId !== null) await deleteLinks(tx, operatorId);
  else await tx.deleteFrom("operator_links").where("operator_id", "is", null).execute();
  await tx.deleteFrom("operator_links").where("expires_at", "<=", now).execute();
  return insertLink(tx, { orgId, operatorId, expiresAt: new Date(now.getTime() + LINK_LIFE_MS) });
}

/**
 * Creates a link for an operator who has asked for it by mail, valid for an hour. Earlier links stay, because anybody can
 * ask: an invitation must not end by that. Call it in a transaction.
 */
export async function createResetLink(
  tx: Db,
  { orgId, operatorId }: { orgId: string; operatorId: string },
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + RESET_LIFE_MS);
  return { token: await insertLink(tx, { orgId, operatorId, expiresAt }), expiresAt };
}

async function insertLink(
  tx: Db,
  { orgId, operatorId, expiresAt }: { orgId: string; operatorId: string | null; expiresAt: Date },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx
    .insertInto("operator_links")
    .values({ hash: hashCredential(token), org_id: orgId, operator_id: operatorId, expires_at: expiresAt })
    .execute();
  return token;
}

/**
 * Uses up a link and returns whom it signs in. 401 if it was used, has expired or is unknown. Call it in a
 * transaction.
 */
export async function claimLink(
  tx: Db,
  token: string,
  now: Date,
): Promise<{ orgId: string; operatorId: string | null }> {
  const taken = await tx
    .deleteFrom("operator_links")
    .where("hash", "=", hashCredential(token))
    .where("expires_at", ">", now)
    .returning(["org_id", "operator_id"])
    .executeTakeFirst();
  if (taken) return { orgId: taken.org_id, operatorId: taken.operator_id };
  throw createLinkUsedError();
}

/** Whom a link signs in, without using it up; undefined if it was used, has expired or is unknown. */
export function findLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ orgId: string; operatorId: string | null; expiresAt: Date } | undefined> {
  return db
    .selectFrom("operator_links")
    .select(["org_id as orgId", "operator_id as operatorId", "expires_at as expiresAt"])
    .where("hash", "=", hashCredential(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** The error for a link that signs nobody in. */
export function createLinkUsedError(): ApiError {
  return new ApiError(
    "unauthorized",
    "LINK_USED",
    "This link was already used or has expired: each signs in once, for a limited time. Ask an owner for a new one, or create one with `junctor operators reset <email>`.",
  );
}

/** While nobody owns production: the token of a link that creates an owner; an earlier such link ends. */
export async function createFirstLink({
  queue,
  clock,
}: Pick<Deps, "queue" | "clock">): Promise<string | undefined> {
  return queue.transaction(async (tx) => {
    const [organization] = await listOrganizations(tx);
    if (!organization || (await hasOwner(tx))) return undefined;
    return createSignInLink(tx, { orgId: organization.id, operatorId: null }, clock.now());
  });
}
