// What a linked account's records are called in other applications, for synchronisations in both directions.
export const up = [
  `create table data_references (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    name text collate "C" not null,
    group_name text,
    external_ids integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (account_id, name)
  )`,
  `create index data_references_newest on data_references (org_id, environment, id desc)`,
  `create index data_references_by_name on data_references (org_id, environment, name, id desc)`,

  `create table external_ids (
    reference text collate "C" not null references data_references (id) on delete cascade,
    record_id text collate "C" not null,
    slug text collate "C" not null,
    value text collate "C" not null,
    primary key (reference, record_id, slug)
  )`,
  `create index external_ids_by_value on external_ids (reference, value, slug)`,
];
