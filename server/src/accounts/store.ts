import { type RawBuilder, type SqlBool, sql } from "kysely";
import { YOUR_APP_COLUMN } from "../apps/connections/your-app.ts";
import type { AccountRef, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import {
  type Database,
  type Db,
  getSqlState,
  runStatement,
  type Statement,
  type Tx,
} from "../platform/database/database.ts";
import { buildScopedList, type LongPage, readPage } from "../platform/database/long-list.ts";
import { badField, badRequest, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import { buildLongEnvelope, type Page } from "../platform/page.ts";
import type { Vault } from "../platform/vault.ts";
import type { AccountRow } from "./schema.ts";
import { findAccountIds } from "./search.ts";
import type { UserField } from "./table.ts";

/** What a request says about a linked account; absent fields stay unchanged. */
export interface AccountInput {
  accountId: string;
  name?: string;
  /** null unsets. */
  language?: string | null;
  udf?: Record<string, UserField["key_value"]>;
  yourApp?: object;
  /** Whether an API key says it, rather than the account about itself. */
  vouched: boolean;
}

type AccountStoreDeps = Pick<Deps, "database" | "queue" | "vault">;

const LISTED = [
  "id",
  "org_id",
  "environment",
  "account_id",
  "name",
  "language",
  "udf",
  "created_at",
  "updated_at",
  "revision",
] as const;
const COLUMNS = LISTED.join(", ");

const INSERT = `insert into linked_accounts (id, org_id, environment, account_id, name, udf, created_at, updated_at, vouched_name, language)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $7, $8, $9)`;

const UPSERT: Statement = {
  name: "accounts-upsert",
  text: `${INSERT}
    on conflict (org_id, environment, account_id) do update set
      name = coalesce(excluded.name, linked_accounts.name),
      vouched_name = coalesce(excluded.vouched_name, linked_accounts.vouched_name),
      language = case when $10::boolean then excluded.language else linked_accounts.language end,
      udf = case when excluded.udf = '[]' then linked_accounts.udf else merge_user_fields(linked_accounts.udf, excluded.udf) end,
      updated_at = excluded.updated_at,
      revision = linked_accounts.revision + 1
    returning ${COLUMNS}`,
};

const CREATE = { text: `${INSERT} returning ${COLUMNS}` };

const FIND: Statement = {
  name: "accounts-find",
  text: `select ${COLUMNS}, exists (select from connections c where c.account_id = a.id) as connected
    from linked_accounts a where org_id = $1 and environment = $2 and account_id = $3`,
};

/**
 * Creates or updates an account in one statement, two if it brings its own credentials (spec 4.3); 400 if it would
 * have too many user-defined fields.
 */
export function upsertAccount(
  { database, queue, vault }: AccountStoreDeps,
  scope: Scope,
  input: AccountInput,
  now: Date,
): Promise<AccountRow> {
  const values = [...insertValues(scope, input, now), input.language !== undefined];
  return explainRefusal(async () => {
    if (!input.yourApp) return one(await database.query<AccountRow>(UPSERT, values));
    return queue.transaction(async (tx) => {
      const row = one(await runStatement<AccountRow>(tx, UPSERT, values));
      await storeYourApp(tx, vault, row, input.yourApp ?? {});
      return row;
    });
  });
}

/** Creates an account; 400 if it already exists or has too many user-defined fields. */
export function insertAccount(
  { queue, vault }: Omit<AccountStoreDeps, "database">,
  scope: Scope,
  input: AccountInput,
  now: Date,
): Promise<AccountRow> {
  return explainRefusal(() =>
    queue.transaction(async (tx) => {
      const row = one(await runStatement<AccountRow>(tx, CREATE, insertValues(scope, input, now)));
      if (input.yourApp) await storeYourApp(tx, vault, row, input.yourApp);
      return row;
    }),
  );
}

async function explainRefusal<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (getSqlState(error) === "23514")
      throw badField("udf", "udf: a linked account has at most 200 user-defined fields.");
    if (getSqlState(error) !== "23505") throw error;
    throw badRequest(
      "A linked account with this linked_account_id already exists; use PUT to update it.",
      "INVALID_LINKED_ACCOUNT_ID",
    );
  }
}

/** One account by the organization's id, and whether it has connections; 404 if there is none in this scope. */
export async function readAccount(
  database: Database,
  scope: Scope,
  accountId: string,
): Promise<AccountRow & { connected: boolean }> {
  const [row] = await database.query<AccountRow & { connected: boolean }>(FIND, [
    scope.orgId,
    scope.environment,
    accountId,
  ]);
  if (!row) throw notFound("Linked account");
  return row;
}

/** What a list of accounts can be filtered by. */
export interface AccountFilter {
  /** Beginnings of words in the name or id, all of which must match. */
  readonly search?: string;
}

/** One page of accounts, newest first. */
export async function listAccounts(
  db: Db,
  scope: Scope,
  { search }: AccountFilter,
  page: Page,
): Promise<LongPage<AccountRow>> {
  if (!search) {
    const all = buildScopedList("linked_accounts", scope);
    return readPage(db, all, page, ({ where, order }) => readRows(db, where, order));
  }
  const { ids, total, isEstimate } = await findAccountIds(db, scope, search, page);
  const rows = await readRows(
    db,
    sql<SqlBool>`linked_accounts.id = any (${ids.slice(0, page.limit)})`,
    "desc",
  );
  const more = ids.length > page.limit;
  return { rows, envelope: buildLongEnvelope(page, { total, isEstimate }, { rows, more }) };
}

function readRows(db: Db, where: RawBuilder<SqlBool>, order: "asc" | "desc"): Promise<AccountRow[]> {
  return db.selectFrom("linked_accounts").select(LISTED).where(where).orderBy("id", order).execute();
}

/** Deletes an account with everything that belongs to it; 404 if there is none. */
export async function deleteAccount(db: Db, scope: Scope, account: AccountRef): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("linked_accounts")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("id", "=", account.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("Linked account");
}

function insertValues({ orgId, environment }: Scope, input: AccountInput, now: Date): unknown[] {
  const fields = Object.entries(input.udf ?? {}).map(([key_name, key_value]): UserField => {
    const at = now.toISOString();
    return { key_name, key_value, _id: createId(now.getTime()), createdAt: at, updatedAt: at };
  });
  return [
    createId(now.getTime()),
    orgId,
    environment,
    input.accountId,
    input.name ?? null,
    JSON.stringify(fields),
    now,
    input.vouched ? (input.name ?? null) : null,
    input.language ?? null,
  ];
}

function one<Row>([row]: Row[]): Row {
  if (!row) throw new Error("The statement returned no row.");
  return row;
}

async function storeYourApp(
  tx: Tx,
  vault: Vault,
  { id, org_id, environment }: AccountRow,
  yourApp: object,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(yourApp), YOUR_APP_COLUMN.identityOf(id));
  await tx
    .updateTable("linked_accounts")
    .set({ your_app: sealed })
    .where("org_id", "=", org_id)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .execute();
}
