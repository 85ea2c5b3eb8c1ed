import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Selectable, sql } from "kysely";
import { readCountedPage } from "../../platform/database/counted-page.ts";
import type { Db, Statement } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import { hashToken } from "../../platform/secret-text.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Role } from "../roles.ts";
import type { Environment, Scope } from "../scope.ts";
import type { ApiKeyTable } from "../table.ts";

export const KEY_COLUMN = describeSealed("api_keys", "sealed", "key");

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;

/** An API key as lists show it: never the key itself. */
export interface ApiKeySummary {
  id: string;
  environment: Environment;
  name: string | null;
  role: Role;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The day, as 2026-01-31 in UTC. */
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
}

/** What a key is created with; an organization's first keys have no name and may do everything. */
export interface KeyFacts {
  readonly name: string | null;
  readonly role: Role;
  readonly expiresAt: Date | null;
  /** The operator who creates it, if one does. */
  readonly operatorId?: string | null;
}

const FIRST_KEY: KeyFacts = { name: null, role: "owner", expiresAt: null };

/**
 * A new API key: `tk_` (test) or `pk_` (production), 30 random base62 characters (178 bits) and a checksum of
 * six, so that scanners can tell a real key from a typo without asking the server.
 */
export function generateApiKey(environment: Environment): string {
  let random = "";
  while (random.length < RANDOM_CHARACTERS) {
    // 248 is the largest multiple of 62 that fits a byte: rejecting the rest keeps all characters equally likely.
    for (const byte of randomBytes(RANDOM_CHARACTERS))
      if (byte < 248 && random.length < RANDOM_CHARACTERS) random += BASE62[byte % 62];
  }
  return `${environment === "test" ? "tk" : "pk"}_${random}${checksum(random)}`;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The form in which credentials are looked up and cached. */
export function hashCredential(credential: string): string {
  return hashToken(credential).toString("hex");
}

/**
 * Stores `key` for an organization and environment: its hash, its last four characters and the whole key,
 * encrypted.
 */
export async function insertApiKey(
  db: Db,
  vault: Vault,
  scope: Scope & { readonly facts?: KeyFacts },
  key: string,
  now: Date,
): Promise<ApiKeySummary> {
  const id = createId(now.getTime());
  const { orgId, environment, facts = FIRST_KEY } = scope;
  const row = await db
    .insertInto("api_keys")
    .values({
      id,
      org_id: orgId,
      environment,
      hash: hashCredential(key),
      last_four: key.slice(-4),
      sealed: vault.seal(key, KEY_COLUMN.identityOf(id)),
      name: facts.name,
      role: facts.role,
      expires_at: facts.expiresAt,
      operator_id: facts.operatorId ?? null,
      created_at: now,
      revoked_at: null,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
  return summaryOf(row);
}

const LAST_USED = sql<string | null>`to_char(last_used_at, 'YYYY-MM-DD')`.as("last_used_at");
const SHOWN = [
  "id",
  "environment",
  "name",
  "role",
  "last_four",
  "created_at",
  "expires_at",
  "revoked_at",
  LAST_USED,
  "last_used_from",
] as const;

type ShownKey = Pick<Selectable<ApiKeyTable>, Exclude<(typeof SHOWN)[number], typeof LAST_USED>> & {
  readonly last_used_at: string | null;
};

function summaryOf(row: ShownKey): ApiKeySummary {
  return {
    id: row.id,
    environment: row.environment,
    name: row.name,
    role: row.role,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
  };
}

/** All keys of an organization, oldest first, revoked ones included. */
export async function listApiKeys(db: Db, orgId: string): Promise<ApiKeySummary[]> {
  const query = db.selectFrom("api_keys").select(SHOWN).where("org_id", "=", orgId).orderBy("id");
  return (await query.execute()).map(summaryOf);
}

/** One page of the keys of an organization and environment that are not revoked, oldest first. */
export async function listEnvironmentKeys(db: Db, { orgId, environment }: Scope, page: Page) {
  const query = db
    .selectFrom("api_keys")
    .select(SHOWN)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("revoked_at", "is", null)
    .orderBy("id");
  const { rows, total } = await readCountedPage(db, query, page);
  return { keys: rows.map(summaryOf), total };
}

/** The active key of an organization and environment; 404 if there is none. */
export async function readApiKey(db: Db, { orgId, environment }: Scope, id: string): Promise<ApiKeySummary> {
  const row = await db
    .selectFrom("api_keys")
    .select(SHOWN)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound("API key");
  return summaryOf(row);
}

/**
 * Revokes a key; false if there is no such active key. Call the credential cache's `forget` after it (see
 * credentials.ts).
 */
export async function revokeApiKey(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * SQL for the id of the key that signs `x-cobalt-signature`: the oldest active one of the organization and
 * environment that the row `owner` names, a developer's or owner's before all others, because the holder of a
 * lesser key must not be able to sign. Null if none is active.
 */
export function buildSigningKeyIdSql(owner: string): string {
  return `(select k.id from api_keys k where k.org_id = ${owner}.org_id and k.environment = ${owner}.environment
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    order by k.role not in ('developer', 'owner'), k.created_at, k.id limit 1)`;
}

/** Reads the encrypted keys of the given ids. */
export const READ_SEALED_KEYS: Statement = {
  name: "auth-read-sealed-keys",
  text: "select id, sealed from api_keys where id = any ($1::text[])",
};

export function decryptApiKey(vault: Vault, { id, sealed }: { id: string; sealed: Uint8Array }): string {
  return vault.open(sealed, KEY_COLUMN.identityOf(id));
}
