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
import { badRequest, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import { toStorableText } from "../platform/storable-text.ts";
import { UNLEASED } from "../platform/work/row-lease.ts";
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

/** The target of a connect that adds a connection. */
export const NEW_CONNECTION = "new";
/** So that an account cannot fill the database. */
export const MAX_CONNECTIONS = 50;

const FIND_CONNECTIONS: Statement = {
  name: "apps-find-connections",
  text: `select * from connections where org_id = $1 and environment = $2 and account_id = $3 and slug = $4
      and case when $5::text is null then is_default else id = $5 end
    order by status, connected_at desc`,
};

/**
 * The connection of an account to one application that has this id; without one the default connections: active ones
 * first, then the newest.
 */
export function findConnections(
  database: Database,
  scope: AccountScope,
  slug: string,
  id?: string,
): Promise<ConnectionRow[]> {
  const { orgId, environment, account } = scope;
  const values = [orgId, environment, account.id, slug, id ?? null];
  return database.query<ConnectionRow>(FIND_CONNECTIONS, values);
}

/** All connections of an account to one application: active ones first, then the newest. */
export function listConnectionsTo(db: Db, scope: AccountScope, slug: string): Promise<ConnectionRow[]> {
  return toApplication(db, scope, slug)
    .selectAll()
    .orderBy("status")
    .orderBy("connected_at", "desc")
    .execute();
}

/** Makes one of the connections to an application the only default; `rows` are all of them, under the lock of connecting. */
export async function setDefault(
  tx: Tx,
  application: { readonly authTypes: readonly AuthType[] },
  rows: readonly ConnectionRow[],
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const defaults = rows.filter((row) => row.is_default);
  const inUse = findPreferred(application, defaults);
  // The one in use first: what is set up with it stays its own (migration 0165).
  const ordered = defaults
    .filter((row) => row.id !== id)
    .sort((a, b) => Number(b === inUse) - Number(a === inUse));
  if (inUse?.id === id) await keepSubscriptions(tx);
  const set = (one: string, isDefault: boolean) =>
    tx
      .updateTable("connections")
      .set({ is_default: isDefault, updated_at: now })
      .where("id", "=", one)
      .execute();
  for (const row of ordered) await set(row.id, false);
  await set(id, true);
}

/** The connection in use stays in use: ending another default one takes no subscriptions with it (D518). */
async function keepSubscriptions(tx: Tx): Promise<void> {
  await sql`select set_config('junctor.default_stays', 'true', true)`.execute(tx);
}

/** Connections that are removed in this transaction take no configs with them. */
export async function keepConfigs(tx: Tx): Promise<void> {
  await sql`select set_config('junctor.configs_stay', 'true', true)`.execute(tx);
}

/** Names a connection that was read in its scope; null: as the provider calls the account. */
export function setName(tx: Tx, id: string, name: string | null, now: Date): Promise<ConnectionRow> {
  return tx
    .updateTable("connections")
    .set({ name, updated_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The connection to use of those that `findConnections` returned: an active one, of the preferred kind if possible. */
export function findPreferred(
  { authTypes }: { readonly authTypes: readonly AuthType[] },
  rows: readonly ConnectionRow[],
): ConnectionRow | undefined {
  const active = rows.filter((row) => row.status === "active");
  return active.find((row) => row.auth_type === authTypes[0]) ?? active[0] ?? rows[0];
}

/** The connection that a caller names, if it does; 404 if the account has none of this id to the application. */
export async function readNamedConnection(
  database: Database,
  scope: AccountScope,
  slug: string,
  id: string | undefined,
): Promise<void> {
  if (id !== undefined && (await findConnections(database, scope, slug, id)).length === 0)
    throw notFound("Connection");
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

const INSERT = `insert into connections (id, org_id, environment, account_id, slug, auth_type, status, identifier,
    secrets, connected_at, expires_at, refresh_at, created_at, updated_at, place, is_default)
  select $1, $2, $3, $4, $5, $6, 'active', $7, $8, $9, $10, $11, $9, $9, coalesce(max(place), 0) + 1`;
const OF_APPLICATION = "from connections where account_id = $4 and slug = $5";

// An existing row keeps its id. Secrets are bound to the id, so they are written after the upsert. Clearing the lease
// stops a renewal under way from overwriting the new credential.
const UPSERT = {
  text: `${INSERT}, true ${OF_APPLICATION}
    on conflict (account_id, slug, auth_type) where is_default do update set status = 'active', identifier = excluded.identifier,
      connected_at = excluded.connected_at, expires_at = excluded.expires_at, refresh_at = excluded.refresh_at,
      retry_at = null, last_error = null, lease = null, leased_until = null, updated_at = excluded.updated_at,
      revision = connections.revision + 1
    returning *`,
};
// The first one is the default, whatever it was called.
const ADD = { text: `${INSERT}, not coalesce(bool_or(is_default), false) ${OF_APPLICATION} returning *` };
const NO_SUCH_ROW = "23503";

/**
 * Stores what a customer has just connected with, in the default connection or in the `target`; one that is connected
 * again keeps its id. 404 when the account or the target is gone.
 */
export async function saveConnection(
  tx: Tx,
  scope: AccountScope,
  {
    slug,
    authType,
    credential,
    now,
    target,
  }: { slug: string; authType: AuthType; credential: NewCredential; now: Date; target?: string },
): Promise<ConnectionRow> {
  const { orgId, environment, account } = scope;
  const { seal, identifier, expiresAt = null, refreshAt = null } = credential;
  await lockConnecting(tx, scope, slug);
  const named = identifier === undefined ? null : toStorableText(identifier);
  if (target !== undefined && target !== NEW_CONNECTION) {
    const found = await lockTarget(tx, scope, { slug, authType, id: target });
    if (found.auth_type === authType)
      return connectAgain(tx, found, {
        identifier: named,
        secrets: seal(found.id),
        now,
        expiresAt,
        refreshAt,
      });
  }
  await requireRoom(tx, scope, slug, target === NEW_CONNECTION ? undefined : authType);
  const id = createId(now.getTime());
  const key = [id, orgId, environment, account.id, slug, authType];
  const statement = target === NEW_CONNECTION ? ADD : UPSERT;
  const row = await insert(tx, statement, [...key, named, seal(id), now, expiresAt, refreshAt]);
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

/** `replaced` is the auth type whose default connection is replaced, if there is one; otherwise one is added. */
async function requireRoom(
  tx: Tx,
  scope: AccountScope,
  slug: string,
  replaced: AuthType | undefined,
): Promise<void> {
  const { count, replaces } = await toApplication(tx, scope, slug)
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<boolean>`coalesce(bool_or(is_default and auth_type = ${replaced ?? null}), false)`.as("replaces"),
    ])
    .executeTakeFirstOrThrow();
  if (!replaces && count >= MAX_CONNECTIONS)
    throw badRequest(`A linked account has at most ${MAX_CONNECTIONS} connections to an application.`);
}

async function lockTarget(
  tx: Tx,
  scope: AccountScope,
  { slug, authType, id }: { slug: string; authType: AuthType; id: string },
): Promise<Pick<ConnectionRow, "id" | "auth_type">> {
  const row = await toApplication(tx, scope, slug)
    .select(["id", "auth_type", "is_default"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("Connection");
  // A default connection has a counterpart for each auth type.
  if (row.auth_type !== authType && !row.is_default)
    throw badRequest(
      `This connection is of type ${row.auth_type}: connect it again in that way, or add another connection.`,
    );
  return row;
}

function connectAgain(
  tx: Tx,
  { id }: Pick<ConnectionRow, "id">,
  {
    now,
    ...stored
  }: Pick<ConnectionRow, "identifier" | "secrets"> & {
    now: Date;
    expiresAt: Date | null;
    refreshAt: Date | null;
  },
): Promise<ConnectionRow> {
  return tx
    .updateTable("connections")
    .set((has) => ({
      status: "active",
      identifier: stored.identifier,
      secrets: stored.secrets,
      connected_at: now,
      expires_at: stored.expiresAt,
      refresh_at: stored.refreshAt,
      retry_at: null,
      last_error: null,
      ...UNLEASED,
      updated_at: now,
      revision: has("revision", "+", 1),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function toApplication(db: Db, { orgId, environment, account }: AccountScope, slug: string) {
  return db
    .selectFrom("connections")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .where("slug", "=", slug);
}

async function insert(tx: Tx, statement: typeof UPSERT, values: readonly unknown[]): Promise<ConnectionRow> {
  try {
    const [row] = await runStatement<ConnectionRow>(tx, statement, values);
    if (row === undefined) throw new Error("An insert returned nothing.");
    return row;
  } catch (error) {
    if (getSqlState(error) === NO_SUCH_ROW) throw notFound("Linked account");
    throw error;
  }
}

/** Removes an account's connections to one application, those of one kind, or one; returns what there was. */
export function deleteConnections(
  tx: Tx,
  scope: AccountScope,
  { slug, authType, id }: { slug?: string; authType?: AuthType; id?: string },
): Promise<ConnectionRow[]> {
  let query = tx
    .deleteFrom("connections")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", scope.account.id);
  if (slug !== undefined) query = query.where("slug", "=", slug);
  if (authType !== undefined) query = query.where("auth_type", "=", authType);
  if (id !== undefined) query = query.where("id", "=", id);
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
