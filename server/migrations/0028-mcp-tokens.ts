// The tokens of agents end: those of before a year after they were made, as all do where nothing else is asked for.
export const up = [
  `alter table mcp_tokens
    add column expires_at timestamptz,
    add column last_used_at timestamptz`,
  `update mcp_tokens set expires_at = created_at + interval '365 days'`,
  `alter table mcp_tokens alter column expires_at set not null`,
  `create index mcp_tokens_ending on mcp_tokens (expires_at)`,
];
