import type { ColumnType, Generated, Selectable } from "kysely";
import type { AccountRef, Environment, Scope } from "../auth/scope.ts";
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
  data_slots: Fields[];
  created_at: Date;
}

/** Who looks: the organization with its API key, or on behalf of (or as) one linked account. */
export interface Viewer extends Scope {
  readonly account?: AccountRef;
}

/** A workflow; `owner` is the SaaS company's id of the linked account that alone has it. */
export type WorkflowRow = Omit<Selectable<WorkflowTable>, "events"> & { owner: string | null };

/** What a caller may set in a workflow. */
export type Content = Pick<
  WorkflowRow,
  | "environments"
  | "slug"
  | "alias"
  | "name"
  | "description"
  | "icon"
  | "index_order"
  | "auto_enable"
  | "hide_in_config"
  | "nodes"
  | "edges"
  | "settings"
  | "data_slots"
  | "test_instance_meta_data"
>;

/** What lists can be limited to; `name` is a part of the name, `until` is exclusive. */
export interface WorkflowFilter {
  readonly slug?: string;
  readonly name?: string;
  readonly published?: boolean;
  readonly from?: Date;
  readonly until?: Date;
}

/** A published workflow as whoever starts a run of it needs it. */
export interface RunnableWorkflow {
  readonly id: string;
  readonly version: number;
  readonly slug: string | null;
  readonly name: string;
}

/** A published workflow as the configs of an application offer it. */
export interface OfferedWorkflow extends RunnableWorkflow {
  readonly description: string;
  readonly icon: string;
  readonly autoEnable: boolean;
  readonly dataSlots: Fields[];
  /** Page of a form on which it is shown; the setting `associated_page`. */
  readonly associatedPage: string | null;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    workflows: WorkflowTable;
    workflow_versions: WorkflowVersionTable;
  }
}
