const usageId = (day: string, account: string, meter: string) =>
  `lpad(to_hex(${day} - date '1970-01-01'), 6, '0') || substr(md5(${account} || '/' || ${meter}), 1, 18)`;

// What each linked account used, by day (UTC) and meter (D555).
export const up = [
  // The id follows from day, account and meter, so that ids sort by day, and billing systems recognize a repeated row.
  `create table usage_days (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ('test', 'production')),
    account_id text collate "C" not null,
    day date not null,
    meter text not null check (meter in ('executions', 'calls', 'mcp_calls', 'storage')),
    value bigint not null
  ) with (fillfactor = 70)`,
  `create index usage_days_newest on usage_days (org_id, environment, id desc)`,
  `create index usage_days_of_account on usage_days (account_id, meter, day)`,
  `create function usage_id(day date, account text, meter text) returns text language sql immutable
    as $$ select ${usageId("day", "account", "meter")} $$`,

  // What a deleted account was called: what it used is still to be billed.
  `create table usage_accounts (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    linked_account_id text not null,
    deleted_at timestamptz not null
  )`,
  `create function keep_usage_account() returns trigger language plpgsql as $$
    begin
      insert into usage_accounts (id, org_id, linked_account_id, deleted_at)
        select old.id, old.org_id, old.account_id, now() from organizations o where o.id = old.org_id
        on conflict do nothing;
      return null;
    end $$`,
  `create trigger keep_usage_account after delete on linked_accounts for each row execute function keep_usage_account()`,

  // The first day that can still change, and when the storage was last measured. One row.
  `create table usage_state (
    is_only boolean primary key default true check (is_only),
    open_from date not null,
    measured_at timestamptz
  )`,
  `insert into usage_state (open_from) values ((now() at time zone 'UTC')::date)`,

  // What statistics counted so far. They know no calls by account, and no account that was deleted.
  `insert into usage_days (id, org_id, environment, account_id, day, meter, value)
    select usage_id(day, account, meter), org_id, environment, account, day, meter, sum(count)
    from (select s.org_id, s.environment, s.value as account, (s.at at time zone 'UTC')::date as day, s.subject as meter, s.count
      from statistics s join linked_accounts a on a.id = s.value
      where s.every = 'day' and s.dimension = 'account'
        and (s.subject = 'executions' and s.status = 'STARTED' or s.subject = 'mcp_calls' and s.status in ('COMPLETED', 'ERRORED'))) counted
    group by org_id, environment, account, day, meter`,
];
