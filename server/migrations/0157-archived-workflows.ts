const CONTENT = [
  "slug alias name description icon index_order auto_enable hide_in_config environments archived_in",
  "nodes:json edges:json settings:json data_slots:json test_instance_meta_data:json",
].join(" ");
const VERSIONED =
  "slug name description icon index_order auto_enable hide_in_config nodes edges settings data_slots test_instance_meta_data".split(
    " ",
  );

const differs = CONTENT.split(" ").map((column) => {
  const [name, json] = column.split(":");
  const cast = json ? "::text" : "";
  return `old.${name}${cast} is distinct from new.${name}${cast}`;
});
const recorded = CONTENT.replaceAll(":json", "");

// The environments in which a workflow is archived: unpublished, and left out of lists. Recorded in the audit log like
// the other columns.
export const up = [
  `alter table workflows add column archived_in text[] collate "C" not null default '{}'`,
  `create or replace view workflow_records as
    select w.id, e.environment, w.org_id, w.account_id, null::text collate "C" as draft_of, w.environments, w.alias,
      p.workflow_id is not null as published,
      coalesce(p.version, (w.last_published ->> e.environment)::integer, 0) as version,
      ${VERSIONED.map((column) => `case when v.workflow_id is null then w.${column} else v.${column} end as ${column}`).join(", ")},
      w.created_at, coalesce(p.published_at, w.updated_at) as updated_at, coalesce(p.revision, w.revision) as revision,
      e.environment = any (w.archived_in) as archived
    from workflows w
    cross join lateral unnest(w.environments) as e (environment)
    left join workflow_publications p on p.workflow_id = w.id and p.environment = e.environment
    left join workflow_versions v on v.workflow_id = p.workflow_id and v.version = p.version
    union all
    select w.draft_id, p.environment, w.org_id, w.account_id, w.id, w.environments, w.alias,
      false, p.version, ${VERSIONED.map((column) => `w.${column}`).join(", ")}, w.created_at, w.updated_at, w.revision,
      false
    from workflows w
    join workflow_publications p on p.workflow_id = w.id
    where w.draft_id is not null`,
  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on workflows`,
    `create trigger audit_log_${event} after ${event} on workflows for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs.join(" or ")})` : ""})
      execute function record_change('id', 'name', '${recorded}', '')`,
  ]),
];
