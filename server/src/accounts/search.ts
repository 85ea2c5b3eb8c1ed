import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import { allowBitmapScans } from "../platform/database/bitmap-scans.ts";
import type { Db } from "../platform/database/database.ts";
import { buildScopedList, estimateRows } from "../platform/database/long-list.ts";
import type { Page } from "../platform/page.ts";

// How many of the newest accounts are checked one by one before the index is used: words that many accounts have are
// found among them at once, and others have so few that all can be sorted.
const WINDOW = 5000;
// What ends a word of a name, as in the index (migration 0077).
const SEPARATOR = "[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]";

/** An account that a search found. */
export interface AccountHit {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
}

/** The accounts of one page of a search, and their total number. */
export interface FoundAccounts {
  /** Newest first; one more than the page has if others follow. */
  readonly ids: readonly string[];
  readonly total: number;
  readonly isEstimate: boolean;
}

/**
 * Finds one page of the accounts whose names or ids have words that begin with the words of `text`. Trigram search
 * would need an extension that many managed servers refuse.
 */
export async function findAccountIds(db: Db, scope: Scope, text: string, page: Page): Promise<FoundAccounts> {
  const search = await readSearch(db, scope, text, page);
  if (!search) return { ids: [], total: 0, isEstimate: false };
  const found = await lookThrough(db, search);
  if (found.total === undefined) return cut(page, await askIndex(db, search));
  return cut(page, { ...found, total: found.total });
}

function cut({ after, offset, limit }: Page, { ids, total, isEstimate }: FoundAccounts): FoundAccounts {
  if (after === undefined) return { ids: ids.slice(offset), total, isEstimate };
  // The accounts before a cursor are not counted again.
  return { ids, total: offset + total, isEstimate: isEstimate || ids.length > limit };
}

interface AccountSearch {
  readonly scope: Scope;
  /** The words in each spelling that may be stored, and the same as a condition that only the index answers well. */
  readonly spelled: readonly (readonly string[])[];
  readonly inIndex: RawBuilder<SqlBool>;
  readonly all: RawBuilder<SqlBool>;
  /** How many accounts to find, at most. */
  readonly most: number;
}

/** Undefined if the text has no word. */
async function readSearch(
  db: Db,
  scope: Scope,
  text: string,
  { after, offset, limit }: Page,
): Promise<AccountSearch | undefined> {
  const texts = spellings(text);
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(search_words(spelled)) as words from unnest(${texts}::text[]) as spelled`.execute(
    db,
  );
  const spelled = rows.map(({ words }) => words).filter((words) => words.length > 0);
  if (spelled.length === 0) return undefined;
  const query = sql.join(
    texts.map((one) => sql`search_query(${one})`),
    sql` || `,
  );
  const { indexed } = buildScopedList("linked_accounts", scope);
  return {
    scope,
    spelled,
    inIndex: sql`search_words(linked_accounts.account_id || ' ' || coalesce(linked_accounts.name, '')) @@ (${query})`,
    all: after === undefined ? indexed : sql`${indexed} and linked_accounts.id < ${after}`,
    most: (after === undefined ? offset : 0) + limit + 1,
  };
}

/** A database with the locale C lowercases ASCII letters only: other words are searched in each common spelling. */
function spellings(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text];
  const small = text.toLowerCase();
  const capitalized = small.replace(/(?<=^|\s)\S/gu, (letter) => letter.toUpperCase());
  return [...new Set([text, small, capitalized, text.toUpperCase()])];
}

/** The matches among the newest accounts; no total if there are too few of them, and further accounts. */
async function lookThrough(
  db: Db,
  { scope, spelled, all, most }: AccountSearch,
): Promise<Omit<FoundAccounts, "total"> & { readonly total?: number }> {
  const window = WINDOW + 2 * most;
  const named = sql`lower(' ' || account_id || ' ' || coalesce(name, '') collate "default")`;
  // Words hold no punctuation, so nothing in them is read as a pattern.
  const begins = (word: string) => sql`named ~ ${SEPARATOR + word}`;
  const fits = sql.join(
    spelled.map((words) => sql`(${sql.join(words.map(begins), sql` and `)})`),
    sql` or `,
  );
  const newest = sql`select id, ${named} as named from linked_accounts where ${all} order by id desc`;
  const { rows } = await sql<{ ids: string[]; place: number | null; isLonger: boolean | null }>`
    with found as materialized (
      select id, place from (select id, named, row_number() over (order by id desc)::int as place
        from (${newest} limit ${sql.lit(window)}) newest) placed
      where ${fits} limit ${sql.lit(most)})
    select array(select id from found order by id desc) as ids, (select max(place) from found) as place,
      (select true from linked_accounts where ${all} order by id desc offset ${sql.lit(window)} limit 1) as "isLonger"`.execute(
    db,
  );
  const { ids = [], place = null, isLonger = false } = rows[0] ?? {};
  if (ids.length < most)
    return isLonger ? { ids, isEstimate: false } : { ids, total: ids.length, isEstimate: false };
  if (isLonger) {
    const { table, indexed } = buildScopedList("linked_accounts", scope);
    const rows = await estimateRows(db, { table, indexed });
    return { ids, total: Math.round((rows * most) / (place ?? most)), isEstimate: true };
  }
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (${newest}) newest where ${fits}`.execute(db);
  return { ids, total: counted.rows[0]?.total ?? ids.length, isEstimate: false };
}

/** The newest matches among all accounts, and how many there are. */
async function askIndex(db: Db, { inIndex, all, most }: AccountSearch): Promise<FoundAccounts> {
  // All of them, without an order: with a limit, the database would walk the accounts instead.
  const found = sql<{ ids: string[]; total: number }>`
    with found as materialized (select id from linked_accounts where ${all} and ${inIndex})
    select array(select id from found order by id desc limit ${sql.lit(most)}) as ids,
      (select count(*)::int from found) as total`;
  const { rows } = await db.transaction().execute(async (tx) => {
    await allowBitmapScans(tx);
    return found.execute(tx);
  });
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0, isEstimate: false };
}

/** Up to `limit` accounts that match `text`: first the one with that id, then the newest. */
export async function findAccounts(
  db: Db,
  scope: Scope,
  { text, limit }: { text: string; limit: number },
): Promise<AccountHit[]> {
  const accounts = db.selectFrom("linked_accounts").select(["id", "account_id as accountId", "name"]);
  const exact = await accounts
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", text)
    .execute();
  const { ids } = await findAccountIds(db, scope, text, { page: 1, limit, offset: 0 });
  const named = await accounts.where(sql<SqlBool>`id = any (${ids})`).orderBy("id", "desc").execute();
  return [...exact, ...named.filter(({ accountId }) => accountId !== text).slice(0, limit)];
}
