const RECORDED =
  "name logo color background_color support font language offered_test offered_production customer_workflows_test customer_workflows_production customer_executions_test customer_executions_production portal_texts session_token_ttl_s frame_origins whole_workflows provider_oauth_url rate_limit_requests rate_limit_triggers retention_test_days retention_production_days audit_test_days audit_production_days";

const changed = RECORDED.split(" ").map((column) => `old.${column} is distinct from new.${column}`);

// The font of the hosted pages (null: Inter); recorded in the audit log like the other columns.
export const up = [
  `alter table organizations add column font text check (font in ('inter', 'system', 'serif'))`,
  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on organizations`,
    `create trigger audit_log_${event} after ${event} on organizations for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${changed.join(" or ")})` : ""})
      execute function record_change('id', 'name', '${RECORDED}', '')`,
  ]),
];
