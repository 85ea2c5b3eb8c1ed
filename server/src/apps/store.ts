import { type Selectable, sql } from "kysely";
import type { AccountRef, AccountScope, Scope } from "../auth/scope.ts";
import type { StoredLanguages } from "../pages/words/request-words.ts";
import {
  type Database,
  type Db,
  getSqlState,
  runStatement,
  type Statement,
  type Tx,
} from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import { toStorableText } from "../platform/storable-text.ts";
import type { AuthType } from "./connector-auth.ts";
import type { ConnectionTable, OAuthStateTable } from "./table.ts";

export type ConnectionRow = Selectable<ConnectionTable>;
export type OAuthStateRow = Selectable<OAuthStateTable>;

/** A fresh credential to be stored; `seal` binds it to the row that it goes to. */
export interface NewCredential {
  seal: (rowId: string) => Buffer;
  identifier?: string;
  expiresAt?: Date;
  refreshAt?: Date;
}

const FIND_CONNECTIONS: Statement = {
  name: "apps-find-connections",
  text: `select * from connections where org_id = $1 and environment = $2 and account_id = $3 and slug = $4
    order by status, connected_at desc`,
};

/** The connections of an account to one application: active ones first, then the newest. */
export function findConnections(
  database: Database,
  scope: AccountScope,
  slug: string,
): Promise<ConnectionRow[]> {
  const { orgId, environment, account } = scope;
  return database.query<ConnectionRow>(FIND_CONNECTIONS, [orgId, environment, account.id, slug]);
}

/** All connections of an account, oldest first. */
export function listConnections(db: Db, scope: AccountScope): Promise<ConnectionRow[]> {
  return db
    .selectFrom("connections")
    .selectAll()
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", scope.account.id)
    .orderBy("id")
    .execute();
}

// An existing row keeps its id. Secrets are bound to the id, so they are written after the upsert. Clearing the lease
// stops a renewal under way from overwriting the new credential.
const UPSERT = {
  text: `insert into connections (id, org_id, environment, account_id, slug, auth_type, status, identifier, secrets,
      connected_at, expires_at, refresh_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, 'active', $7, $8, $9, $10, $11, $9, $9)
    on conflict (account_id, slug, auth_type) do update set status = 'active', identifier = excluded.identifier,
      connected_at = excluded.connected_at, expires_at = excluded.expires_at, refresh_at = excluded.refresh_at,
      retry_at = null, last_error = null, lease = null, leased_until = null, updated_at = excluded.updated_at,
      revision = connections.revision + 1
    returning *`,
};
const NO_SUCH_ROW = "23503";

/** Stores what a customer has just connected with; a renewal keeps the connection's id. 404 when the account is gone. */
export async function saveConnection(
  tx: Tx,
  scope: AccountScope,
  {
    slug,
    authType,
    credential,
    now,
  }: { slug: string; authType: AuthType; credential: NewCredential; now: Date },
): Promise<ConnectionRow> {
  const { orgId, environment, account } = scope;
  const { seal, identifier, expiresAt = null, refreshAt = null } = credential;
  await lockConnecting(tx, scope, slug);
  const id = createId(now.getTime());
  const key = [id, orgId, environment, account.id, slug, authType];
  const named = identifier === undefined ? null : toStorableText(identifier);
  const row = await upsert(tx, [...key, named, seal(id), now, expiresAt, refreshAt]);
  if (row.id === id) return row;
  return tx
    .updateTable("connections")
    .set({ secrets: seal(row.id) })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Serializes connecting an account to an application with transactions that park work until it is connected. */
export async function lockConnecting(tx: Tx, { account }: AccountScope, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connections/${account.id}/${slug}`}, 0))`.execute(
    tx,
  );
}

async function upsert(tx: Tx, values: readonly unknown[]): Promise<ConnectionRow> {
  try {
    const [row] = await runStatement<ConnectionRow>(tx, UPSERT, values);
    if (row === undefined) throw new Error("An upsert returned nothing.");
    return row;
  } catch (error) {
    if (getSqlState(error) === NO_SUCH_ROW) throw notFound("Linked account");
    throw error;
  }
}

/** Removes an account's connections to one application, or those of one kind; returns what there was. */
export function deleteConnections(
  tx: Tx,
  scope: AccountScope,
  { slug, authType }: { slug?: string; authType?: AuthType },
): Promise<ConnectionRow[]> {
  let query = tx
    .deleteFrom("connections")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", scope.account.id);
  if (slug !== undefined) query = query.where("slug", "=", slug);
  if (authType !== undefined) query = query.where("auth_type", "=", authType);
  return query.returningAll().execute();
}

/** A connection that was removed; its secrets are there where its tokens are to be revoked. */
export interface RemovedConnection {
  id: string;
  slug: string;
  auth_type: AuthType;
  secrets: Buffer | null;
}

const DELETE_SOME = {
  text: `with batch as materialized (
      select id from connections where org_id = $1 and environment = $2 and slug = $3 order by id limit $4 for update)
    delete from connections c using batch, linked_accounts a
    where c.id = batch.id and a.id = c.account_id
    returning c.id, c.slug, c.auth_type, c.account_id, a.account_id as account_name,
      case when $5::boolean and c.auth_type = 'oauth2' then c.secrets end as secrets`,
};

/** Removes at most `limit` connections of any accounts to one application; returns each with its account. */
export async function deleteConnectionsTo(
  tx: Tx,
  scope: Scope,
  slug: string,
  { limit, withSecrets }: { limit: number; withSecrets: boolean },
): Promise<(RemovedConnection & { account: AccountRef })[]> {
  const values = [scope.orgId, scope.environment, slug, limit, withSecrets];
  const rows = await runStatement<RemovedConnection & { account_id: string; account_name: string }>(
    tx,
    DELETE_SOME,
    values,
  );
  return rows.map((row) => ({ ...row, account: { id: row.account_id, accountId: row.account_name } }));
}

/** Begins an OAuth2 flow, and forgets those that nobody finished in time. */
export async function insertState(db: Db, row: OAuthStateRow, now: Date): Promise<void> {
  await db.deleteFrom("oauth_states").where("expires_at", "<", now).execute();
  await db.insertInto("oauth_states").values(row).execute();
}

/** Takes a flow that a callback names, once: a second call finds nothing. With it the account's own id. */
export async function claimState(
  db: Db,
  id: string,
): Promise<{ row: OAuthStateRow; accountId: string; languages: StoredLanguages } | undefined> {
  const row = await db.deleteFrom("oauth_states").where("id", "=", id).returningAll().executeTakeFirst();
  if (row === undefined) return undefined;
  const account = await db
    .selectFrom("linked_accounts as a")
    .innerJoin("organizations as o", "o.id", "a.org_id")
    .select([
      "a.account_id",
      "a.language as account",
      "o.language as organization",
      "o.portal_texts as texts",
    ])
    .where("a.id", "=", row.account_id)
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const { account_id: accountId, ...languages } = account;
  return { row, accountId, languages };
}
