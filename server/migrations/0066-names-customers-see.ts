const VERSIONED = [
  ...["slug", "name", "description", "icon", "index_order", "auto_enable", "hide_in_config"],
  ...["nodes", "edges", "settings", "data_slots", "test_instance_meta_data"],
];

// What customers read must come from where they may trust it: a workflow's name from what their environment has
// published, even after it no longer does, and an account's name from the company.
export const up = [
  // By environment, the version that it published last, while it publishes none. Before environments had versions of
  // their own, that was the latest one.
  `alter table workflows add column last_published jsonb not null default '{}'`,
  `update workflows w set last_published = coalesce((
      select jsonb_object_agg(e.environment, w.version) from unnest(w.environments) as e (environment)
      where not exists (select from workflow_publications p where p.workflow_id = w.id and p.environment = e.environment)
    ), '{}')
    where exists (select from workflow_versions v where v.workflow_id = w.id and v.version = w.version)`,

  // As before, but for the version of what is not published: the one that the environment had last.
  `create or replace view workflow_records as
    select w.id, e.environment, w.org_id, w.account_id, null::text collate "C" as draft_of, w.environments, w.alias,
      p.workflow_id is not null as published,
      coalesce(p.version, (w.last_published ->> e.environment)::integer, 0) as version,
      ${VERSIONED.map((column) => `case when v.workflow_id is null then w.${column} else v.${column} end as ${column}`).join(", ")},
      w.created_at, coalesce(p.published_at, w.updated_at) as updated_at, coalesce(p.revision, w.revision) as revision
    from workflows w
    cross join lateral unnest(w.environments) as e (environment)
    left join workflow_publications p on p.workflow_id = w.id and p.environment = e.environment
    left join workflow_versions v on v.workflow_id = p.workflow_id and v.version = p.version
    union all
    select w.draft_id, p.environment, w.org_id, w.account_id, w.id, w.environments, w.alias,
      false, p.version, ${VERSIONED.map((column) => `w.${column}`).join(", ")}, w.created_at, w.updated_at, w.revision
    from workflows w
    join workflow_publications p on p.workflow_id = w.id
    where w.draft_id is not null`,

  // What an environment's customers know each workflow by: as it is or was published there, or else by its draft, unless
  // that is of test's making and the environment is not; then by nothing.
  `create view workflow_names as
    select w.id, e.environment, w.org_id, w.account_id, w.alias,
      ${["name", "icon", "description"].map((column) => `coalesce(p.${column}, v.${column}, case when e.environment = 'test' or not ('test' = any (w.environments)) then w.${column} end) as ${column}`).join(", ")}
    from workflows w
    cross join lateral unnest(w.environments) as e (environment)
    left join workflow_publications p on p.workflow_id = w.id and p.environment = e.environment
    left join workflow_versions v on p.workflow_id is null and v.workflow_id = w.id
      and v.version = (w.last_published ->> e.environment)::integer`,

  // An account's name as an API key gave it; "name" may be what the account calls itself. Who gave the names that are
  // there nobody knows.
  `alter table linked_accounts add column vouched_name text`,
];
