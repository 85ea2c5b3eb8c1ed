import type { PlaceName } from "./objects/place.ts";

export interface FileTable {
  id: string;
  org_id: string;
  environment: string;
  /** Row id of the linked account. */
  account_id: string;
  /** The execution that made it; null for calls outside of executions. It may be deleted before the file. */
  run_id: string | null;
  name: string;
  content_type: string;
  size: number;
  /** Of small files; null if they are an object. */
  content: Buffer | null;
  place: PlaceName | null;
  /** The object's own key, encrypted. */
  sealed_key: Buffer | null;
  created_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    files: FileTable;
  }
}
