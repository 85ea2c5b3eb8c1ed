import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";

/** What changes are about. */
export const CHANGE_KINDS = ["execution", "delivery", "connection", "mcp_call", "approval"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something that has happened; rows are only ever appended, and deleted after an hour. */
export interface ChangeTable {
  id: Generated<string>;
  org_id: string;
  environment: Environment;
  kind: ChangeKind;
  /** Id of the execution, delivery, connection or call; for an approval, of its execution. */
  subject: string;
  account_id: string | null;
  status: string;
  at: Date;
  workflow_id: string | null;
  /** Id of a delivery's webhook or of a call's server. */
  parent: string | null;
  /** A delivery's event, a connection's application, a call's tool or an approval's step. */
  name: string | null;
  /** Slugs of the applications involved. */
  applications: string[] | null;
  /** Slug of the application whose step failed. */
  failing_application: string | null;
  duration_ms: number | null;
}

/** An operator's browser window in which a draft is open. */
export interface DraftReaderTable {
  stream_id: string;
  workflow_id: string;
  operator_id: string;
  seen_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    changes: ChangeTable;
    draft_readers: DraftReaderTable;
  }
}
