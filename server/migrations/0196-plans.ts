/** As in migration 0119. */
function record(
  table: string,
  event: string,
  { id, name, columns }: { id: string; name: string; columns: string },
): string {
  const changes = columns
    .split(" ")
    .map((column) => `old.${column} is distinct from new.${column}`)
    .join(" or ");
  const condition = `pg_trigger_depth() = 0${event === "update" ? ` and (${changes})` : ""}`;
  return `create trigger audit_log_${event} after ${event} on ${table} for each row
    when (${condition}) execute function record_change('${id}', '${name}', '${columns}', '')`;
}
const EVENTS = ["insert", "update", "delete"];

// What customers may use (D558).
export const up = [
  // "caps" has an object with "soft" and "hard" by the name of each cap.
  `create table plans (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ('test', 'production')),
    name text not null,
    is_default boolean not null,
    caps jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  `create unique index plans_by_name on plans (org_id, environment, lower(name))`,
  `create unique index plans_default on plans (org_id, environment) where is_default`,
  `create index plans_in_order on plans (org_id, environment, id)`,
  ...EVENTS.map((event) =>
    record("plans", event, { id: "id", name: "name", columns: "name is_default caps" }),
  ),

  // Of accounts that do not simply have the default plan. "caps" replace those of the plan, one by one; null: no cap.
  `create table account_plans (
    account_id text collate "C" primary key references linked_accounts (id) on delete cascade,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ('test', 'production')),
    plan_id text collate "C" references plans (id),
    caps jsonb not null,
    updated_at timestamptz not null
  )`,
  `create index account_plans_of_plan on account_plans (plan_id) where plan_id is not null`,
  `create index account_plans_with_caps on account_plans (org_id) where caps <> '{}'`,
  ...EVENTS.map((event) =>
    record("account_plans", event, { id: "account_id", name: "account_id", columns: "plan_id caps" }),
  ),

  // What was taken of a cap in a period. Only of accounts with a hard cap: all their starts pass through this row.
  // "added" and "most" are those of the last statement that took some.
  `create table usage_periods (
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    cap text collate "C" not null,
    starts_on date not null,
    used bigint not null,
    added bigint not null,
    most bigint,
    primary key (account_id, cap, starts_on)
  ) with (fillfactor = 50)`,
  `create index usage_periods_by_age on usage_periods (starts_on)`,
  // The end of a statement that took more than there was: its transaction must not commit.
  `create function refuse_usage() returns integer language plpgsql as $$
    begin raise exception 'a usage limit is reached' using errcode = 'JU001'; end $$`,

  // Why an event started nothing, and the event as which it was started later.
  `alter table received_events add column refused text, add column restarted_as text collate "C"`,
  // When a schedule last started nothing, and why.
  `alter table schedules add column refused_at timestamptz, add column refused text`,
];
