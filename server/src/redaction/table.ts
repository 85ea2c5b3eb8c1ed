import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { DataKept, RevealSettings } from "./policy.ts";
import type { RedactionRule } from "./rules.ts";

export interface RedactionPolicyTable {
  id: string;
  org_id: string;
  /** `both`: the organization's policy. */
  environment: Environment | "both";
  /** Null: the policy of the whole environment. */
  workflow_id: string | null;
  keep: DataKept | null;
  rules: RedactionRule[];
  /** Null: it says nothing about originals; `{}`: they are deleted. */
  reveal: RevealSettings | Record<string, never> | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    redaction_policies: RedactionPolicyTable;
  }
}
