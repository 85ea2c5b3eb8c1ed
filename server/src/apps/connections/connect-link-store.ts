import type { Selectable } from "kysely";
import type { AccountScope, Scope } from "../../auth/scope.ts";
import { type Db, getSqlState, json, runStatement, type Tx } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { JsonObject } from "../connector.ts";
import { NEW_CONNECTION } from "../store.ts";
import type { ConnectLinkTable, LinkAsker } from "../table.ts";

export type ConnectLinkRow = Selectable<ConnectLinkTable>;

/** A link with what its pages show of the account and, for an agent's link, how the product signs its users in. */
export interface FoundLink extends ConnectLinkRow {
  account_name: string;
  account_title: string | null;
  account_language: string | null;
  sign_in_url: string | null;
  product_name: string | null;
  product_logo: string | null;
}

/** A link to be stored. */
export interface NewLink {
  tokenHash: Buffer;
  slug: string | null;
  configId: string | null;
  target: string | null;
  properties: JsonObject;
  sealSettings: ((id: string) => Buffer) | undefined;
  askedBy: LinkAsker | null;
  withoutAssistants: boolean;
  now: Date;
  expiresAt: Date;
}

const EXPIRED_PER_LINK = 20;
const MOST_PER_ACCOUNT = 100;
const NO_SUCH_ROW = "23503";

/**
 * Stores a link; 404 if the account no longer exists. Some expired links are deleted and, beyond 100 of the account,
 * those that end soonest, except the new one: agents may request any number, and links live for an hour.
 */
export async function insertLink(db: Db, scope: AccountScope, link: NewLink): Promise<void> {
  const id = createId(link.now.getTime());
  try {
    await db
      .insertInto("connect_links")
      .values({
        id,
        token_hash: link.tokenHash,
        org_id: scope.orgId,
        environment: scope.environment,
        account_id: scope.account.id,
        slug: link.slug,
        config_id: link.configId,
        connection: link.target,
        properties: json(link.properties),
        settings: link.sealSettings?.(id) ?? null,
        asked_by: link.askedBy && json(link.askedBy),
        without_assistants: link.withoutAssistants,
        created_at: link.now,
        expires_at: link.expiresAt,
        used_at: null,
      })
      .execute();
  } catch (error) {
    if (getSqlState(error) === NO_SUCH_ROW) throw notFound("Linked account");
    throw error;
  }
  await makeRoom(db, scope, { id, now: link.now });
}

async function makeRoom(
  db: Db,
  { orgId, environment, account }: AccountScope,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const expired = db
    .selectFrom("connect_links")
    .select("id")
    .where("expires_at", "<=", now)
    .limit(EXPIRED_PER_LINK);
  await db.deleteFrom("connect_links").where("id", "in", expired).execute();
  const beyond = db
    .selectFrom("connect_links")
    .select("id")
    .where("account_id", "=", account.id)
    .where("id", "!=", id)
    .orderBy("expires_at", "desc")
    .orderBy("id", "desc")
    .offset(MOST_PER_ACCOUNT - 1);
  await db
    .deleteFrom("connect_links")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "in", beyond)
    .execute();
}

const FIND = {
  text: `select l.*, a.account_id as account_name, a.vouched_name as account_title, a.language as account_language,
      m.sign_in_url, m.product_name,
      m.logo as product_logo
    from connect_links l join linked_accounts a on a.id = l.account_id
      left join mcp_settings m on l.asked_by is not null and m.org_id = l.org_id and m.environment = l.environment
    where l.token_hash = $1 and l.expires_at > $2
      and (l.connection is null or l.connection = '${NEW_CONNECTION}'
        or exists (select from connections c where c.id = l.connection and c.account_id = l.account_id))`,
};

/**
 * A link that has not expired, and whose connection was not removed, with the account's own id; the token is the
 * credential, and determines the scope.
 */
export async function findLinkRow(db: Db, tokenHash: Buffer, now: Date): Promise<FoundLink | undefined> {
  const [row] = await runStatement<FoundLink>(db, FIND, [tokenHash, now]);
  return row;
}

/**
 * Marks a link to one application as used; false if it was already used. Of concurrent attempts exactly one succeeds.
 */
export async function markUsed(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("connect_links")
    .select(["id", "used_at"])
    .where("token_hash", "=", tokenHash)
    .where("slug", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return true;
  if (row.used_at !== null) return false;
  await tx.updateTable("connect_links").set({ used_at: now }).where("id", "=", row.id).execute();
  return true;
}

/** Whether an agent's link of this organization and environment is still valid. */
export async function hasAgentLink(
  db: Db,
  { orgId, environment }: Scope,
  id: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("connect_links")
    .select("id")
    .where("id", "=", id)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("asked_by", "is not", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The properties of the account's newest valid portal link; undefined if it has none. */
export async function findNewestProperties(
  db: Db,
  { orgId, environment, account }: AccountScope,
  now: Date,
): Promise<JsonObject | undefined> {
  const row = await db
    .selectFrom("connect_links")
    .select("properties")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .where("slug", "is", null)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.properties;
}
