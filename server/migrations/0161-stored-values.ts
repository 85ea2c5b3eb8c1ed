// What applications keep for a linked account between calls, sealed because it may be a token: for one workflow, or with
// an empty workflow_id for all.
export const up = [
  `create table stored_values (
    org_id text collate "C" not null,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C" not null,
    workflow_id text collate "C" not null,
    key text collate "C" not null,
    value bytea not null,
    updated_at timestamptz not null,
    primary key (account_id, slug, workflow_id, key)
  )`,
];
