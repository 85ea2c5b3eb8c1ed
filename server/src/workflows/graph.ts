import { newId } from "../platform/id.ts";
import type { Json } from "../platform/json.ts";

/** The type of the one node in which every workflow begins. */
export const START = "start";
/** The event of a trigger that stands for a call of the execute route. */
export const API_CALL = "API Call";
/** The event of a trigger that stands for a schedule. */
export const SCHEDULE = "Schedule";
/** What a node's `action` says when it runs none. */
export const NO_ACTION = "no_action";

/** What starts a workflow: an event of an application, `Junctor` being the SaaS company's own. */
export interface Trigger {
  _id: string;
  application: string;
  event: string;
  /** What a connector's trigger is asked with; texts may hold `{{ config.… }}`. */
  input?: Fields;
}

/** A JSON object as nodes and settings hold it. */
export type Fields = { [key: string]: Json };

/** A node as stored, under its names on the wire (spec 2.2); what follows from the edges or never changes is added when shown. */
export interface WorkflowNode {
  /** Unique in its workflow, 1 to 100 characters. */
  id: string;
  type: string;
  name: string;
  position: { x: number; y: number };
  configurable: boolean;
  /** 1 to 10 tries. */
  maximum_attempts: number;
  is_batch: boolean;
  /** `no_action` when it runs none; not shown on the start node. */
  action: string;
  /** Present on the start node only. */
  triggers?: Trigger[];
  /** Present on the start node only. */
  event_to_dynamic_var_map?: Json[];
  trigger_cron: Json;
  /** What the node type needs; its shape is the node type's. */
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

/** What a run carries out: nodes, edges and the settings of the whole workflow. */
export interface Definition {
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
  settings: Fields;
}

/** A node as a caller describes it: everything but `id` and `type` has a default. */
export type NodeInput = Pick<WorkflowNode, "id" | "type"> &
  Partial<Omit<WorkflowNode, "id" | "type" | "triggers">> & {
    triggers?: (Omit<Trigger, "_id"> & Partial<Pick<Trigger, "_id">>)[];
  };

/** An edge as a caller describes it: everything but its ends has a default. */
export type EdgeInput = Pick<WorkflowEdge, "source" | "target"> & Partial<WorkflowEdge>;

const SPACING = 160;

/** The definition of a new workflow: one start node that the execute route triggers. */
export function emptyDefinition(): Definition {
  const triggers = [{ application: "Junctor", event: API_CALL }];
  return {
    nodes: completeNodes([{ id: "start", type: START, name: "Start", triggers }]),
    edges: [],
    settings: {},
  };
}

/** Nodes with every default filled in and triggers with ids; unknown fields are left out. */
export function completeNodes(nodes: readonly NodeInput[]): WorkflowNode[] {
  return nodes.map((node, index) => ({
    id: node.id,
    type: node.type,
    name: node.name ?? node.id,
    position: node.position ?? { x: 0, y: index * SPACING },
    configurable: node.configurable ?? false,
    maximum_attempts: node.maximum_attempts ?? 1,
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

/** Edges with every default filled in. */
export function completeEdges(edges: readonly EdgeInput[]): WorkflowEdge[] {
  return edges.map((edge) => ({
    id: edge.id ?? newId(),
    source: edge.source,
    target: edge.target,
    sourceHandle: edge.sourceHandle ?? null,
    targetHandle: edge.targetHandle ?? null,
    type: edge.type ?? "smoothstep",
  }));
}

/** The ids of the nodes right before and right after `nodeId`, each once. */
export function neighbours(
  edges: readonly WorkflowEdge[],
  nodeId: string,
): { before: string[]; after: string[] } {
  const before = edges.filter(({ target }) => target === nodeId).map(({ source }) => source);
  const after = edges.filter(({ source }) => source === nodeId).map(({ target }) => target);
  return { before: [...new Set(before)], after: [...new Set(after)] };
}

function startFields(node: NodeInput): Pick<WorkflowNode, "triggers" | "event_to_dynamic_var_map"> {
  const triggers = (node.triggers ?? []).map(({ _id, application, event, input }) => ({
    _id: _id ?? newId(),
    application,
    event,
    ...(input && { input }),
  }));
  return { triggers, event_to_dynamic_var_map: node.event_to_dynamic_var_map ?? [] };
}
