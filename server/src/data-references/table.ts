import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";

/** A linked account's records of one kind, with the ids that they have in other applications. */
export interface DataReferenceTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the account. */
  account_id: string;
  name: string;
  /** Under which people file it. */
  group_name: string | null;
  /** The number of external ids. */
  external_ids: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

/** The id that a record has in one application. */
export interface ExternalIdTable {
  /** Row id of the data reference. */
  reference: string;
  record_id: string;
  slug: string;
  value: string;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    data_references: DataReferenceTable;
    external_ids: ExternalIdTable;
  }
}
