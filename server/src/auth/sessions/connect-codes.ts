import { randomBytes } from "node:crypto";
import type { Db } from "../../platform/database/database.ts";
import { hashToken } from "../../platform/secret-text.ts";
import type { AccountScope } from "../scope.ts";

/** How long a code is valid: a page is loaded meanwhile. */
export const CONNECT_CODE_TTL_S = 600;

/** Creates a code that is exchanged once for a session token of `scope.account`. Only its hash is stored (D591). */
export async function createConnectCode(db: Db, scope: AccountScope, now: Date): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  // So that the table does not outgrow its use.
  await db.deleteFrom("connect_codes").where("expires_at", "<=", now).execute();
  await db
    .insertInto("connect_codes")
    .values({
      hash: hashToken(code),
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account.id,
      expires_at: new Date(now.getTime() + CONNECT_CODE_TTL_S * 1000),
    })
    .execute();
  return code;
}

/** Uses up a code; undefined if it is unknown, was used or has expired. */
export async function takeConnectCode(db: Db, code: string, now: Date): Promise<AccountScope | undefined> {
  const taken = await db
    .deleteFrom("connect_codes as c")
    .using("linked_accounts as a")
    .whereRef("a.id", "=", "c.account_id")
    .where("c.hash", "=", hashToken(code))
    .where("c.expires_at", ">", now)
    .returning(["c.org_id", "c.environment", "a.id", "a.account_id"])
    .executeTakeFirst();
  if (!taken) return undefined;
  const { org_id: orgId, environment, id, account_id: accountId } = taken;
  return { orgId, environment, account: { id, accountId } };
}
