// What may start a workflow only once, what incoming webhooks are signed with, and the audit: every event that was
// received is to have the runs that it matched, and every run its place in the queue or its deliveries.
export const up = [
  // Keys under which a trigger that comes again is known; one without "free_at" is never free again. A key belongs to
  // an event of the inbox, or to the run of a call.
  `create table trigger_keys (
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    scope text collate "C" not null,
    key text collate "C" not null,
    event_id text collate "C",
    run_id text collate "C",
    fingerprint text collate "C",
    claimed_at timestamptz not null,
    free_at timestamptz,
    primary key (account_id, scope, key)
  )`,
  `create index trigger_keys_by_age on trigger_keys (claimed_at)`,
  `insert into trigger_keys (account_id, scope, key, event_id, fingerprint, claimed_at, free_at)
    select account_id, coalesce(subscription, 'event/' || name),
      case when subscription is null then idempotency_key else substr(idempotency_key, length(subscription) + 2) end,
      id, fingerprint, received_at, case when subscription is null then received_at + interval '24 hours' end
    from (select *, substring(idempotency_key from '^(trigger/[0-9a-f]{24})/') as subscription
      from received_events where idempotency_key is not null) e
    on conflict do nothing`,
  `drop index received_events_by_key`,

  // "workflow_id" where the trigger names one workflow, matched or not; "repeated" counts workflows that had the key.
  `alter table received_events drop column idempotency_key, drop column fingerprint,
    add column workflow_id text collate "C",
    add column repeated integer not null default 0`,
  // The account belongs to the organization and takes its events along.
  `alter table received_events drop constraint received_events_org_id_fkey`,
  `create index received_events_newest on received_events (org_id, environment, id desc)`,
  `create index workflows_published on workflows (org_id, id) where published`,

  // The one without "expires_at" is current; replaced ones are taken along until they expire.
  `create table workflow_webhook_secrets (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    workflow_id text collate "C" not null references workflows (id) on delete cascade,
    sealed bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz
  )`,
  `create index workflow_webhook_secrets_of_workflow on workflow_webhook_secrets (workflow_id, environment)`,

  // Which deliveries tell of a run.
  `alter table webhook_deliveries add column run_id text collate "C"
    generated always as (payload ->> 'instance_id') stored`,
  `create index webhook_deliveries_of_run on webhook_deliveries (run_id) where run_id is not null`,

  // Open runs that nobody will pick up, unless a step of theirs waits: next to none, so that the index costs nothing.
  `create index runs_lost on runs (id) where status in ('RUNNING', 'STOPPING') and ready_at is null and worker is null
    and wake_at is null and parked_at is null`,
  `create index runs_finished on runs (finished_at) where finished_at is not null`,

  // Up to which event and which end of a run everything was looked at; one row.
  `create table audit_state (
    only_one boolean primary key default true check (only_one),
    event_id text collate "C" not null,
    finished_at timestamptz not null,
    looked_at timestamptz not null
  )`,
  `insert into audit_state (event_id, finished_at, looked_at)
    select coalesce(max(id), ''), now(), to_timestamp(0) from received_events`,
  `create table audit_findings (
    id text collate "C" primary key,
    org_id text collate "C" not null,
    environment text not null,
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    kind text not null,
    subject text collate "C" not null,
    event_id text collate "C",
    run_id text collate "C",
    message text not null,
    found_at timestamptz not null,
    unique (subject, kind)
  )`,
  `create index audit_findings_newest on audit_findings (org_id, environment, id desc)`,
  `create index audit_findings_of_account on audit_findings (account_id)`,
  `create index audit_findings_of_event on audit_findings (event_id) where event_id is not null`,
];
