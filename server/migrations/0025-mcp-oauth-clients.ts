// Clients that are known by a metadata document are kept beside those that registered themselves: whoever was once read
// is known, also while its host does not answer. Only what a customer has allowed keeps a client longer than a month. A
// customer's consent for one client and one server is one grant, however often it is given.
export const up = [
  // Only a document has `fetched_at` and `fresh_until`; `allowed_at` is when a customer last allowed the client something.
  `alter table mcp_oauth_clients
    add column fetched_at timestamptz,
    add column fresh_until timestamptz,
    add column allowed_at timestamptz`,
  `update mcp_oauth_clients set allowed_at = created_at, expires_at = expires_at + interval '30 days'
    where expires_at > created_at + interval '2 days'`,
  `update mcp_oauth_clients set expires_at = created_at + interval '30 days' where allowed_at is null`,
  `create index mcp_oauth_clients_unused on mcp_oauth_clients (created_at) where allowed_at is null`,

  `alter table mcp_oauth_grants add column last_used_at timestamptz`,
  `delete from mcp_oauth_grants old using mcp_oauth_grants new
    where new.account_id = old.account_id and new.server_id = old.server_id and new.client_id = old.client_id
      and new.id > old.id`,
  `create unique index mcp_oauth_grants_of_client on mcp_oauth_grants (account_id, server_id, client_id)`,
];
