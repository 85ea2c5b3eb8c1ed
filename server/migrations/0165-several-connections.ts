// An account may connect an application several times. What names no connection uses the default one; there is at most
// one for each auth type, as there was at most one connection before, so every existing connection is a default one.
const RECORDED = "auth_type status identifier connected_at name is_default";
const differs = RECORDED.split(" ").map((column) => `old.${column} is distinct from new.${column}`);

export const up = [
  // "place" counts the connections of an account to an application, for names such as "Slack 2".
  `alter table connections
    add column name text,
    add column place integer not null default 1,
    add column is_default boolean not null default true,
    drop constraint connections_account_id_slug_auth_type_key`,
  `create unique index connections_default on connections (account_id, slug, auth_type) where is_default`,
  `create index connections_of_account on connections (account_id, slug)`,

  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on connections`,
    `create trigger audit_log_${event} after ${event} on connections for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs.join(" or ")})` : ""})
      execute function record_change('id', 'slug', '${RECORDED}', 'secrets')`,
  ]),

  // Null: the default connection; "new", or the id of the one to connect again.
  `alter table connect_links add column connection text collate "C"`,

  // Empty: the default connection. A subscription belongs to its connection: with another one, events are other events.
  `alter table trigger_subscriptions
    add column connection_id text collate "C" not null default '',
    drop constraint trigger_subscriptions_account_id_slug_workflow_id_config_id_key,
    add unique (account_id, slug, workflow_id, config_id, trigger_id, input_key, connection_id)`,

  // What is set up with the default connection belongs to it, also when another one becomes the default: it is then
  // ended with that connection (the key that nothing wants), and set up anew with the other. Whoever holds it loses
  // its lease, so that no cursor passes from one to the other (D514).
  `create function keep_subscriptions_of_connection() returns trigger language plpgsql as $$
    begin
      update trigger_subscriptions
        set connection_id = old.id, input_key = input_key || '/' || id, lease = null, leased_until = null,
          next_at = now(), revision = revision + 1
        where account_id = old.account_id and slug = old.slug and connection_id = '';
      return null;
    end
  $$`,
  `create trigger connections_keep_subscriptions after update of is_default on connections for each row
    when (old.is_default and not new.is_default) execute function keep_subscriptions_of_connection()`,

  `drop view wanted_triggers`,
  `create view wanted_triggers as
    select p.org_id, p.environment, con.account_id, p.workflow_id,
      coalesce(c.config_id, a.account_id) as config_id, t ->> 'application' as slug, t ->> 'event' as trigger_id,
      coalesce(t -> 'input', '{}') as input, md5(coalesce(t -> 'input', '{}')::text) as input_key,
      ''::text collate "C" as connection_id, p.version || '/' || coalesce(c.revision, 0) as facts
    from workflow_publications p
    cross join lateral jsonb_array_elements(p.start_triggers) t
    join connections con on con.org_id = p.org_id and con.slug = t ->> 'application' and con.is_default
      and con.environment = p.environment and (p.account_id is null or p.account_id = con.account_id)
    join linked_accounts a on a.id = con.account_id
    left join configs c on c.org_id = p.org_id and c.environment = con.environment
      and c.account_id = con.account_id and c.slug = p.slug
    where p.slug is null or (c.id is not null and coalesce(
      (select enabled from config_workflows where config = c.id and workflow_id = p.workflow_id), p.auto_enable))`,
];
