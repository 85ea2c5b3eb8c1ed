import { START } from "../../../../parts/workflow-graph/graph.ts";
import type { NodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import type { WorkflowEdge, WorkflowNode } from "../../workflow.ts";
import {
  type CanvasPoint,
  freeId,
  type WorkflowDocument,
  type WorkflowDrawing,
  withoutDerived,
} from "./document.ts";
import { followIds } from "./rename-node.ts";

/** Why a clipboard text cannot be pasted. */
export type PasteProblem = "foreign" | "large" | "broken" | "unknown" | "nothing";

/** The result of pasting: the document with the new nodes, and their ids; or why it failed. */
export type Pasted =
  | { readonly document: WorkflowDocument; readonly ids: readonly string[] }
  | { readonly problem: PasteProblem };

// The key that distinguishes steps from other JSON.
const MARK = "junctor_steps";
const MOST_LETTERS = 1_000_000;
const MOST_NODES = 500;
const MOST_ATTEMPTS = 10;
const ON_ERROR: readonly unknown[] = ["fail", "continue", "skip"];

/** Nodes and the edges between them as a text for the clipboard. */
export function copyText({ nodes, edges }: WorkflowDocument, ids: ReadonlySet<string>): string {
  const copied = nodes.filter(({ id }) => ids.has(id)).map(withoutDerived);
  const between = edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return JSON.stringify({ [MARK]: 1, nodes: copied, edges: between }, null, 2);
}

/** Adds nodes from `copyText`, with new ids and centered at `at`; references among the nodes are kept. */
export function paste(document: WorkflowDocument, text: string, at: CanvasPoint): Pasted {
  if (text.length > MOST_LETTERS) return { problem: "large" };
  const read = readCopied(text, document.types);
  if ("problem" in read) return read;
  const hasStart = document.nodes.some(({ type }) => type === START);
  const nodes = read.nodes.filter(({ type }) => !(hasStart && type === START));
  if (nodes.length === 0) return { problem: "nothing" };
  return place(document, { nodes, edges: read.edges }, at);
}

function place(document: WorkflowDocument, copied: WorkflowDrawing, at: CanvasPoint): Pasted {
  const taken = new Set(document.nodes.map(({ id }) => id));
  const ids = new Map<string, string>();
  for (const { id } of copied.nodes) {
    const fresh = taken.has(id) ? freeId(taken, id.replace(/_\d+$/, "")) : id;
    ids.set(id, fresh);
    taken.add(fresh);
  }
  const left = Math.min(...copied.nodes.map(({ position }) => position.x));
  const top = Math.min(...copied.nodes.map(({ position }) => position.y));
  const nodes = followIds({ nodes: copied.nodes, types: document.types }, ids).map((node) => ({
    ...node,
    id: ids.get(node.id) ?? node.id,
    position: { x: Math.round(at.x + node.position.x - left), y: Math.round(at.y + node.position.y - top) },
  }));
  const edgeIds = new Set(document.edges.map(({ id }) => id));
  const edges = copied.edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = freeId(edgeIds, edge.id);
    edgeIds.add(id);
    return [{ ...edge, id, source, target }];
  });
  return {
    document: { ...document, nodes: [...document.nodes, ...nodes], edges: [...document.edges, ...edges] },
    ids: nodes.map(({ id }) => id),
  };
}

type Copied = WorkflowDrawing | { readonly problem: PasteProblem };

function readCopied(text: string, types: NodeTypes): Copied {
  const value = parsed(text);
  if (!isFields(value) || value[MARK] !== 1) return { problem: "foreign" };
  const { nodes, edges } = value;
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return { problem: "broken" };
  if (nodes.length > MOST_NODES || edges.length > MOST_NODES * 4) return { problem: "large" };
  const read = nodes.map(readNode);
  const ids = new Set(read.map((node) => node?.id));
  if (read.some((node) => node === undefined) || ids.size < read.length) return { problem: "broken" };
  const known = read.filter((node) => node !== undefined);
  if (known.some(({ type }) => !types.has(type))) return { problem: "unknown" };
  return { nodes: known, edges: edges.flatMap((edge) => readEdge(edge) ?? []) };
}

/** A node with only fields that the API knows, each of the right type; anybody can write to a clipboard. */
function readNode(value: unknown): WorkflowNode | undefined {
  if (!isFields(value)) return undefined;
  const { id, type, name, position, action, data, maximum_attempts: attempts, on_error: onError } = value;
  if (!isName(id, 100) || !isName(type, 100)) return undefined;
  if (!isFields(position) || !Number.isFinite(position.x) || !Number.isFinite(position.y)) return undefined;
  if (!(data === undefined || data === null || isFields(data))) return undefined;
  return {
    id,
    type,
    name: isName(name, 255) ? name : id,
    position: { x: Number(position.x), y: Number(position.y) },
    status: "Ready",
    attempts_made: 0,
    incoming_nodes: [],
    outgoing_nodes: [],
    configurable: value.configurable === true,
    maximum_attempts: isWhole(attempts, MOST_ATTEMPTS) ? attempts : 1,
    on_error: ON_ERROR.includes(onError) ? (onError as WorkflowNode["on_error"]) : "fail",
    ...(isWhole(value.timeout_ms, 900_000) && { timeout_ms: value.timeout_ms }),
    is_batch: value.is_batch === true,
    ...(type === START
      ? { triggers: readTriggers(value.triggers), event_to_dynamic_var_map: [] }
      : { action: isName(action, 255) ? action : "no_action" }),
    trigger_cron: null,
    data: (data ?? null) as WorkflowNode["data"],
    parsed_response: {},
    request: {},
    input_data: {},
    style: {},
  };
}

function readTriggers(value: unknown): NonNullable<WorkflowNode["triggers"]> {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).flatMap(({ application, event, input }, index) => {
    if (!isName(application, 255) || !isName(event, 255)) return [];
    return [{ _id: `trigger_${index + 1}`, application, event, ...(isFields(input) && { input }) }];
  }) as NonNullable<WorkflowNode["triggers"]>;
}

function readEdge(value: unknown): WorkflowEdge | undefined {
  if (!isFields(value)) return undefined;
  const { id, source, target, sourceHandle } = value;
  if (!isName(id, 300) || !isName(source, 100) || !isName(target, 100)) return undefined;
  const handle = isName(sourceHandle, 100) ? sourceHandle : null;
  return { id, source, target, sourceHandle: handle, targetHandle: null, type: "smoothstep" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isName(value: unknown, most: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= most;
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
