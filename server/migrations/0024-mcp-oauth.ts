// How assistants get access to a customer's MCP server: the authorization server's rows, and how customers sign in to it.
// Tokens, codes and tickets are the hashes of what their holders have; with an account or a server goes what it allowed.
export const up = [
  `create table mcp_settings (
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    sign_in_url text,
    product_name text,
    logo text,
    updated_at timestamptz not null,
    primary key (org_id, environment)
  )`,

  // Those that registered themselves; others are known by the document at their id, which is not stored.
  `create table mcp_oauth_clients (
    id text collate "C" primary key,
    metadata json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index mcp_oauth_clients_by_expiry on mcp_oauth_clients (expires_at)`,

  // A browser on its way from the request of an assistant to the answer: the account is there once it has signed in.
  `create table mcp_oauth_interactions (
    uid_hash bytea primary key,
    server_id text collate "C" not null references mcp_servers (id) on delete cascade,
    payload json not null,
    account_id text collate "C" references linked_accounts (id) on delete cascade,
    ticket_hash bytea,
    ticket_account_id text collate "C" references linked_accounts (id) on delete cascade,
    wrong_codes integer not null default 0,
    expires_at timestamptz not null
  )`,
  `create index mcp_oauth_interactions_by_expiry on mcp_oauth_interactions (expires_at)`,
  `create index mcp_oauth_interactions_of_server on mcp_oauth_interactions (server_id)`,
  `create index mcp_oauth_interactions_of_account on mcp_oauth_interactions (account_id) where account_id is not null`,
  `create index mcp_oauth_interactions_of_ticket on mcp_oauth_interactions (ticket_account_id) where ticket_account_id is not null`,

  // What a customer has allowed an assistant: one account, one server.
  `create table mcp_oauth_grants (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    server_id text collate "C" not null references mcp_servers (id) on delete cascade,
    client_id text not null,
    client_name text,
    payload json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index mcp_oauth_grants_of_account on mcp_oauth_grants (account_id, id)`,
  `create index mcp_oauth_grants_of_server on mcp_oauth_grants (server_id)`,
  `create index mcp_oauth_grants_of_organization on mcp_oauth_grants (org_id)`,
  `create index mcp_oauth_grants_by_expiry on mcp_oauth_grants (expires_at)`,

  `create table mcp_oauth_tokens (
    token_hash bytea primary key,
    kind text not null check (kind in ('AccessToken', 'AuthorizationCode', 'RefreshToken')),
    grant_id text collate "C" not null references mcp_oauth_grants (id) on delete cascade,
    payload json not null,
    expires_at timestamptz not null,
    consumed_at timestamptz
  )`,
  `create index mcp_oauth_tokens_of_grant on mcp_oauth_tokens (grant_id)`,
  `create index mcp_oauth_tokens_by_expiry on mcp_oauth_tokens (expires_at)`,

  // One-time codes with which a customer signs in where the product has no sign-in address.
  `create table mcp_sign_in_codes (
    id text collate "C" primary key,
    code_hash bytea not null unique,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    server_id text collate "C" not null references mcp_servers (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index mcp_sign_in_codes_of_account on mcp_sign_in_codes (account_id, id)`,
  `create index mcp_sign_in_codes_of_server on mcp_sign_in_codes (server_id)`,
  `create index mcp_sign_in_codes_by_expiry on mcp_sign_in_codes (expires_at)`,
];
