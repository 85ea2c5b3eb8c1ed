import type { ColumnType, Generated } from "kysely";
import type { Json } from "../platform/json/json.ts";

/** The free fields of a record. */
export type RecordFields = { [field: string]: Json };

export interface DatastoreTable {
  id: string;
  /** Row id of the config. */
  config: string;
  name: string;
  /** The number of records. */
  records: Generated<number>;
  /** Total length of their fields as JSON; the PostgreSQL driver returns a bigint as text. */
  bytes: ColumnType<number | string, number | undefined, number>;
  created_at: Date;
}

export interface DatastoreRecordTable {
  /** Row id of the datastore. */
  datastore: string;
  /** UUID. */
  record_id: string;
  fields: RecordFields;
  created_at: Date;
  updated_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    datastores: DatastoreTable;
    datastore_records: DatastoreRecordTable;
  }
}
