// A config chooses, for each of its workflows and by application, which of the account's connections it uses; without
// a choice the default one. A chosen connection that was removed stays chosen, so that nothing takes its place (D513).
const RECORDED = "workflow_id enabled fields connections";
const differs = RECORDED.split(" ").map((column) => `old.${column} is distinct from new.${column}`);

export const up = [
  `alter table config_workflows add column connections jsonb not null default '{}'`,

  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on config_workflows`,
    `create trigger audit_log_${event} after ${event} on config_workflows for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs.join(" or ")} or old.secrets is distinct from new.secrets)` : ""})
      execute function record_change('id', '', '${RECORDED}', 'secrets')`,
  ]),

  // "limit 1" has a choice looked up by its key, row by row (see 0033).
  `create or replace view wanted_triggers as
    select p.org_id, p.environment, con.account_id, p.workflow_id,
      coalesce(c.config_id, a.account_id) as config_id, t ->> 'application' as slug, t ->> 'event' as trigger_id,
      coalesce(t -> 'input', '{}') as input, md5(coalesce(t -> 'input', '{}')::text) as input_key,
      coalesce(choice.connections ->> (t ->> 'application'), '') collate "C" as connection_id,
      p.version || '/' || coalesce(c.revision, 0) as facts
    from workflow_publications p
    cross join lateral jsonb_array_elements(p.start_triggers) t
    join connections con on con.org_id = p.org_id and con.slug = t ->> 'application'
      and con.environment = p.environment and (p.account_id is null or p.account_id = con.account_id)
    join linked_accounts a on a.id = con.account_id
    left join configs c on c.org_id = p.org_id and c.environment = con.environment
      and c.account_id = con.account_id and c.slug = p.slug
    left join lateral (select h.enabled, h.connections from config_workflows h
      where h.config = c.id and h.workflow_id = p.workflow_id limit 1) choice on true
    where coalesce(con.id = choice.connections ->> (t ->> 'application'), con.is_default)
      and (p.slug is null or (c.id is not null and coalesce(choice.enabled, p.auto_enable)))`,
];
