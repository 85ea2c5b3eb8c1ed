// Definitions of the SaaS company's own events, and the inbox of events that it sent.
export const up = [
  `create table application_events (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    name text collate "C" not null,
    fields jsonb not null,
    sample jsonb,
    json_schema jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (org_id, environment, name)
  )`,

  `create table received_events (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    name text collate "C" not null,
    slug text,
    config_id text not null,
    payload json,
    matched integer not null,
    idempotency_key text collate "C",
    fingerprint text collate "C",
    received_at timestamptz not null
  )`,
  `create index received_events_of_account on received_events (account_id, id desc)`,
  // One event for one key; a key that is older than a day is taken off its row and may be used again.
  `create unique index received_events_by_key on received_events (account_id, name, idempotency_key)
    where idempotency_key is not null`,
];
