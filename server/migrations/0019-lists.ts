// What keeps long lists as quick as short ones: milestones, and an index for executions by status.
//
// A milestone stands at a row of a list and says how many of the list's rows lie between it (included) and the milestone
// before it. A list is a table narrowed to one owner: an organization's environment, an account, a workflow, a webhook.
// Reading sets milestones behind itself, at every 2000th row that is old enough for its neighbours to be committed;
// counting is then a sum over milestones and the few rows after the last one, and a page in the middle begins at the
// milestone before it. Writing pays next to nothing, because ids are in time order: new rows come after the last
// milestone. Whatever else happens keeps the milestones true in its own transaction: deleting lowers their numbers, and
// a row that comes late (a clock that lags, an import) takes the milestones after it away.
const LISTS: Record<string, readonly string[]> = {
  linked_accounts: ["org_id || '/' || environment"],
  connections: ["org_id || '/' || environment", "org_id || '/' || environment || '/' || slug"],
  runs: ["org_id || '/' || environment", "account_id", "org_id || '/' || environment || '/' || workflow_id"],
  received_events: ["org_id || '/' || environment", "account_id"],
  webhook_deliveries: ["webhook_id"],
};

// An id of more than five seconds ago. With a digit in front neither side needs filling up, and without a call of
// `id_at` it costs each row that is inserted next to nothing.
const LATE = `'1' || new.id < to_hex((date_part('epoch', clock_timestamp()) * 1000)::bigint + ${2 ** 48 - 5000})`;

export const up = [
  `create table list_milestones (
    list text collate "C" not null,
    owner text collate "C" not null,
    id text collate "C" not null,
    rows integer not null,
    primary key (list, owner, id) include (rows)
  )`,

  // The first part of the ids that are made at this moment.
  `create function id_at(moment timestamptz) returns text language sql stable as $$
    select lpad(to_hex((date_part('epoch', moment) * 1000)::bigint), 12, '0')
  $$`,

  // Shared by all that keep milestones true, until they commit; whoever sets new ones must have it alone.
  `create function milestones_lock(list text) returns bigint language sql immutable as $$
    select hashtextextended('list_milestones ' || list, 0)
  $$`,

  `create function reopen_milestones() returns trigger language plpgsql as $$
    declare
      this text := tg_table_name;
      owners text[];
    begin
      perform pg_advisory_xact_lock_shared(milestones_lock(this));
      if exists (select from list_milestones where list = this) then
        execute format('select array[%s] from (select ($1).*) as late', array_to_string(tg_argv, ', ')) into owners using new;
        delete from list_milestones where list = this and owner = any (owners) and id >= new.id;
      end if;
      return null;
    end
  $$`,

  // In order, so that two deletions do not wait for each other.
  `create function lower_milestones() returns trigger language plpgsql as $$
    declare
      this text := tg_table_name;
      expression text;
      passed record;
    begin
      perform pg_advisory_xact_lock_shared(milestones_lock(this));
      if not exists (select from list_milestones where list = this) then
        return null;
      end if;
      foreach expression in array tg_argv loop
        for passed in execute format(
          'select gone.owner, next.id, count(*) as rows from (select %s as owner, id from deleted) gone cross join lateral (
             select m.id from list_milestones m where m.list = $1 and m.owner = gone.owner and m.id >= gone.id
             order by m.id limit 1) next
           group by 1, 2 order by 1, 2', expression) using this
        loop
          update list_milestones set rows = rows - passed.rows
            where list = this and owner = passed.owner and id = passed.id;
          delete from list_milestones
            where list = this and owner = passed.owner and id = passed.id and rows = 0;
        end loop;
      end loop;
      return null;
    end
  $$`,

  ...Object.entries(LISTS).flatMap(([table, owners]) => {
    const expressions = owners.map((owner) => `'${owner.replaceAll("'", "''")}'`).join(", ");
    return [
      `create trigger ${table}_reopen_milestones after insert on ${table} for each row
        when (${LATE})
        execute function reopen_milestones(${expressions})`,
      `create trigger ${table}_lower_milestones after delete on ${table} referencing old table as deleted
        for each statement execute function lower_milestones(${expressions})`,
    ];
  }),

  `create index connections_in_order on connections (org_id, environment, id)`,
  `drop index connections_by_application`,
  `create index connections_by_application on connections (org_id, environment, slug, id)`,

  // Completed ones are so many that they are found without it; leaving them out makes it cheap to keep.
  `create index runs_by_status on runs (org_id, environment, status, id desc) where status <> 'COMPLETED'`,
];
