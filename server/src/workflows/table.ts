import type { Generated, Selectable } from "kysely";
import type { AccountRef, Environment, Scope } from "../auth/scope.ts";
import type { Caller } from "../operators/caller.ts";
import type { Json } from "../platform/json/json.ts";
import type { Fields, WorkflowEdge, WorkflowNode, WorkflowTrigger } from "./definition/graph.ts";

/** What happened to a node or an edge. */
export type PartChange = "added" | "removed" | "changed";

/** A node that somebody has added, removed or changed; `fields` are those that changed. */
interface ChangedNode {
  readonly id: string;
  readonly name: string;
  readonly change: PartChange;
  readonly fields: readonly string[];
}

/** An edge that somebody has added, removed or changed. */
interface ChangedEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly change: PartChange;
}

/** The version that an environment publishes from then on; null for none. */
export interface RevisionPublication {
  readonly environment: Environment;
  readonly version: number | null;
}

/** What one change of a workflow changed, under its wire names. */
export interface RevisionChanges {
  readonly nodes: readonly ChangedNode[];
  readonly edges: readonly ChangedEdge[];
  /** Fields of the workflow itself. */
  readonly fields: readonly string[];
  readonly publications: readonly RevisionPublication[];
}

/** The start options of the editor's last test. */
export interface TestInstance {
  trigger?: WorkflowTrigger;
  linked_account_id?: string;
}

/** What a workflow shows and runs: the content of its draft and of each of its versions. */
export interface VersionContent {
  /** Application; null for the organization's own. */
  slug: string | null;
  name: string;
  description: string;
  icon: string;
  index_order: number;
  auto_enable: boolean;
  hide_in_config: boolean;
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
  settings: Fields;
  /** Fields that the config of a linked account asks for. */
  data_slots: Fields[];
  test_instance_meta_data: TestInstance | null;
}

/** What the environments share of a workflow, including its draft. */
export interface WorkflowTable extends VersionContent {
  id: string;
  org_id: string;
  /** Row id of the linked account that owns it; null for the organization's. */
  account_id: string | null;
  /** The draft's own id, besides the workflow's, while some environment publishes something else. */
  draft_id: Generated<string | null>;
  environments: Environment[];
  /** Those in which it is archived. */
  archived_in: Generated<Environment[]>;
  alias: string | null;
  /** The latest version; 0 if there is none. */
  version: Generated<number>;
  /**
   * By environment, the version that it published last; for those that publish something now, an older one or none.
   */
  last_published: Generated<Partial<Record<Environment, number>>>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** One version of a workflow; it never changes, so runs refer to it. */
export interface WorkflowVersionTable extends VersionContent {
  workflow_id: string;
  version: number;
  org_id: string;
  account_id: string | null;
  created_at: Date;
}

/** What one change of a workflow changed, and who made it. */
export interface WorkflowRevisionTable {
  workflow_id: string;
  /** The workflow's revision after the change. */
  revision: number;
  at: Date;
  by_kind: Caller["kind"];
  by_id: string;
  /** The name at that time; null for operators without a name, who are identified by email address. */
  by_name: string | null;
  changes: RevisionChanges;
  /** Whether it changed the edited content, and not only what is published. */
  is_edit: boolean;
}

/** The version that an environment runs and shows. */
export interface WorkflowPublicationTable
  extends Omit<VersionContent, "nodes" | "edges" | "test_instance_meta_data"> {
  workflow_id: string;
  environment: Environment;
  org_id: string;
  account_id: string | null;
  version: number;
  /** The events of the start node's triggers. */
  events: string[];
  start_triggers: Json;
  published_at: Date;
  /** The workflow's revision when this was published. */
  revision: number;
}

/** A view: a workflow as the callers of one environment see it, and its draft if that is another record. */
export interface WorkflowRecordView extends VersionContent {
  id: string;
  environment: Environment;
  org_id: string;
  account_id: string | null;
  /** The workflow that this is the draft of. */
  draft_of: string | null;
  environments: Environment[];
  archived: boolean;
  alias: string | null;
  published: boolean;
  /** The version that the environment publishes, or published last; 0 if there is none. */
  version: number;
  created_at: Date;
  updated_at: Date;
  revision: number;
}

/** A view: how an environment's customers know a workflow. All null if only another environment's draft has it. */
export interface WorkflowNameView {
  id: string;
  environment: Environment;
  org_id: string;
  account_id: string | null;
  alias: string | null;
  name: string | null;
  icon: string | null;
  description: string | null;
}

/** Who reads: the organization with its API key, or on behalf of (or as) one linked account. */
export interface Viewer extends Scope, AliasOrder {
  readonly account?: AccountRef;
}

/** Whose workflow an alias means if both the organization and the account have one (D30). */
export interface AliasOrder {
  /** The account's own: its session token or its own workflow names it. The organization's by default. */
  readonly ownFirst?: boolean;
}

/** A workflow; `owner` is the organization's id of the linked account that owns it. */
export type WorkflowRow = WorkflowRecordView & { owner: string | null };

/** A workflow as it is stored, with the version that each environment has published. */
export interface StoredWorkflow extends Omit<Selectable<WorkflowTable>, "last_published"> {
  readonly publishedIn: Partial<Record<Environment, number>>;
}

/** What a caller may set in a workflow. */
export type WorkflowContent = VersionContent & Pick<WorkflowTable, "environments" | "alias">;

/** Filters of lists; `name` is part of the name, `draftOf` contains ids or is `none`, `until` is exclusive. */
export interface WorkflowFilter {
  readonly ids?: readonly string[];
  readonly slug?: string;
  /** The slug of a chosen application, besides `slug`. */
  readonly application?: string;
  readonly owner?: "account" | "organization";
  readonly name?: string;
  readonly published?: boolean;
  /** False by default. */
  readonly archived?: boolean;
  readonly draftOf?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** Only the start node of the graph is read. */
  readonly withoutGraph?: boolean;
}

/** A published workflow as needed to start a run of it. */
export interface RunnableWorkflow {
  readonly id: string;
  readonly version: number;
  readonly slug: string | null;
  readonly name: string;
}

/** A published workflow as the configs of an application offer it. */
export interface OfferedWorkflow extends RunnableWorkflow {
  readonly alias: string | null;
  /** Whether the account owns it. */
  readonly isOwn: boolean;
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
    workflow_revisions: WorkflowRevisionTable;
    workflow_publications: WorkflowPublicationTable;
    workflow_records: WorkflowRecordView;
    workflow_names: WorkflowNameView;
  }
}
