import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { PageEnvelope } from "../platform/page.ts";
import type { ApplicationOf } from "./definition/applications.ts";
import {
  type Fields,
  findNeighbors,
  ON_ERROR,
  START,
  type WorkflowEdge,
  type WorkflowNode,
} from "./definition/graph.ts";
import type { WorkflowRow } from "./table.ts";

/** Any JSON value. */
export const AnyJson = Type.Unsafe<Json>({});
/** Any JSON object. */
export const AnyObject = Type.Unsafe<Fields>({ type: "object", additionalProperties: true });
/** Where the editor draws a node. */
export const Position = Type.Object({ x: Type.Number(), y: Type.Number() });

const Trigger = Type.Object({
  application: Type.String(),
  event: Type.String(),
  _id: Type.String(),
  input: Type.Optional(AnyObject),
});

const Node = Record("WorkflowNode", {
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  position: Position,
  status: Type.String(),
  configurable: Type.Boolean(),
  maximum_attempts: Type.Integer(),
  attempts_made: Type.Integer(),
  on_error: Type.Enum(ON_ERROR),
  timeout_ms: Type.Optional(Type.Integer()),
  is_batch: Type.Boolean(),
  action: Type.Optional(Type.String({ description: "Absent on start nodes." })),
  triggers: Type.Optional(Type.Array(Trigger, { description: "On start nodes." })),
  trigger_cron: AnyJson,
  event_to_dynamic_var_map: Type.Optional(Type.Array(AnyJson, { description: "On start nodes." })),
  incoming_nodes: Type.Array(Type.String()),
  outgoing_nodes: Type.Array(Type.String()),
  data: Type.Unsafe<Fields | null>({}),
  parsed_response: AnyObject,
  request: AnyObject,
  input_data: AnyObject,
  style: AnyObject,
});

/** An edge of a graph. */
export const Edge = Record("WorkflowEdge", {
  id: Type.String(),
  source: Type.String(),
  target: Type.String(),
  sourceHandle: Type.Union([Type.String(), Type.Null()]),
  targetHandle: Type.Union([Type.String(), Type.Null()]),
  type: Type.String(),
});

/** A workflow on the wire (spec 2.2, platform-surface 3.13). */
export const Workflow = Record("Workflow", {
  _id: Id,
  name: Type.String(),
  org_id: Id,
  nodes: Type.Array(Node),
  edges: Type.Array(Edge),
  published: Type.Boolean({ description: "Whether this environment has published it." }),
  archived: Type.Boolean({ description: "Whether it is archived in this environment." }),
  associated_application: Type.Object({ _id: Type.String(), name: Type.String(), slug: Type.String() }),
  index_order: Type.Number(),
  test_instance_meta_data: Type.Object({
    trigger: Type.Optional(Trigger),
    environment: Type.String({ description: "The environment of the request." }),
    linked_account_id: Type.Optional(Type.String()),
  }),
  description: Type.String(),
  icon: Type.String(),
  autoEnable: Type.Boolean(),
  hide_in_config: Type.Boolean(),
  is_v2: Type.Boolean(),
  linked_account_id: Type.String({
    description: "The linked account that owns the workflow; empty for the organization's.",
  }),
  public_access_workflow: Type.Boolean({ description: "Whether the workflow is the organization's." }),
  workflow_environment: Type.Array(Type.Enum(ENVIRONMENTS)),
  data_slots: Type.Array(AnyObject),
  associated_public_worklfow: Type.String({
    description:
      "The published workflow that this is a draft of; empty for others. Misspelled name kept for older clients.",
  }),
  workflow_alias: Type.Union([Type.String(), Type.Null()]),
  slug: Type.String({ description: "The application that it belongs to; empty for none." }),
  version: Type.Integer({
    description: "The version that this environment publishes, or published last; 0 if there is none.",
  }),
  settings: AnyObject,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
});

/** A list of workflows: the same under both names that clients read (platform-surface C1). */
export const WorkflowList = Type.Object({
  workflows: Type.Array(Workflow),
  docs: Type.Array(Workflow),
  ...PageEnvelope,
});

/** Wire form of a workflow. */
export function presentWorkflow(row: WorkflowRow, applicationOf: ApplicationOf): Static<typeof Workflow> {
  const { trigger, linked_account_id } = row.test_instance_meta_data ?? {};
  return {
    _id: row.id,
    name: row.name,
    org_id: row.org_id,
    nodes: row.nodes.map((node) => presentNode(node, row.edges)),
    edges: row.edges,
    published: row.published,
    archived: row.archived,
    associated_application: applicationOf(row.slug),
    index_order: row.index_order,
    test_instance_meta_data: {
      trigger: trigger ?? row.nodes.find(({ type }) => type === START)?.triggers?.[0],
      environment: row.environment,
      linked_account_id: linked_account_id ?? row.owner ?? "",
    },
    description: row.description,
    icon: row.icon,
    autoEnable: row.auto_enable,
    hide_in_config: row.hide_in_config,
    is_v2: true,
    linked_account_id: row.owner ?? "",
    public_access_workflow: row.account_id === null,
    workflow_environment: row.environments,
    data_slots: row.data_slots,
    associated_public_worklfow: row.draft_of ?? "",
    workflow_alias: row.alias,
    slug: row.slug ?? "",
    version: row.version,
    settings: row.settings,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

function presentNode(node: WorkflowNode, edges: readonly WorkflowEdge[]): Static<typeof Node> {
  const { action, ...rest } = node;
  const { before, after } = findNeighbors(edges, node.id);
  return {
    ...rest,
    ...(node.type !== START && { action }),
    on_error: node.on_error ?? "fail",
    status: "Ready",
    attempts_made: 0,
    incoming_nodes: before,
    outgoing_nodes: after,
  };
}
