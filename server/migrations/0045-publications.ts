// Each environment has its own published version of a workflow. The row of a workflow is what both share: id, alias,
// the environments in which it is available, and the draft. A version holds everything that publishing shows, so that
// publishing one elsewhere, or again, brings its name along.
const SHOWN = ["slug", "name", "description", "icon", "index_order", "auto_enable", "hide_in_config"];
const VERSIONED = [...SHOWN, "nodes", "edges", "settings", "data_slots", "test_instance_meta_data"];
const list = (columns: readonly string[], row?: string) =>
  columns.map((column) => (row ? `${row}.${column}` : column)).join(", ");
const copy = (columns: readonly string[], row: string) =>
  columns.map((column) => `${column} = ${row}.${column}`).join(", ");

export const up = [
  `drop view wanted_triggers`,

  `alter table workflow_versions
    add column slug text collate "C",
    add column name text not null default '',
    add column description text not null default '',
    add column icon text not null default '',
    add column index_order double precision not null default 0,
    add column auto_enable boolean not null default false,
    add column hide_in_config boolean not null default false,
    add column test_instance_meta_data json`,
  `update workflow_versions v set ${copy([...SHOWN, "test_instance_meta_data"], "w")}
    from workflows w where w.id = v.workflow_id`,
  `alter table workflow_versions
    alter column name drop default, alter column description drop default, alter column icon drop default,
    alter column index_order drop default, alter column auto_enable drop default,
    alter column hide_in_config drop default`,

  // The version that an environment runs, with what starting, listing and showing ask for: nodes and edges, which are
  // large, stay with the version.
  `create table workflow_publications (
    workflow_id text collate "C" not null references workflows (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    org_id text collate "C" not null references organizations (id) on delete cascade,
    account_id text collate "C" references linked_accounts (id) on delete cascade,
    version integer not null,
    slug text collate "C",
    name text not null,
    description text not null,
    icon text not null,
    index_order double precision not null,
    auto_enable boolean not null,
    hide_in_config boolean not null,
    settings json not null,
    data_slots json not null,
    events text[] not null,
    start_triggers jsonb not null,
    published_at timestamptz not null,
    revision integer not null,
    primary key (workflow_id, environment)
  )`,
  `insert into workflow_publications (workflow_id, environment, org_id, account_id, version, ${list(SHOWN)},
      settings, data_slots, events, start_triggers, published_at, revision)
    select w.id, e.environment, w.org_id, w.account_id, w.version, ${list(SHOWN, "w")},
      w.settings, w.data_slots, w.events, w.start_triggers, w.updated_at, w.revision
    from workflows w cross join lateral unnest(w.environments) as e (environment) where w.published`,
  `create index workflow_publications_shown
    on workflow_publications (org_id, environment, index_order, workflow_id desc)`,
  `create index workflow_publications_of_account on workflow_publications (account_id) where account_id is not null`,

  // What was a row of its own, the draft of a published workflow, becomes the content of the workflow's row; only its
  // id is kept beside it, for as long as some environment publishes another content.
  `alter table workflows add column draft_id text collate "C" unique`,
  `update workflows w set ${copy(VERSIONED, "d")}, draft_id = d.id,
      revision = greatest(w.revision, d.revision) + 1, updated_at = greatest(w.updated_at, d.updated_at)
    from workflows d where d.draft_of = w.id`,
  `delete from workflows where draft_of is not null`,
  `update workflows w set version = v.latest
    from (select workflow_id, max(version) as latest from workflow_versions group by 1) v
    where v.workflow_id = w.id and v.latest > w.version`,
  `drop index workflows_shown, workflows_alias_in_test, workflows_alias_in_production, workflows_published`,
  `alter table workflows drop column draft_of, drop column published, drop column events, drop column start_triggers`,
  // One index for both environments would refuse names that were given before a workflow could be in both.
  `create unique index workflows_alias_in_test on workflows (org_id, coalesce(account_id, ''), alias)
    where 'test' = any (environments)`,
  `create unique index workflows_alias_in_production on workflows (org_id, coalesce(account_id, ''), alias)
    where 'production' = any (environments)`,
  `create index workflows_by_alias on workflows (org_id, alias) where alias is not null`,

  // Workflows as the caller of an environment sees them: what is published there, or else the draft under the
  // workflow's own id; and the draft by its own id, where something else is published.
  `create view workflow_records as
    select w.id, e.environment, w.org_id, w.account_id, null::text collate "C" as draft_of, w.environments, w.alias,
      p.workflow_id is not null as published, coalesce(p.version, w.version) as version,
      ${VERSIONED.map((column) => `case when v.workflow_id is null then w.${column} else v.${column} end as ${column}`).join(", ")},
      w.created_at, coalesce(p.published_at, w.updated_at) as updated_at, coalesce(p.revision, w.revision) as revision
    from workflows w
    cross join lateral unnest(w.environments) as e (environment)
    left join workflow_publications p on p.workflow_id = w.id and p.environment = e.environment
    left join workflow_versions v on v.workflow_id = p.workflow_id and v.version = p.version
    union all
    select w.draft_id, p.environment, w.org_id, w.account_id, w.id, w.environments, w.alias,
      false, p.version, ${list(VERSIONED, "w")}, w.created_at, w.updated_at, w.revision
    from workflows w
    join workflow_publications p on p.workflow_id = w.id
    where w.draft_id is not null`,

  `create view wanted_triggers as
    select p.org_id, p.environment, con.account_id, p.workflow_id,
      coalesce(c.config_id, a.account_id) as config_id, t ->> 'application' as slug, t ->> 'event' as trigger_id,
      coalesce(t -> 'input', '{}') as input, md5(coalesce(t -> 'input', '{}')::text) as input_key,
      p.version || '/' || coalesce(c.revision, 0) as facts
    from workflow_publications p
    cross join lateral jsonb_array_elements(p.start_triggers) t
    join connections con on con.org_id = p.org_id and con.slug = t ->> 'application'
      and con.environment = p.environment and (p.account_id is null or p.account_id = con.account_id)
    join linked_accounts a on a.id = con.account_id
    left join configs c on c.org_id = p.org_id and c.environment = con.environment
      and c.account_id = con.account_id and c.slug = p.slug
    where p.slug is null or (c.id is not null and coalesce(
      (select enabled from config_workflows where config = c.id and workflow_id = p.workflow_id), p.auto_enable))`,
];
