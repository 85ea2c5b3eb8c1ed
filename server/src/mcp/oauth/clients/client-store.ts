import { randomBytes } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import type { Database, Statement } from "../../../platform/database/database.ts";
import { DAY_MS } from "../../../platform/moment.ts";
import type { ClientMetadata } from "./client-metadata.ts";

// How long a client is stored that was never allowed anything, and any client after its last grant has ended.
const KEPT_MS = 30 * DAY_MS;

/** A new id for a client that registers itself. */
export function createClientId(): string {
  return `client_${randomBytes(16).toString("base64url")}`;
}

/** Whether `id` has the form of such an id; anybody may send anything instead. */
export function isOwnClientId(id: string): boolean {
  return /^client_[A-Za-z0-9_-]{22}$/.test(id);
}

/** Statements on clients, which registered themselves or were read from their documents. */
export const CLIENT_STATEMENTS = {
  insert: {
    name: "mcp-oauth-insert-client",
    text: "insert into mcp_oauth_clients (id, metadata, created_at, expires_at) values ($1, $2::json, $3, $4)",
  },
  find: {
    name: "mcp-oauth-find-client",
    text: "select metadata from mcp_oauth_clients where id = $1 and expires_at > $2",
  },
  findDocument: {
    name: "mcp-oauth-find-document",
    text: `select metadata, fresh_until from mcp_oauth_clients where id = $1 and expires_at > $2 and fetched_at > $3`,
  },
  upsertDocument: {
    name: "mcp-oauth-upsert-document",
    text: `insert into mcp_oauth_clients (id, metadata, created_at, fetched_at, fresh_until, expires_at)
      values ($1, $2::json, $3, $3, $4, $5)
      on conflict (id) do update set metadata = excluded.metadata, fetched_at = excluded.fetched_at,
        fresh_until = excluded.fresh_until, expires_at = greatest(mcp_oauth_clients.expires_at, excluded.expires_at)`,
  },
  postponeDocument: {
    name: "mcp-oauth-postpone-document",
    text: "update mcp_oauth_clients set fresh_until = $2 where id = $1",
  },
  keep: {
    name: "mcp-oauth-keep-client",
    text: "update mcp_oauth_clients set allowed_at = $2, expires_at = greatest(expires_at, $3) where id = $1",
  },
} satisfies Record<string, Statement>;

/** Stores a client that registered itself; for 30 days, unless it is used. */
export async function insertClient(database: Database, client: ClientMetadata, now: Date): Promise<void> {
  const values = [client.client_id, JSON.stringify(client), now, new Date(now.getTime() + KEPT_MS)];
  await database.query(CLIENT_STATEMENTS.insert, values);
}

/** The document at a client's id when it was last read. */
export interface CachedDocument {
  readonly metadata: ClientMetadata;
  readonly freshUntil: Date;
}

/** The document at this id, if it was read within the last 30 days; undefined if it is not known. */
export async function findDocument(
  database: Database,
  clientId: string,
  now: Date,
): Promise<CachedDocument | undefined> {
  const [row] = await database.query<{ metadata: ClientMetadata; fresh_until: Date }>(
    CLIENT_STATEMENTS.findDocument,
    [clientId, now, new Date(now.getTime() - KEPT_MS)],
  );
  return row && { metadata: row.metadata, freshUntil: row.fresh_until };
}

/** Stores a document that was just read; as long as a client that registers itself. */
export async function saveDocument(
  database: Database,
  { metadata, freshUntil }: CachedDocument,
  now: Date,
): Promise<void> {
  const ends = new Date(now.getTime() + KEPT_MS);
  const values = [metadata.client_id, JSON.stringify(metadata), now, freshUntil, ends];
  await database.query(CLIENT_STATEMENTS.upsertDocument, values);
}

/** Keeps using a stored document until then. */
export async function extendDocument(database: Database, clientId: string, until: Date): Promise<void> {
  await database.query(CLIENT_STATEMENTS.postponeDocument, [clientId, until]);
}

/** Keeps a client for a month longer than its newest grant, which lives for `lifeS`. */
export async function extendClient(
  { database, clock }: Pick<Deps, "database" | "clock">,
  clientId: string,
  lifeS: number,
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + lifeS * 1000 + KEPT_MS);
  await database.query(CLIENT_STATEMENTS.keep, [clientId, now, until]);
}
