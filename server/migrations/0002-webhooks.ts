// Webhook registrations and their deliveries. A delivery belongs to the one job that carries its current turn; each
// attempt is a row. A payload is json, not jsonb, so that what is signed and sent is what was handed over.
export const up = [
  `create table webhooks (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    type text not null,
    url text not null,
    sealed_url bytea,
    events jsonb not null,
    is_enabled boolean not null,
    description text,
    slug text collate "C",
    workflow_ids jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  `create index webhooks_newest on webhooks (org_id, environment, id desc)`,

  // The one without expires_at is current; replaced ones sign along until they expire.
  `create table webhook_secrets (
    id text collate "C" primary key,
    webhook_id text collate "C" not null references webhooks (id) on delete cascade,
    sealed bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz
  )`,
  `create index webhook_secrets_by_webhook on webhook_secrets (webhook_id)`,

  `create table webhook_deliveries (
    id text collate "C" primary key,
    org_id text collate "C" not null,
    environment text not null,
    webhook_id text collate "C" not null references webhooks (id) on delete cascade,
    event text not null,
    payload json not null,
    status text not null default 'pending',
    turn integer not null default 0,
    tries integer not null default 0,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  ) with (fillfactor = 80)`,
  `create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc)`,

  `create table webhook_attempts (
    id text collate "C" primary key,
    delivery_id text collate "C" not null references webhook_deliveries (id) on delete cascade,
    attempted_at timestamptz not null,
    duration_ms integer not null,
    status_code integer,
    answer text,
    error text
  )`,
  `create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, id)`,
];
