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
    account_id text collate "C",
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
  `create index webhook_deliveries_of_account on webhook_deliveries (account_id) where account_id is not null`,

  // Deliveries tell of an account and go with it. No foreign key: its check would lock the account while the run that
  // is told of is locked, and deleting an account locks in the other order. The name sorts after the cascades'
  // ("RI_..."), so that it sees the deliveries of whatever they waited for.
  `create function delete_deliveries_of_account() returns trigger language plpgsql as $$
    begin
      delete from webhook_deliveries where account_id = old.id;
      return null;
    end
  $$`,
  `create trigger accounts_delete_deliveries after delete on linked_accounts
    for each row execute function delete_deliveries_of_account()`,

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
