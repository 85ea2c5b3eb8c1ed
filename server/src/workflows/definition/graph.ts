import { createId, isId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";

/** The type of the one node with which every workflow starts. */
export const START = "start";
/** The trigger event for calls of the execute route. */
export const API_CALL = "API Call";
/** The trigger event for schedules. */
export const SCHEDULE = "Schedule";
/** The trigger event for incoming webhooks. */
export const WEBHOOK = "Webhook";
/** Trigger events that have routes of their own; events of the organization cannot have these names. */
export const RESERVED_EVENTS: readonly string[] = [API_CALL, SCHEDULE, WEBHOOK];
/** The `action` of a node that runs none. */
export const NO_ACTION = "no_action";
/** The handle of a node that repeats at which its body begins. */
export const ITEM = "item";
/** The handle of such a node that is taken after all items. */
export const DONE = "done";
/** The handle whose edges are taken when their source has failed for good. */
export const ERROR = "error";

/**
 * What happens to a run when a node has failed for good and has no edge from `error`: the run fails, continues by the
 * node's other edges, or continues without what only this node leads to.
 */
export const ON_ERROR = ["fail", "continue", "skip"] as const;
export type OnError = (typeof ON_ERROR)[number];

/** What starts a workflow: an event of an application, where `Junctor` is the organization's own. */
export interface WorkflowTrigger {
  _id: string;
  application: string;
  event: string;
  /** Input of a connector's trigger; texts may contain `{{ config.… }}`. */
  input?: Fields;
}

/** A JSON object in nodes and settings. */
export type Fields = { [key: string]: Json };

/**
 * A node as stored, under its wire names (spec 2.2); what follows from the edges or never changes is added for
 * display.
 */
export interface WorkflowNode {
  /** Unique in its workflow, 1 to 100 characters. */
  id: string;
  type: string;
  name: string;
  position: { x: number; y: number };
  configurable: boolean;
  /** 1 to 10 tries. */
  maximum_attempts: number;
  /** Absent in nodes stored before there was a choice: `fail`. */
  on_error?: OnError;
  /** The limit of one attempt, 1 to 900,000. */
  timeout_ms?: number;
  is_batch: boolean;
  /** `no_action` if it runs none; not shown on the start node. */
  action: string;
  /** Only on the start node. */
  triggers?: WorkflowTrigger[];
  /** Present on the start node only. */
  event_to_dynamic_var_map?: Json[];
  trigger_cron: Json;
  /** The node type's settings, in the form that it defines. */
  data: Fields | null;
  parsed_response: Fields;
  request: Fields;
  input_data: Fields;
  style: Fields;
}

/** An arrow between two nodes; `sourceHandle` names the branch of a node that has several. */
export interface WorkflowEdge {
  id: string;
  source: string;
  target: string;
  sourceHandle: string | null;
  targetHandle: string | null;
  type: string;
}

/** What a run executes: nodes, edges and the settings of the whole workflow. */
export interface Definition {
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
  settings: Fields;
}

/** A node as a caller describes it: everything but `id` and `type` has a default. */
export type NodeInput = Pick<WorkflowNode, "id" | "type"> &
  Partial<Omit<WorkflowNode, "id" | "type" | "triggers" | "timeout_ms">> & {
    timeout_ms?: number | null;
    triggers?: (Omit<WorkflowTrigger, "_id"> & Partial<Pick<WorkflowTrigger, "_id">>)[];
  };

/** An edge as a caller describes it: everything but its ends has a default. */
export type EdgeInput = Pick<WorkflowEdge, "source" | "target"> & Partial<WorkflowEdge>;

const SPACING = 160;

/** How messages refer to a node: by its id, and its name if that differs. */
export function describeNode({ id, name = "" }: Pick<NodeInput, "id" | "name">): string {
  return name === "" || name === id ? `"${id}"` : `"${id}" (${name})`;
}

/** How messages refer to an edge: by its id, or by its ends if nobody gave it one. */
export function describeEdge({ id, source, target }: EdgeInput): string {
  return id === undefined || isId(id) ? `from "${source}" to "${target}"` : `"${id}"`;
}

/** The definition of a new workflow: one start node, triggered by the execute route. */
export function createEmptyDefinition(): Definition {
  const triggers = [{ application: "Junctor", event: API_CALL }];
  return {
    nodes: applyNodeDefaults([{ id: "start", type: START, name: "Start", triggers }]),
    edges: [],
    settings: {},
  };
}

/** Nodes with all defaults and with ids for triggers; unknown fields are left out. */
export function applyNodeDefaults(nodes: readonly NodeInput[]): WorkflowNode[] {
  return nodes.map((node, index) => ({
    id: node.id,
    type: node.type,
    name: node.name ?? node.id,
    position: node.position ?? { x: 0, y: index * SPACING },
    configurable: node.configurable ?? false,
    maximum_attempts: node.maximum_attempts ?? 1,
    on_error: node.on_error ?? "fail",
    ...(typeof node.timeout_ms === "number" && { timeout_ms: node.timeout_ms }),
    is_batch: node.is_batch ?? false,
    action: node.action ?? NO_ACTION,
    ...(node.type === START && startFields(node)),
    trigger_cron: node.trigger_cron ?? null,
    data: node.data ?? null,
    parsed_response: node.parsed_response ?? {},
    request: node.request ?? {},
    input_data: node.input_data ?? {},
    style: node.style ?? {},
  }));
}

/** Edges with all defaults. */
export function applyEdgeDefaults(edges: readonly EdgeInput[]): WorkflowEdge[] {
  return edges.map((edge) => ({
    id: edge.id ?? createId(),
    source: edge.source,
    target: edge.target,
    sourceHandle: edge.sourceHandle ?? null,
    targetHandle: edge.targetHandle ?? null,
    type: edge.type ?? "smoothstep",
  }));
}

/** The ids of the nodes directly before and after `nodeId`, without duplicates. */
export function findNeighbors(
  edges: readonly WorkflowEdge[],
  nodeId: string,
): { before: string[]; after: string[] } {
  const before = edges.filter(({ target }) => target === nodeId).map(({ source }) => source);
  const after = edges.filter(({ source }) => source === nodeId).map(({ target }) => target);
  return { before: [...new Set(before)], after: [...new Set(after)] };
}

function startFields(node: NodeInput): Pick<WorkflowNode, "triggers" | "event_to_dynamic_var_map"> {
  const triggers = (node.triggers ?? []).map(({ _id, application, event, input }) => ({
    _id: _id ?? createId(),
    application,
    event,
    ...(input && { input }),
  }));
  return { triggers, event_to_dynamic_var_map: node.event_to_dynamic_var_map ?? [] };
}
