// Schedules of workflows. next_at is null while a schedule is paused and when it has no tick left. The workflow
// is no foreign key: a schedule outlives it, without running.
export const up = [
  `create table schedules (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    event_id text collate "C" not null,
    workflow text not null,
    workflow_id text collate "C" not null,
    config_id text not null,
    timing jsonb not null,
    options jsonb not null,
    payload json not null,
    paused boolean not null default false,
    next_at timestamptz,
    last_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  `create index schedules_due on schedules (next_at) where next_at is not null`,
  `create index schedules_of_account on schedules (account_id, id desc)`,
];
