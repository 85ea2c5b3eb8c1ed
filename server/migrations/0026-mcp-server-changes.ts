// Whose MCP servers are: those that a customer has made with its session token are its own, all others the
// organization's, offered to all its accounts. What a customer changes on the latter it changes for itself alone.
export const up = [
  `alter table mcp_servers
    add column account_id text collate "C" references linked_accounts (id) on delete cascade`,
  `drop index mcp_servers_newest`,
  `create index mcp_servers_offered on mcp_servers (org_id, environment, account_id, id desc)`,
  `create index mcp_servers_of_account on mcp_servers (account_id) where account_id is not null`,

  `create table mcp_server_changes (
    server_id text collate "C" not null references mcp_servers (id) on delete cascade,
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    fields jsonb not null,
    revision integer not null default 1,
    updated_at timestamptz not null,
    primary key (server_id, account_id)
  )`,
  `create index mcp_server_changes_of_account on mcp_server_changes (account_id)`,

  // The log of what was called outlives the server.
  `alter table mcp_calls drop constraint mcp_calls_server_id_fkey`,
];
