// Linked accounts change as often as customers' data does, so their trigger only keeps what was and what became. What
// differs is worked out when the record is written (audit-log/account-changes.ts), off the request's path (D496).
const values = (row: string) =>
  `jsonb_build_object('name', ${row}.name, 'udf', ${row}.udf, 'language', ${row}.language)`;

const differs = ["name", "udf", "language", "your_app"].map(
  (column) => `old.${column} is distinct from new.${column}`,
);

export const up = [
  `create function record_account_change() returns trigger language plpgsql as $$
    declare
      account linked_accounts := case when tg_op = 'DELETE' then old else new end;
    begin
      insert into audit_log_pending
          (org_id, environment, at, source, event, object_id, object_name, account_id, before, after, secrets, actor)
        values (account.org_id, account.environment, date_trunc('milliseconds', clock_timestamp()), tg_table_name,
          lower(tg_op), account.id, left(coalesce(account.name, account.account_id), 500), account.account_id,
          case when tg_op <> 'INSERT' then ${values("old")} end,
          case when tg_op <> 'DELETE' then ${values("new")} end,
          case when old.your_app is distinct from new.your_app then '{your_app}'::text[] else '{}' end,
          nullif(current_setting('junctor.actor', true), '')::jsonb);
      return null;
    end $$`,
  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on linked_accounts`,
    `create trigger audit_log_${event} after ${event} on linked_accounts for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs.join(" or ")})` : ""})
      execute function record_account_change()`,
  ]),
];
