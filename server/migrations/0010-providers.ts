// An organization's own application may come from an OpenAPI document or a remote MCP server, not from a manifest alone.
export const up = [
  `alter table custom_applications rename column manifest to definition`,
  // `json` keeps the order of fields and actions, as every surface shows them.
  `alter table custom_applications alter column definition type json using definition::json`,
  `alter table custom_applications add column provider text not null default 'manifest'
    check (provider in ('manifest', 'openapi', 'mcp'))`,
  `alter table custom_applications alter column provider drop default`,
];
