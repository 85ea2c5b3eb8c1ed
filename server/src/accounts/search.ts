import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { buildScopedList } from "../platform/database/long-list.ts";

// A word that this many of the newest accounts have is found by scanning accounts one by one.
const LOOKED_AT = 500;
const COMMON = 25;

/** An account that a search found. */
export interface AccountHit {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
}

/**
 * Filters the scope's accounts to those whose names or ids have words that begin with the words of `text`. The
 * planner cannot estimate how many match, and a plan for many takes seconds for few, so the newest accounts decide.
 * Trigram search would need an extension that many managed servers refuse.
 */
export async function buildAccountNameFilter(
  db: Db,
  scope: Scope,
  text: string,
): Promise<RawBuilder<SqlBool>> {
  const { indexed } = buildScopedList("linked_accounts", scope);
  // As the index stores it (migration 0077).
  const asked = sql.join(
    spellings(text).map((one) => sql`search_query(${one})`),
    sql` || `,
  );
  const fits = sql<SqlBool>`search_words(linked_accounts.account_id || ' ' || coalesce(linked_accounts.name, '')) @@ (${asked})`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select account_id, name from linked_accounts where ${indexed} order by id desc limit ${sql.lit(LOOKED_AT)}
    ) linked_accounts where ${fits}`.execute(db);
  if ((rows[0]?.count ?? 0) >= COMMON) return sql`${indexed} and ${fits}`;
  return sql`${indexed} and linked_accounts.id = any (array(select id from linked_accounts where ${indexed} and ${fits}))`;
}

/** A database with the locale C lowercases ASCII letters only: other words are searched in each common spelling. */
function spellings(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text];
  const small = text.toLowerCase();
  const capitalized = small.replace(/(?<=^|\s)\S/gu, (letter) => letter.toUpperCase());
  return [...new Set([text, small, capitalized, text.toUpperCase()])];
}

/** Up to `limit` accounts that match `text`: first the one with that id, then the newest. */
export async function findAccounts(
  db: Db,
  scope: Scope,
  { text, limit }: { text: string; limit: number },
): Promise<AccountHit[]> {
  const accounts = db.selectFrom("linked_accounts").select(["id", "account_id as accountId", "name"]);
  const exact = accounts
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", text);
  const named = accounts.where(await buildAccountNameFilter(db, scope, text)).where("account_id", "<>", text);
  return [...(await exact.execute()), ...(await named.orderBy("id", "desc").limit(limit).execute())];
}
