// Named lists of records that belong to a config; "records" and "bytes" count what is in one, so that it stays bounded.
export const up = [
  `create table datastores (
    id text collate "C" primary key,
    config text collate "C" not null references configs (id) on delete cascade,
    name text collate "C" not null,
    records integer not null default 0,
    bytes bigint not null default 0,
    created_at timestamptz not null,
    unique (config, name)
  )`,

  `create table datastore_records (
    datastore text collate "C" not null references datastores (id) on delete cascade,
    record_id uuid not null,
    fields json not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (datastore, record_id)
  )`,
  `create index datastore_records_in_order on datastore_records (datastore, created_at, record_id)`,
];
