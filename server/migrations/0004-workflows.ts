// Workflows and their published versions. A row with "draft_of" is the unpublished edition of a published workflow;
// a row without "account_id" is the organization's, offered to all its linked accounts.
// `json`, not `jsonb`: what a node sends on keeps the order of its keys.
export const up = [
  // The events that a definition's start node waits for.
  `create function start_events(nodes jsonb) returns text[] language sql immutable as $$
    select coalesce(array_agg(distinct trigger ->> 'event'), '{}')
      from jsonb_array_elements(nodes) node, jsonb_array_elements(node -> 'triggers') trigger
      where node ->> 'type' = 'start'
  $$`,

  `create table workflows (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    account_id text collate "C" references linked_accounts (id) on delete cascade,
    draft_of text collate "C" unique references workflows (id) on delete cascade,
    environments text[] not null check (cardinality(environments) > 0 and environments <@ array['test', 'production']),
    slug text collate "C",
    alias text collate "C",
    name text not null,
    description text not null,
    icon text not null,
    index_order double precision not null,
    auto_enable boolean not null,
    hide_in_config boolean not null,
    published boolean not null default false,
    version integer not null default 0,
    nodes json not null,
    edges json not null,
    settings json not null,
    data_slots json not null,
    test_instance_meta_data json,
    events text[] not null generated always as (start_events(nodes::jsonb)) stored,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    check (not published or (draft_of is null and version > 0))
  )`,
  `create index workflows_newest on workflows (org_id, id desc)`,
  `create index workflows_shown on workflows (org_id, account_id, index_order, id desc) where draft_of is null`,
  `create index workflows_of_account on workflows (account_id) where account_id is not null`,
  // An alias names one workflow in each environment, among the organization's and among each account's own. One index
  // for both environments would tell the caller of one what exists in the other.
  `create unique index workflows_alias_in_test on workflows (org_id, coalesce(account_id, ''), alias)
    where draft_of is null and 'test' = any (environments)`,
  `create unique index workflows_alias_in_production on workflows (org_id, coalesce(account_id, ''), alias)
    where draft_of is null and 'production' = any (environments)`,

  // No foreign key to the workflow: runs that were accepted before it was deleted still finish, and stay readable.
  `create table workflow_versions (
    workflow_id text collate "C" not null,
    version integer not null,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    account_id text collate "C" references linked_accounts (id) on delete cascade,
    nodes json not null,
    edges json not null,
    settings json not null,
    data_slots json not null,
    created_at timestamptz not null,
    primary key (workflow_id, version)
  )`,
  `create index workflow_versions_of_account on workflow_versions (account_id) where account_id is not null`,
];
