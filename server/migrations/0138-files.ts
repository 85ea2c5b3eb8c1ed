// Bytes that third parties answer with, beside the executions that refer to them.
export const up = [
  `create table files (
    id text collate "C" primary key,
    org_id text collate "C" not null,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    run_id text collate "C",
    name text not null,
    content_type text not null,
    size integer not null,
    content bytea not null,
    created_at timestamptz not null
  )`,
  // Compressed files are what files mostly are.
  `alter table files alter column content set storage external`,
  `create index files_of_account on files (account_id)`,
];
