// What is known of each connection's health, when it is looked at next, and which runs wait for a customer to connect again.
export const up = [
  // The first look is spread over six hours, so that a restored database does not ask all providers at once.
  `alter table connections add column next_probe_at timestamptz not null default now() + random() * interval '6 hours'`,
  `create index connections_to_probe on connections (next_probe_at) where status = 'active'`,
  `create index connections_by_status on connections (org_id, environment, status, id)`,

  // "failures" counts those since something last went well; "cause" is the newest of them, in plain words.
  `create table connection_health (
    connection_id text collate "C" primary key references connections (id) on delete cascade,
    checks_ok integer not null default 0,
    checks_failed integer not null default 0,
    last_check_at timestamptz,
    last_check_ok boolean,
    refreshes_ok integer not null default 0,
    refreshes_failed integer not null default 0,
    last_refresh_at timestamptz,
    last_refresh_ok boolean,
    failures integer not null default 0,
    cause text,
    answer_status integer,
    answer_at timestamptz,
    answer_where text,
    scopes_granted jsonb
  ) with (fillfactor = 70)`,

  // At most fifty for each connection: whoever adds one removes those beyond.
  `create table connection_events (
    id text collate "C" primary key,
    connection_id text collate "C" not null references connections (id) on delete cascade,
    kind text not null,
    message text not null,
    status integer,
    at timestamptz not null
  )`,
  `create index connection_events_newest on connection_events (connection_id, id desc)`,

  // A parked run has no job: it waits for the account to connect "parked_slug" again.
  `alter table runs add column parked_at timestamptz, add column parked_slug text collate "C",
    add column parked_node text, add column parked_reason text`,
  `create index runs_parked on runs (account_id, parked_slug, id) where parked_at is not null`,
];
