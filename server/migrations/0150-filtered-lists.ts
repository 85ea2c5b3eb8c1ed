// Filters of long lists that few rows match, or none: without an index the whole list is read to find that out.
export const up = [
  `create index runs_of_application on runs (org_id, environment, slug, id desc) where test is null`,
  // Most executions are asynchronous and start by an event, and cost nothing here.
  `create index runs_synchronous on runs (org_id, environment, id desc)
    where execution_type = 'SYNC' and test is null`,
  `create index runs_by_source on runs (org_id, environment, source, id desc)
    where source <> 'Event' and test is null`,
  `create index received_events_by_name on received_events (org_id, environment, name, id desc)`,
  `create index webhook_deliveries_by_event on webhook_deliveries (org_id, environment, event, id desc)`,
  `create index mcp_calls_by_tool on mcp_calls (org_id, environment, tool, id desc)`,
  `create index mcp_calls_by_status on mcp_calls (org_id, environment, status, id desc) where status <> 'COMPLETED'`,
  `create index schedules_paused on schedules (org_id, environment, id desc) where paused`,
  `drop index audit_log_of_object`,
  `create index audit_log_of_object on audit_log (org_id, object_id, id) where object_id is not null`,
  `create index audit_log_by_operation on audit_log (org_id, operation, id) where operation is not null`,
  `create index audit_log_by_action on audit_log (org_id, action collate "C", id)`,
  `create index audit_log_by_kind_of_actor on audit_log (org_id, actor_kind, id)`,
  `create index audit_log_by_type on audit_log (org_id, object_type, id)`,
];
