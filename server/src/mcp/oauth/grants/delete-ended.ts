import type { Database, Statement } from "../../../platform/database/database.ts";

// Anybody may make us know a client: beyond so many of a kind that nobody has allowed anything the oldest make room.
const MOST_UNUSED = 10_000;

const TABLES = [
  { table: "mcp_oauth_tokens", key: "token_hash" },
  { table: "mcp_oauth_interactions", key: "uid_hash" },
  { table: "mcp_oauth_grants", key: "id" },
  { table: "mcp_oauth_clients", key: "id" },
  { table: "mcp_sign_in_codes", key: "id" },
];

const ENDED = TABLES.map(({ table, key }) => ({
  name: `${table.replaceAll("_", "-")}-delete-ended`,
  text: `delete from ${table} where ${key} in (select ${key} from ${table} where expires_at < now() limit $1) returning 1 as gone`,
}));

const BEYOND = ["null", "not null"].map((fetched, index) => ({
  name: `mcp-oauth-clients-delete-beyond-${index}`,
  text: `delete from mcp_oauth_clients where id in (
      select id from mcp_oauth_clients where allowed_at is null and fetched_at is ${fetched}
      order by created_at desc offset ${MOST_UNUSED} limit $1) returning 1 as gone`,
}));

/** What has ended of the authorization of assistants, and clients beyond what is kept; each deletes up to `limit` rows. */
export const deleteEnded = [...ENDED, ...BEYOND].map(
  (statement: Statement) =>
    async (database: Database, _before: Date, limit: number): Promise<number> =>
      (await database.query(statement, [limit])).length,
);
