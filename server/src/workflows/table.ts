import type { ColumnType, Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Fields, Trigger, WorkflowEdge, WorkflowNode } from "./graph.ts";

/** What the editor's last trial started with. */
export interface TestInstance {
  trigger?: Trigger;
  environment?: string;
  linked_account_id?: string;
}

export interface WorkflowTable {
  id: string;
  org_id: string;
  /** Row id of the linked account that alone has it; null for the organization's. */
  account_id: string | null;
  /** The published workflow of which this row is the draft. */
  draft_of: string | null;
  environments: Environment[];
  /** Application; null for the organization's own. */
  slug: string | null;
  alias: string | null;
  name: string;
  description: string;
  icon: string;
  index_order: number;
  auto_enable: boolean;
  hide_in_config: boolean;
  published: Generated<boolean>;
  /** The published version, or the last one that was; 0 when there is none. */
  version: Generated<number>;
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
  settings: Fields;
  /** Fields that the config of a linked account asks for. */
  data_slots: Fields[];
  test_instance_meta_data: TestInstance | null;
  /** Computed: the events of the start node's triggers. */
  events: ColumnType<string[], never, never>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** One published state of a workflow; never changes, so runs refer to it. */
export interface WorkflowVersionTable {
  workflow_id: string;
  version: number;
  org_id: string;
  account_id: string | null;
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
  settings: Fields;
  created_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    workflows: WorkflowTable;
    workflow_versions: WorkflowVersionTable;
  }
}
