import { IsObject, type TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Errors } from "typebox/value";
import {
  type Definition,
  type Fields,
  NO_ACTION,
  START,
  type WorkflowEdge,
  type WorkflowNode,
} from "./graph.ts";

/** What a check must know of the kinds of nodes: the name, and the schema of `data` once its expressions are replaced. */
export type NodeTypes = readonly { readonly type: string; readonly settings: TSchema }[];

/** `save` checks what is there, so that unfinished work can be kept; `publish` checks that it can run. */
export type Stage = "save" | "publish";

const MAX_NODES = 200;
const MAX_EDGES = 1000;
const MAX_ID_LENGTH = 100;
const MAX_ATTEMPTS = 10;

/** What is wrong with a definition, as one sentence that names the node (or edge) and the field; undefined when nothing is. */
export function definitionProblem(
  definition: Definition,
  nodeTypes: NodeTypes,
  stage: Stage,
): string | undefined {
  const { nodes, edges } = definition;
  if (nodes.length > MAX_NODES) return `nodes: a workflow has at most ${MAX_NODES} nodes.`;
  if (edges.length > MAX_EDGES) return `edges: a workflow has at most ${MAX_EDGES} edges.`;
  return (
    idProblem(nodes, "Node") ??
    first(nodes, (node) => nodeProblem(node, nodeTypes, stage)) ??
    startProblem(nodes, stage) ??
    idProblem(edges, "Edge") ??
    edgeProblem(nodes, edges) ??
    cycleProblem(nodes, edges)
  );
}

function idProblem(items: readonly { id: string }[], what: "Node" | "Edge"): string | undefined {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (id === "") return `${what} ${index + 1}: id must not be empty.`;
    if (id.length > MAX_ID_LENGTH)
      return `${what} ${index + 1}: id must have at most ${MAX_ID_LENGTH} characters.`;
    if (seen.has(id)) return `${what} "${id}": id is used more than once.`;
    seen.add(id);
  }
  return undefined;
}

function nodeProblem(node: WorkflowNode, nodeTypes: NodeTypes, stage: Stage): string | undefined {
  const of = `Node "${node.id}"`;
  const known = nodeTypes.find(({ type }) => type === node.type);
  if (!known) {
    const types = nodeTypes.map(({ type }) => type).join(", ");
    return `${of}: type "${node.type}" is not known; it must be one of ${types}.`;
  }
  const attempts = node.maximum_attempts;
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > MAX_ATTEMPTS)
    return `${of}: maximum_attempts must be a whole number from 1 to ${MAX_ATTEMPTS}.`;
  if (stage === "publish" && node.type === "action" && (node.action === NO_ACTION || node.action === ""))
    return `${of}: action must name the action that it carries out.`;
  const problem = dataProblem(node.data ?? {}, known.settings, stage);
  return problem && `${of}: ${problem}`;
}

/** Checks `data` where it holds no expression: what an expression gives is known only when it runs. */
function dataProblem(data: object, settings: TSchema, stage: Stage): string | undefined {
  for (const error of Errors(settings, data)) {
    const missing = error.keyword === "required";
    if (missing && stage === "save") continue;
    if (missing || !hasExpression(valueAt(data, pathOf(error)))) return sentenceOf(error);
  }
  return undefined;
}

const validators = new WeakMap<TSchema, Validator>();

/** What does not fit in settings whose expressions are replaced, as a sentence that names the field; undefined when all fits. */
export function settingsProblem(settings: TSchema, data: Fields): string | undefined {
  const validator = validators.get(settings) ?? Compile(settings);
  validators.set(settings, validator);
  if (validator.Check(data)) return undefined;
  const [error] = validator.Errors(data);
  return error ? sentenceOf(error) : "data does not fit.";
}

/** Settings without those that the schema names and whose expressions came to null: they count as left out. */
export function withoutNulls(settings: TSchema, data: Fields): Fields {
  const named = IsObject(settings) ? settings.properties : {};
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== null || !Object.hasOwn(named, key)),
  );
}

type SettingsError = ReturnType<typeof Errors>[number];

function pathOf({ instancePath }: SettingsError): string[] {
  const steps = instancePath.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function sentenceOf(error: SettingsError): string {
  const field = ["data", ...pathOf(error)].join(".");
  if (error.keyword !== "required") return `${field} ${error.message}.`;
  return `${field}.${error.params.requiredProperties[0]} is required.`;
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

function hasExpression(value: unknown): boolean {
  return (JSON.stringify(value) ?? "").includes("{{");
}

function startProblem(nodes: readonly WorkflowNode[], stage: Stage): string | undefined {
  const [, second] = nodes.filter(({ type }) => type === START);
  if (second) return `Node "${second.id}": type start is used already; a workflow has one start node.`;
  if (stage === "publish" && !nodes.some(({ type }) => type === START))
    return "nodes: a workflow needs a start node before it can be published.";
  return undefined;
}

function edgeProblem(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): string | undefined {
  const types = new Map(nodes.map(({ id, type }) => [id, type]));
  return first(edges, ({ id, source, target }) => {
    if (!types.has(source)) return `Edge "${id}": source "${source}" is not a node.`;
    if (!types.has(target)) return `Edge "${id}": target "${target}" is not a node.`;
    if (types.get(target) === START)
      return `Edge "${id}": target "${target}" is the start node, which nothing leads to.`;
    return undefined;
  });
}

function cycleProblem(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): string | undefined {
  // Nodes without a predecessor are taken away again and again: what is left hangs on a cycle.
  const left = new Set(nodes.map(({ id }) => id));
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { target } of edges) open.set(target, (open.get(target) ?? 0) + 1);
  const free = nodes.filter(({ id }) => open.get(id) === 0).map(({ id }) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const { target } of edges.filter(({ source }) => source === id)) {
      const count = (open.get(target) ?? 0) - 1;
      open.set(target, count);
      if (count === 0) free.push(target);
    }
  }
  if (left.size === 0) return undefined;
  const cycle = walkBack(left, edges);
  const [entry] = cycle;
  return `Node "${entry}": outgoing_nodes lead back to it (${[...cycle, entry].join(" → ")}).`;
}

/** One cycle among nodes that all have a predecessor in `left`, in the direction of the edges. */
function walkBack(left: ReadonlySet<string>, edges: readonly WorkflowEdge[]): string[] {
  const [start = ""] = left;
  const path = [start];
  for (;;) {
    const here = path.at(-1);
    const before = edges.find(({ source, target }) => target === here && left.has(source));
    const previous = before?.source ?? "";
    const met = path.indexOf(previous);
    if (met >= 0) return path.slice(met).reverse();
    path.push(previous);
  }
}

function first<Item>(
  items: readonly Item[],
  problem: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found) return found;
  }
  return undefined;
}
