import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Label } from "../workflows/definition/field.ts";
import type { Fields } from "../workflows/definition/graph.ts";
import type { ChosenConnections, FieldValues, SealedValues } from "../workflows/definition/stored-values.ts";

/** Labels by group name; the unnamed group serves every map field that has no group of its own. */
export type LabelGroups = { [group: string]: Label[] };

/** The fields that an organization declared for an application's configs. */
export interface ApplicationFieldTable {
  org_id: string;
  environment: Environment;
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
  slug: string;
  /** The caller's own name for the config. */
  config_id: string;
  /** Values of the application's fields. */
  fields: Generated<FieldValues>;
  /** Values of the application's password fields. */
  secrets: Generated<SealedValues>;
  labels: Generated<LabelGroups>;
  /** For all its workflows that choose none themselves. */
  connections: Generated<ChosenConnections>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** A config's choice for one workflow. */
export interface ConfigWorkflowTable {
  /** Row id of the config. */
  config: string;
  workflow_id: string;
  enabled: boolean;
  fields: Generated<FieldValues>;
  /** Values of password fields. */
  secrets: Generated<SealedValues>;
  connections: Generated<ChosenConnections>;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    application_fields: ApplicationFieldTable;
    configs: ConfigTable;
    config_workflows: ConfigWorkflowTable;
  }
}
