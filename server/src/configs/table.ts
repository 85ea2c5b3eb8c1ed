import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json.ts";

/** Values of fields by the fields' ids. */
export type FieldValues = { [fieldId: string]: Json };

/** Sealed values by the fields' ids, in base64. */
export type SealedValues = { [fieldId: string]: string };

/** One line of a map field's left side. */
export interface Label {
  name: string;
  value: string | number | boolean;
}

/** Labels by the name of their group; the group without a name serves every map field that has none of its own. */
export type LabelGroups = { [group: string]: Label[] };

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
    configs: ConfigTable;
    config_workflows: ConfigWorkflowTable;
  }
}
