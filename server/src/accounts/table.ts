import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";

/** A user-defined field as stored and as shown. */
export interface UserField {
  key_name: string;
  key_value: string | number | boolean | null;
  _id: string;
  createdAt: string;
  updatedAt: string;
}

export interface LinkedAccountTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** The organization's own id for its customer. */
  account_id: string;
  name: string | null;
  /** The name that an API key gave it, for pages on which a customer must not pass for another. */
  vouched_name: Generated<string | null>;
  udf: UserField[];
  /** The language in which the customer reads the hosted pages, as a tag such as `de-AT`. */
  language: Generated<string | null>;
  /** `your_app` as JSON, encrypted: it holds credentials of the organization's own application. */
  your_app: Buffer | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    linked_accounts: LinkedAccountTable;
  }
}
