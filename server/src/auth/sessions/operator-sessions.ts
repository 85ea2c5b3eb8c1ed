import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Db, Statement } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import { hashCredential } from "../keys/keys.ts";
import type { OrganizationLimits } from "../limits/rate-limit.ts";
import type { Role, Roles } from "../roles.ts";

const HOUR_MS = 3_600_000;
/** A session ends after this long without a request. */
export const SESSION_LIFE_MS = 14 * 24 * HOUR_MS;
// A copied cookie must not work forever, however often it is used.
const LONGEST_LIFE = "90 days";
const EXPIRED_PER_SIGN_IN = 10;
// Beyond this the oldest sessions end: the list of them is shown unpaged.
const MOST_PER_OPERATOR = 100;
const LONGEST_USER_AGENT = 300;

/** An operator's session, with what its requests need (D271). */
export interface OperatorSession {
  readonly id: string;
  readonly operatorId: string;
  readonly email: string;
  readonly orgId: string;
  readonly roles: Roles;
  readonly limits: OrganizationLimits;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** The browser that a session belongs to. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

const FIND: Statement = {
  name: "auth-find-operator-session",
  text: `select s.id, s.operator_id, o.email, o.org_id, o.test_role, o.production_role, s.created_at,
      s.last_seen_at, s.expires_at,
      g.rate_limit_requests, g.rate_limit_triggers
    from operator_sessions s join operators o on o.id = s.operator_id join organizations g on g.id = o.org_id
    where s.hash = $1 and s.expires_at > $2`,
};

interface SessionRow {
  readonly id: string;
  readonly operator_id: string;
  readonly email: string;
  readonly org_id: string;
  readonly test_role: Role | null;
  readonly production_role: Role | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly rate_limit_requests: number | null;
  readonly rate_limit_triggers: number | null;
}

/** The session of a cookie's token; undefined if it has ended. */
export async function findOperatorSession(
  database: Database,
  token: string,
  now: Date,
): Promise<OperatorSession | undefined> {
  const [row] = await database.query<SessionRow>(FIND, [hashCredential(token), now]);
  return (
    row && {
      id: row.id,
      operatorId: row.operator_id,
      email: row.email,
      orgId: row.org_id,
      roles: { test: row.test_role, production: row.production_role },
      limits: { requests: row.rate_limit_requests, triggers: row.rate_limit_triggers },
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
    }
  );
}

/** Creates a session and returns the token for its cookie; only the hash is stored. */
export async function createOperatorSession(
  db: Db,
  operatorId: string,
  { address, userAgent }: Visitor,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("operator_sessions")
    .values({
      id: createId(now.getTime()),
      hash: hashCredential(token),
      operator_id: operatorId,
      address,
      // Browsers send ASCII; a text column may not be able to store anything else.
      user_agent: userAgent.replace(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_USER_AGENT),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + SESSION_LIFE_MS),
    })
    .execute();
  // Each sign-in deletes some expired sessions, so that the table does not outgrow its use.
  const expired = db
    .selectFrom("operator_sessions")
    .select("id")
    .where("expires_at", "<=", now)
    .limit(EXPIRED_PER_SIGN_IN);
  await db.deleteFrom("operator_sessions").where("id", "in", expired).execute();
  const beyond = db
    .selectFrom("operator_sessions")
    .select("id")
    .where("operator_id", "=", operatorId)
    .orderBy("id", "desc")
    .offset(MOST_PER_OPERATOR);
  await db.deleteFrom("operator_sessions").where("id", "in", beyond).execute();
  return token;
}

/** When a session should be renewed: at most once an hour, so that few requests write. */
export function getRenewalTime({ lastSeenAt }: OperatorSession): Date {
  return new Date(lastSeenAt.getTime() + HOUR_MS);
}

/** Extends a session by 14 days, up to 90 days in all. */
export async function renewOperatorSession(db: Db, id: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + SESSION_LIFE_MS);
  await db
    .updateTable("operator_sessions")
    .set({
      last_seen_at: now,
      expires_at: sql<Date>`least(${until}::timestamptz, created_at + ${LONGEST_LIFE}::interval)`,
    })
    .where("id", "=", id)
    .execute();
}

/** The active sessions of an operator, newest first. */
export function listOperatorSessions(db: Db, operatorId: string, now: Date) {
  return db
    .selectFrom("operator_sessions")
    .select(["id", "address", "user_agent", "created_at", "last_seen_at", "expires_at"])
    .where("operator_id", "=", operatorId)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .execute();
}

/** Ends one session of an operator; false if there is none. */
export async function deleteOperatorSession(db: Db, operatorId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("operator_sessions")
    .where("operator_id", "=", operatorId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends all sessions of an operator except `exceptId`; false if there were none. */
export async function deleteOperatorSessions(
  db: Db,
  operatorId: string,
  exceptId?: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("operator_sessions")
    .where("operator_id", "=", operatorId)
    .where("id", "!=", exceptId ?? "")
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the session with this token; false if there is none. */
export async function deleteOperatorSessionOfToken(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("operator_sessions")
    .where("hash", "=", hashCredential(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
