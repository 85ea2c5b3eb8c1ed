import type { Db } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import { loadJose } from "../../platform/memory/late-packages.ts";
import { type AccountScope, ENVIRONMENTS, type Environment } from "../scope.ts";

const EXPIRED_PER_ISSUE = 10;
const AUDIENCE = "junctor-session";

/** A fresh session token for one linked account (platform-surface 3.12). */
export interface IssuedToken {
  token: string;
  /** Lifetime in seconds. */
  expiresIn: number;
}

/** What a valid token says; only the database knows whether it was revoked. */
export interface SessionClaims {
  readonly id: string;
  readonly orgId: string;
  readonly environment: Environment;
  readonly accountId: string;
  readonly expiresAt: Date;
  readonly ofLink: boolean;
}

interface TokenTerms {
  readonly now: Date;
  readonly ttlS: number;
  readonly operatorId?: string | null;
  /** Issued by a portal link. */
  readonly ofLink?: boolean;
}

/** Issues and records a token for `scope.account`, valid for `ttlS` seconds from `now`. */
export async function createSessionToken(
  db: Db,
  secret: Buffer,
  scope: AccountScope,
  { now, ttlS, operatorId = null, ofLink = false }: TokenTerms,
): Promise<IssuedToken> {
  const id = createId(now.getTime());
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expiresAt = issuedAt + ttlS;
  await db
    .insertInto("session_tokens")
    .values({
      id,
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account.id,
      operator_id: operatorId,
      issued_at: new Date(issuedAt * 1000),
      expires_at: new Date(expiresAt * 1000),
      revoked_at: null,
    })
    .execute();
  // Each new token deletes some expired ones, so that the table does not outgrow its use.
  await deleteExpiredSessions(db, now, EXPIRED_PER_ISSUE);
  const { SignJWT } = loadJose();
  const token = await new SignJWT({
    org_id: scope.orgId,
    linked_account_id: scope.account.accountId,
    environment: scope.environment,
    ...(ofLink && { of_link: true }),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setJti(id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(secret);
  return { token, expiresIn: ttlS };
}

/** The claims of `token`, or undefined when it is forged, expired or of another kind. */
export async function verifySessionToken(
  secret: Buffer,
  token: string,
  now: Date,
): Promise<SessionClaims | undefined> {
  if (!token.split(".").every(isCanonical)) return undefined;
  const { errors, jwtVerify } = loadJose();
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ["HS256"],
      audience: AUDIENCE,
      currentDate: now,
    });
    const { jti, org_id: orgId, environment, linked_account_id: accountId, exp } = payload;
    const known = ENVIRONMENTS.find((one) => one === environment);
    if (!jti || !exp || !known || typeof orgId !== "string" || typeof accountId !== "string")
      return undefined;
    const ofLink = payload.of_link === true;
    return { id: jti, orgId, environment: known, accountId, expiresAt: new Date(exp * 1000), ofLink };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Whether a part is spelled as it was encoded: decoding ignores padding, other alphabets and unused bits. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}

/** Revokes a token; returns how many were revoked, 0 or 1. */
export async function revokeSessionToken(db: Db, id: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("session_tokens")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes the records of tokens that expired more than a day ago, at most `limit` of them. */
export async function deleteExpiredSessions(db: Db, now: Date, limit: number): Promise<void> {
  const expired = db
    .selectFrom("session_tokens")
    .select("id")
    .where("expires_at", "<", new Date(now.getTime() - 86_400_000))
    .limit(limit);
  await db.deleteFrom("session_tokens").where("id", "in", expired).execute();
}
