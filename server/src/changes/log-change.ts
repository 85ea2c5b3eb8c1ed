/** The columns that a statement may give of what it logs. */
type Column =
  | "org_id"
  | "environment"
  | "kind"
  | "subject"
  | "account_id"
  | "status"
  | "at"
  | "workflow_id"
  | "parent"
  | "name"
  | "applications"
  | "failing_application"
  | "duration_ms";

/**
 * SQL that appends to the log of changes, for the statement that makes them true (D280): the values of `columns`, as
 * SQL over `source`. That must be a part of the statement that has written rows already: ids of the log are taken after
 * their transaction has an id of its own, which readers rely on (`readLog`).
 */
export function buildChangeLogSql(columns: Partial<Record<Column, string>>, source: string): string {
  return `insert into changes (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")} from ${source}`;
}
