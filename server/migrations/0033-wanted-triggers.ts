// What subscriptions there should be is asked for each subscription there is, so it must be found by the keys of one:
// without "distinct", which has all of them made first. A trigger that is named twice, or an application connected in
// two ways, gives the same row twice.
export const up = [
  // The triggers of start nodes, so that nobody reads whole definitions to know them.
  `alter table workflows add column start_triggers jsonb not null
    generated always as (jsonb_path_query_array(nodes::jsonb, '$[*] ? (@.type == "start").triggers[*]')) stored`,
  `create or replace view wanted_triggers as
    select w.org_id, con.environment, con.account_id, w.id as workflow_id,
      coalesce(c.config_id, a.account_id) as config_id, t ->> 'application' as slug, t ->> 'event' as trigger_id,
      coalesce(t -> 'input', '{}') as input, md5(coalesce(t -> 'input', '{}')::text) as input_key,
      w.version || '/' || coalesce(c.revision, 0) as facts
    from workflows w
    cross join lateral jsonb_array_elements(w.start_triggers) t
    join connections con on con.org_id = w.org_id and con.slug = t ->> 'application'
      and con.environment = any (w.environments) and (w.account_id is null or w.account_id = con.account_id)
    join linked_accounts a on a.id = con.account_id
    left join configs c on c.org_id = w.org_id and c.environment = con.environment
      and c.account_id = con.account_id and c.slug = w.slug
    where w.published and (w.slug is null or (c.id is not null and coalesce(
      (select enabled from config_workflows where config = c.id and workflow_id = w.id), w.auto_enable)))`,
];
