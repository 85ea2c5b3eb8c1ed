// A config chooses, by application, which of the account's connections its workflows use, also those that are published
// later; a workflow's own choice comes first (D528).
const RECORDED = "slug config_id fields labels connections";
const differs = RECORDED.split(" ").map((column) => `old.${column} is distinct from new.${column}`);

export const up = [
  `alter table configs add column connections jsonb not null default '{}'`,

  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on configs`,
    `create trigger audit_log_${event} after ${event} on configs for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs.join(" or ")} or old.secrets is distinct from new.secrets)` : ""})
      execute function record_change('id', 'slug', '${RECORDED}', 'secrets')`,
  ]),
];
