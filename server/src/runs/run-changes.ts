import { buildChangeLogSql } from "../changes/log-change.ts";
import type { BoundStatement } from "../platform/database/database.ts";
import { APPROVAL_TYPES } from "../workflows/nodes/list.ts";
import type { StepRow } from "./store.ts";

const OF_RUN = {
  org_id: "org_id",
  environment: "environment",
  kind: "'execution'",
  subject: "id",
  account_id: "account_id",
  workflow_id: "workflow_id",
};

/**
 * SQL that logs the start of runs, for the statement that inserts them. Tests are not logged, so that no reader of the
 * log can count them.
 */
export function buildStartLogSql(source: string): string {
  return buildChangeLogSql({ ...OF_RUN, status: "'RUNNING'", at: "created_at" }, source);
}

/**
 * SQL that logs the end of runs, or that they are about to end, for the statement that ends them; durations count
 * from the start.
 */
export function buildEndLogSql(source: string, more: Parameters<typeof buildChangeLogSql>[0] = {}): string {
  const at = "coalesce(finished_at, now())";
  const durationMs =
    "least(2147483647, greatest(0, extract(epoch from finished_at - created_at) * 1000))::int";
  return buildChangeLogSql({ ...OF_RUN, status: "status", at, duration_ms: durationMs, ...more }, source);
}

const OF_APPROVAL = {
  ...OF_RUN,
  kind: "'approval'",
  subject: "r.id",
  at: "now()",
  name: "path",
};

/** Logs that approvals were requested, for the transaction that makes these steps wait for an answer. */
export function buildAskLogStatement(steps: readonly StepRow[]): BoundStatement {
  // Waiting for a webhook is not an approval.
  const asked = `json_to_recordset($1::json) as s (run_id text, path text, node_id text) join runs r on r.id = s.run_id
      where exists (select from workflow_versions v, json_array_elements(v.nodes) n where v.workflow_id = r.workflow_id
        and v.version = r.workflow_version and n ->> 'id' = s.node_id and n ->> 'type' = any ($2))`;
  const rows = steps.map(({ run_id, path, node_id }) => ({ run_id, path, node_id }));
  return {
    name: "runs-log-asks",
    text: buildChangeLogSql({ ...OF_APPROVAL, status: "'asked'" }, asked),
    values: [JSON.stringify(rows), APPROVAL_TYPES],
  };
}

/** Logs that an approval was decided, for the transaction that stores the decision. */
export function buildDecisionLogStatement(runId: string, path: string): BoundStatement {
  return {
    name: "runs-log-decision",
    text: buildChangeLogSql(
      { ...OF_APPROVAL, status: "'decided'" },
      "(select *, $2::text as path from runs) r where r.id = $1",
    ),
    values: [runId, path],
  };
}
