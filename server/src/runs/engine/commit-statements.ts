import type { BoundStatement } from "../../platform/database/database.ts";
import { logEnds } from "../start/run-changes.ts";
import type { StepRow } from "../store.ts";

/** Keeps what response nodes have said, the first of each run; of rows as JSON. */
export function respondStatement(responds: readonly string[]): BoundStatement {
  return {
    name: "runs-respond",
    text: `update runs r set response = s.response, response_refs = s.response_refs, response_status = s.status,
        response_headers = s.headers, responded_at = s.at, updated_at = s.at
      from json_to_recordset($1::json) as s (id text, status int, headers json, response json, response_refs json, at timestamptz)
      where r.id = s.id and r.responded_at is null`,
    values: [`[${responds.join(",")}]`],
  };
}

/** Forgets what runs that have got on are remembered by. */
export function recoveredStatement(ids: readonly string[]): BoundStatement {
  return {
    name: "runs-recovered",
    text: "update runs set recoveries = 0 where id = any ($1::text[])",
    values: [ids],
  };
}

/** Ends runs, and logs those that are no tests; of rows as JSON. */
export function endStatement(ends: readonly string[]): BoundStatement {
  return {
    name: "runs-end",
    text: `with ended as (
        update runs r set status = e.status, error = e.error, worker = null, finished_at = e.at, updated_at = e.at,
          response = case when r.responded_at is null then e.response else r.response end,
          response_refs = case when r.responded_at is null then e.response_refs else r.response_refs end,
          parked_at = null, parked_slug = null, parked_node = null, parked_reason = null
        from json_to_recordset($1::json) as e (id text, status text, error json, response json, response_refs json,
          at timestamptz, applications text[], failing text)
        where r.id = e.id
        returning r.id, r.org_id, r.environment, r.account_id, r.workflow_id, r.status, r.created_at, r.finished_at,
          r.test is not null as is_test, e.applications, e.failing)
      ${logEnds("ended where not is_test", { applications: "applications", failing_application: "failing" })}`,
    values: [`[${ends.join(",")}]`],
  };
}

/** Marks steps of tests that were not carried out, behind the statement that writes them. */
export function standInsStatement(steps: readonly StepRow[]): BoundStatement {
  const rows = steps.map(({ run_id, path, attempt, stand_in }) => ({ run_id, path, attempt, stand_in }));
  return {
    name: "runs-stand-ins",
    text: `update run_steps s set stand_in = g.stand_in
      from json_to_recordset($1::json) as g (run_id text, path text, attempt int, stand_in json)
      where s.run_id = g.run_id and s.path = g.path and s.attempt = g.attempt`,
    values: [JSON.stringify(rows)],
  };
}
