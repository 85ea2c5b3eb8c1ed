// What the tool of a call stands for, as the record that offers it names it: what a tool is called may be the customer's.
export const up = [
  `alter table mcp_calls
    add column slug text,
    add column action_id text,
    add column workflow_id text collate "C"`,
];
