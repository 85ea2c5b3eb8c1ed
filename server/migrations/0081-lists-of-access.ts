// Tokens and grants of MCP servers over all accounts of an environment, and those of one server, newest first.
export const up = [
  `create index mcp_tokens_in_order on mcp_tokens (org_id, environment, id desc)`,
  `drop index mcp_tokens_of_server`,
  `create index mcp_tokens_of_server on mcp_tokens (server_id, id desc)`,
  `drop index mcp_oauth_grants_of_organization`,
  `create index mcp_oauth_grants_in_order on mcp_oauth_grants (org_id, environment, id desc)`,
  `drop index mcp_oauth_grants_of_server`,
  `create index mcp_oauth_grants_of_server on mcp_oauth_grants (server_id, id desc)`,
];
