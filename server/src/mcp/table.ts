import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json.ts";

/** A ready-made question that an agent's user may start with; stored as shown. */
export interface Suggestion {
  name: string;
  prompt: string;
}

/** A guided sequence of steps for an agent; stored as shown. */
export interface Chain {
  _id: string;
  name: string;
  goals: string;
  /** Lines separated by newline characters. */
  steps: string;
  precheck: string;
  successCondition: string;
  responseFormat: string;
  onError: string;
}

/** A workflow or an action that the server offers. */
export interface OfferedTool {
  id: string;
  name: string;
  description: string;
}

/** An application with what the server offers of it; stored as shown. */
export interface AssociatedApp {
  slug: string;
  workflows: OfferedTool[];
  actions: OfferedTool[];
}

export interface McpServerTable {
  id: string;
  org_id: string;
  environment: Environment;
  name: string;
  description: string;
  agent_name: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  base_prompt: string | null;
  safe_mode: Generated<boolean>;
  suggestions: Generated<Suggestion[]>;
  chains: Generated<Chain[]>;
  associated_apps: Generated<AssociatedApp[]>;
  /** The spec does not show what a resource looks like, so they are kept as given. */
  resources: Generated<Json[]>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    mcp_servers: McpServerTable;
  }
}
