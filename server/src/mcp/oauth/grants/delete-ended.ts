import type { Database, Statement } from "../../../platform/database/database.ts";

// Anybody can register a client: beyond so many of a kind without any grant, the oldest are deleted.
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

/** Deletes ended records of assistants' authorization, and clients beyond the limit; each up to `limit` rows. */
export const deleteEnded = [...ENDED, ...BEYOND].map(
  (statement: Statement) =>
    async (database: Database, _before: Date, limit: number): Promise<number> =>
      (await database.query(statement, [limit])).length,
);
