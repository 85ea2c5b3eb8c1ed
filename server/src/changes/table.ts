import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";

/** What changes are about. */
export const CHANGE_KINDS = ["execution", "delivery", "connection", "mcp_call", "approval"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One thing that has become true; rows are only ever appended, and deleted after an hour. */
export interface ChangeTable {
  id: Generated<string>;
  org_id: string;
  environment: Environment;
  kind: ChangeKind;
  /** Id of the execution, delivery, connection or call; of an approval that of its execution. */
  subject: string;
  account_id: string | null;
  status: string;
  at: Date;
  workflow_id: string | null;
  /** Id of the webhook of a delivery, or of the server of a call. */
  parent: string | null;
  /** The event of a delivery, the application of a connection, the tool of a call, the step of an approval. */
  name: string | null;
  /** Slugs of the applications that it has to do with. */
  applications: string[] | null;
  /** Slug of the application whose step failed. */
  failing_application: string | null;
  duration_ms: number | null;
}

/** An operator's window in which a draft is open. */
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
