// Calls of tools by agents: what was asked, with secrets taken out, and what came of it; those that wait for somebody's
// approval keep what they were asked with, sealed. And the tokens of agents that send one in a header or as a part of the
// address, one for each linked account and server.
export const up = [
  `create table mcp_calls (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    server_id text collate "C" not null references mcp_servers (id) on delete cascade,
    tool text not null,
    title text,
    application text,
    arguments json not null,
    sealed_call bytea,
    client text,
    status text not null check (status in ('WAITING', 'RUNNING', 'COMPLETED', 'ERRORED', 'DENIED', 'EXPIRED')),
    error text,
    run_id text collate "C",
    result json,
    created_at timestamptz not null,
    decided_at timestamptz,
    finished_at timestamptz
  )`,
  `create index mcp_calls_of_server on mcp_calls (server_id, id)`,
  `create index mcp_calls_of_account on mcp_calls (account_id, id)`,
  `create index mcp_calls_waiting on mcp_calls (account_id) where status = 'WAITING'`,

  `create table mcp_tokens (
    id text collate "C" primary key,
    hash text collate "C" not null unique,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    server_id text collate "C" not null references mcp_servers (id) on delete cascade,
    created_at timestamptz not null,
    unique (account_id, server_id)
  )`,
  `create index mcp_tokens_of_server on mcp_tokens (server_id)`,
];
