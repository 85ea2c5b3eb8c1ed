const RULE =
  "name type workflow_id application above unit minutes emails repeat_minutes quiet_hours is_enabled";

/** As in migration 0119. */
function record(event: string): string {
  const plain = RULE.split(" ");
  const changes = plain.map((column) => `old.${column} is distinct from new.${column}`).join(" or ");
  const condition = `pg_trigger_depth() = 0${event === "update" ? ` and (${changes})` : ""}`;
  return `create trigger audit_log_${event} after ${event} on alert_rules for each row
    when (${condition}) execute function record_change('id', 'name', '${RULE}', '')`;
}

// What people are told of: rules, and the alerts that they have caused.
export const up = [
  `create table alert_rules (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    name text not null,
    type text not null,
    workflow_id text collate "C",
    application text collate "C",
    above integer,
    unit text check (unit in ('executions', 'percent')),
    minutes integer not null,
    emails jsonb not null,
    repeat_minutes integer not null,
    quiet_hours jsonb,
    is_enabled boolean not null,
    check_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  `create index alert_rules_in_order on alert_rules (org_id, environment, id)`,
  `create index alert_rules_due on alert_rules (check_at) where check_at is not null`,
  ...["insert", "update", "delete"].map(record),

  `create table alerts (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    rule_id text collate "C" not null references alert_rules (id) on delete cascade,
    rule_name text not null,
    type text not null,
    summary text not null,
    subjects jsonb not null,
    subject_count integer not null,
    fired_at timestamptz not null,
    resolved_at timestamptz,
    notified_at timestamptz,
    notified_subjects jsonb not null default '[]',
    owes_resolution boolean not null default false
  )`,
  // A rule has one open alert: two processes that check it cannot both fire it.
  `create unique index alerts_open_of_rule on alerts (rule_id) where resolved_at is null`,
  `create index alerts_of_rule on alerts (rule_id, id desc)`,
  `create index alerts_owing on alerts (rule_id) where owes_resolution`,
  `create index alerts_newest on alerts (org_id, environment, id desc)`,
  `create index alerts_open on alerts (org_id, environment, id desc) where resolved_at is null`,
  `create index alerts_resolved on alerts (resolved_at) where resolved_at is not null`,

  // What expired lately is found without reading all that has expired.
  `create index connections_expired on connections (org_id, environment, updated_at) where status = 'expired'`,
  // Since when a trigger has failed, in a row.
  `alter table trigger_subscriptions add column failing_since timestamptz`,
  `update trigger_subscriptions set failing_since = updated_at where status = 'broken'`,
  `create index trigger_subscriptions_failing on trigger_subscriptions (org_id, environment, failing_since)
    where failing_since is not null`,
];
