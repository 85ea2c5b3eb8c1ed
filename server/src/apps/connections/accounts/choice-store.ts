import type { Selectable } from "kysely";
import type { StoredLanguages } from "../../../pages/words/request-words.ts";
import type { Database, Db, Statement } from "../../../platform/database/database.ts";
import type { AccountChoiceTable } from "../../table.ts";

type AccountChoiceRow = Selectable<AccountChoiceTable>;

/** A choice with what its page shows of the account. */
export interface FoundChoice extends AccountChoiceRow {
  account_name: string;
  languages: StoredLanguages;
}

/** Stores a choice to be made. */
export async function insertChoice(db: Db, row: AccountChoiceRow): Promise<void> {
  await db.insertInto("account_choices").values(row).execute();
}

/** A choice that can still be made; its id is the credential, and determines the scope. */
export async function findChoiceRow(db: Db, id: string, now: Date): Promise<FoundChoice | undefined> {
  const row = await db
    .selectFrom("account_choices as c")
    .innerJoin("linked_accounts as a", "a.id", "c.account_id")
    .innerJoin("organizations as o", "o.id", "c.org_id")
    .selectAll("c")
    .select(["a.account_id as account_name", "a.language", "o.language as organization", "o.portal_texts"])
    .where("c.id", "=", id)
    .where("c.expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { language: account, organization, portal_texts: texts, ...choice } = row;
  return { ...choice, languages: { account, organization, texts } };
}

/** Takes a choice, once: of concurrent attempts exactly one succeeds. */
export async function claimChoice(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("account_choices").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

const ENDED: Statement = {
  name: "account-choices-delete-ended",
  text: `delete from account_choices where id in (
      select id from account_choices where expires_at <= $1 limit $2) returning 1 as gone`,
};

/** Deletes up to `limit` choices, and with them the tokens, that nobody made in time. */
export async function deleteEndedChoices(database: Database, now: Date, limit: number): Promise<number> {
  return (await database.query(ENDED, [now, limit])).length;
}
