// A row of the log for the row of a table, as it was changed; whoever changes it need not think of it.
const logRow = (table: string, when: string, columns: string) => [
  `create function log_${table}() returns trigger language plpgsql as $$
    declare changed ${table} := case when tg_op = 'DELETE' then old else new end;
    begin
      insert into changes (org_id, environment, kind, subject, account_id, status, at, parent, name, applications, duration_ms)
        select ${columns};
      return null;
    end $$`,
  `create trigger log_${table}_made after insert on ${table} for each row execute function log_${table}()`,
  `create trigger log_${table}_changed after update of status on ${table} for each row
    when (${when}) execute function log_${table}()`,
];

// What has become true, in the order of ids, kept for an hour: what statistics are counted from, and what pages that
// stay open are told of. Who makes something true appends to it in the same transaction; nobody waits for another.
export const up = [
  `create table changes (
    id bigint generated always as identity primary key,
    org_id text collate "C" not null,
    environment text not null,
    kind text not null,
    subject text collate "C" not null,
    account_id text collate "C",
    status text not null,
    at timestamptz not null,
    workflow_id text collate "C",
    parent text collate "C",
    name text,
    applications text[],
    failing_application text,
    duration_ms integer
  )`,

  // Up to where the log is counted, and the ids before that which were not there yet. One row.
  `create table statistics_position (
    is_only boolean primary key default true check (is_only),
    last bigint not null default 0,
    gaps jsonb not null default '[]'
  )`,
  `insert into statistics_position default values`,

  `create table statistics (
    org_id text collate "C" not null,
    environment text not null,
    subject text not null,
    every text not null,
    dimension text not null,
    at timestamptz not null,
    value text collate "C" not null,
    status text not null,
    count bigint not null,
    duration_ms bigint not null,
    -- How many durations fell into each bucket, by its number.
    histogram jsonb not null,
    primary key (org_id, environment, subject, every, dimension, at, value, status)
  ) with (fillfactor = 70)`,
  `create index statistics_by_age on statistics (every, at)`,
  // With an account go its counters; whoever counts leaves out what belongs to none.
  `create index statistics_of_account on statistics (value) where dimension = 'account'`,
  `create function delete_statistics_of_account() returns trigger language plpgsql as $$
    begin
      delete from statistics where dimension = 'account' and value = old.id;
      return null;
    end $$`,
  `create trigger delete_statistics after delete on linked_accounts for each row
    execute function delete_statistics_of_account()`,

  ...logRow(
    "mcp_calls",
    "old.status is distinct from new.status",
    `changed.org_id, changed.environment, 'mcp_call', changed.id, changed.account_id, changed.status,
      coalesce(changed.finished_at, changed.created_at), changed.server_id, changed.tool,
      case when changed.slug is not null then array[changed.slug] end,
      case when changed.finished_at is not null then least(2147483647, greatest(0,
        extract(epoch from changed.finished_at - coalesce(changed.begun_at, changed.created_at)) * 1000))::int end`,
  ),
  // Connecting again counts, although the status stays what it was.
  ...logRow(
    "connections",
    "old.status is distinct from new.status or old.connected_at is distinct from new.connected_at",
    `changed.org_id, changed.environment, 'connection', changed.id, changed.account_id,
      case when tg_op = 'DELETE' then 'disconnected' when changed.status = 'active' then 'connected' else changed.status end,
      case when tg_op = 'DELETE' then now() else changed.updated_at end, null, changed.slug, array[changed.slug], null::int`,
  ),
  `create trigger log_connections_deleted after delete on connections for each row execute function log_connections()`,

  `create function log_connection_health() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, environment, kind, subject, account_id, status, at, name, applications)
        select c.org_id, c.environment, 'connection', c.id, c.account_id,
          case when new.failures > 0 then 'degraded' else 'healthy' end, now(), c.slug, array[c.slug]
        from connections c where c.id = new.connection_id and c.status = 'active';
      return null;
    end $$`,
  `create trigger log_connection_health after update of failures on connection_health for each row
    when ((old.failures > 0) <> (new.failures > 0)) execute function log_connection_health()`,
  `create trigger log_connection_health_made after insert on connection_health for each row
    when (new.failures > 0) execute function log_connection_health()`,
];
