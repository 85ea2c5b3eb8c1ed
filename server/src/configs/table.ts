import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { Label } from "../workflows/definition/field.ts";
import type { Fields } from "../workflows/definition/graph.ts";

/** Values of fields by the fields' ids. */
export type FieldValues = { [fieldId: string]: Json };

/** Sealed values by the fields' ids, in base64. */
export type SealedValues = { [fieldId: string]: string };

/** Labels by the name of their group; the group without a name serves every map field that has none of its own. */
export type LabelGroups = { [group: string]: Label[] };

/** What the configs of an application ask for, as the organization declared it. */
export interface ApplicationFieldTable {
  org_id: string;
  environment: Environment;
  /** The application. */
  slug: string;
  fields: Fields[];
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface ConfigTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  /** The application. */
  slug: string;
  /** The caller's own name for the config. */
  config_id: string;
  /** Values of the application's fields. */
  fields: Generated<FieldValues>;
  /** Values of the application's password fields. */
  secrets: Generated<SealedValues>;
  labels: Generated<LabelGroups>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** What a config says about one workflow. */
export interface ConfigWorkflowTable {
  /** Row id of the config. */
  config: string;
  workflow_id: string;
  enabled: boolean;
  fields: Generated<FieldValues>;
  /** Values of password fields. */
  secrets: Generated<SealedValues>;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    application_fields: ApplicationFieldTable;
    configs: ConfigTable;
    config_workflows: ConfigWorkflowTable;
  }
}
