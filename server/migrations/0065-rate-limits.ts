// What an organization allows each of its linked accounts a minute; null: what the operator set.
export const up = [
  `alter table organizations
    add column rate_limit_requests integer check (rate_limit_requests > 0),
    add column rate_limit_triggers integer check (rate_limit_triggers > 0)`,
];
