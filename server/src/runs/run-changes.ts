import { logChanges } from "../changes/log-change.ts";

const OF_RUN = {
  ...{ org_id: "org_id", environment: "environment", kind: "'execution'", subject: "id" },
  ...{ account_id: "account_id", workflow_id: "workflow_id" },
};

/** SQL that logs the start of runs, for the statement that inserts them. */
export function logStarts(source: string): string {
  return logChanges({ ...OF_RUN, status: "'RUNNING'", at: "created_at" }, source);
}

/** SQL that logs the end of runs, or that they are about to end, for the statement that ends them: each lasted since it was started. */
export function logEnds(source: string, more: Parameters<typeof logChanges>[0] = {}): string {
  const at = "coalesce(finished_at, now())";
  const durationMs =
    "least(2147483647, greatest(0, extract(epoch from finished_at - created_at) * 1000))::int";
  return logChanges({ ...OF_RUN, status: "status", at, duration_ms: durationMs, ...more }, source);
}
