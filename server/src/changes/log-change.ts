/** The columns that a statement may set in the rows it logs. */
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
 * SQL that appends to the log of changes, to be part of the statement that makes the changes (D280): the values of
 * `columns`, as SQL over `source`. `source` must be a part of the statement that has already written rows: a
 * transaction must have its own id before it takes ids of the log, which readers rely on (`readLog`).
 */
export function buildChangeLogSql(columns: Partial<Record<Column, string>>, source: string): string {
  return `insert into changes (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")} from ${source}`;
}
