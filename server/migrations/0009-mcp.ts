// MCP server records: what an agent that connects will be offered. They belong to organization and environment.
export const up = [
  `create table mcp_servers (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    name text not null,
    description text not null,
    agent_name text,
    primary_color text,
    secondary_color text,
    base_prompt text,
    safe_mode boolean not null default false,
    suggestions jsonb not null default '[]',
    chains jsonb not null default '[]',
    associated_apps jsonb not null default '[]',
    resources jsonb not null default '[]',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  `create index mcp_servers_newest on mcp_servers (org_id, environment, id desc)`,
];
