import type { Reply } from "@junctor/sdk";
import { findLoops } from "../../../../parts/workflow-graph/graph.ts";
import type { NodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import type { Workflow, WorkflowNode } from "../../workflow.ts";
import { hasExpression } from "./code/template.ts";
import type { Values } from "./schema.ts";

/** The edited workflow, as far as it concerns a step's settings. */
export interface EditedWorkflow
  extends Pick<Workflow, "_id">,
    Partial<Pick<Workflow, "slug" | "data_slots" | "associated_public_worklfow">>,
    Drawn {}

interface Drawn {
  readonly types: NodeTypes;
  readonly nodes: readonly Workflow["nodes"][number][];
  readonly edges: readonly Workflow["edges"][number][];
}

/** An execution with what its steps returned. */
export type RanExecution = Reply<"get", "/api/v2/public/execution/{id}">;

/** The data of the last run or test. */
export interface Sample {
  readonly input?: unknown;
  /** Outputs, by the ids of nodes. */
  readonly nodes: Values;
  readonly linkedAccountId?: string;
  readonly executionId?: string;
  /** The item of each loop around the step that failed, by the ids of loops. */
  readonly items?: ReadonlyMap<string, number>;
}

/** The data of an execution: the outputs of its steps; those that did not run have none. */
export function getSample({
  nodes,
  linked_account_id: linkedAccountId,
  _id: executionId,
  execution_error: error,
}: RanExecution): Sample {
  const ran = nodes.filter(({ latest_output: output }) => output !== null && output !== undefined);
  const start = ran.find(({ node_type: type }) => type === "start")?.latest_output;
  return {
    input: (start as { readonly body?: unknown } | undefined)?.body,
    nodes: Object.fromEntries(ran.map(({ node_id: id, latest_output: output }) => [id, output])),
    linkedAccountId,
    executionId,
    items: itemsOf(error?.path ?? ""),
  };
}

/** The items in a path such as `orders[3]/lines[0]/price`, by their loops. */
function itemsOf(path: string): ReadonlyMap<string, number> {
  const found = path.matchAll(/([^/[\]]+)\[(\d+)\]\//g);
  return new Map([...found].map(([, loop = "", item]) => [decodeURIComponent(loop), Number(item)]));
}

/** The steps whose outputs are of another item than the one that failed, with their paths for that. */
export function stepsOfItem({ nodes, execution_error: error }: RanExecution): Map<string, string> {
  const item = itemPrefixOf(error?.path ?? "");
  const isOfOther = (prefix: string) => prefix !== item && withoutItems(prefix) === withoutItems(item);
  return new Map(
    nodes.flatMap(({ node_id: id, path = "" }): [string, string][] =>
      item !== "" && isOfOther(itemPrefixOf(path))
        ? [[id, item + path.slice(path.lastIndexOf("/") + 1)]]
        : [],
    ),
  );
}

function itemPrefixOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function withoutItems(path: string): string {
  return path.replace(/\[\d+\]/g, "");
}

/** Whether there is data of a run or a test. */
export function hasData({ input, nodes }: Sample): boolean {
  return input !== undefined || Object.keys(nodes).length > 0;
}

/** The nodes whose outputs a node can use: all that lead to it, nearest first. */
export function earlierSteps({ nodes, edges }: Pick<Drawn, "nodes" | "edges">, id: string): WorkflowNode[] {
  const found = new Set<string>();
  const waiting = [id];
  for (const target of waiting)
    for (const edge of edges)
      if (edge.target === target && edge.source !== id && !found.has(edge.source)) {
        found.add(edge.source);
        waiting.push(edge.source);
      }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return [...found].flatMap((one) => byId.get(one) ?? []);
}

/** The loop whose body contains a node, if any. */
export function loopAround(drawn: Drawn, id: string): WorkflowNode | undefined {
  const loop = findLoops(drawn).get(id);
  return drawn.nodes.find((node) => node.id === loop);
}

/** What is known of the customer, and the items of the loop around the step; undefined while unknown. */
export interface KnownData {
  readonly config?: unknown;
  readonly linkedAccount?: unknown;
  readonly items?: unknown;
}

/** The data of a step's expressions, by the names of their roots; null if there is none. */
export function getRoots(workflow: EditedWorkflow, id: string, sample: Sample, known: KnownData): Values {
  const steps = earlierSteps(workflow, id);
  const links = steps.concat(workflow.nodes).filter(({ type }) => workflow.types.get(type)?.has_link);
  const loop = loopAround(workflow, id);
  return {
    input: sample.input ?? null,
    node: Object.fromEntries(steps.map((step) => [step.id, outputOf(step, sample)])),
    ...(loop && { loop: loopRoot(known.items, sample.items?.get(loop.id)) }),
    config: withSlots(known.config, workflow),
    linked_account: known.linkedAccount ?? { account_id: null, name: null, udf: {} },
    ...(links.length > 0 && { links: Object.fromEntries(links.map((one) => [one.id, LINK])) }),
    instance_meta_data: {
      instance_id: sample.executionId ?? null,
      config_id: null,
      event_name: null,
      instance_created_time: null,
      request: null,
    },
  };
}

// A link of the right form; the real one differs in each execution.
const LINK = `${globalThis.location?.origin ?? "https://junctor.example.com"}/…`;

function outputOf({ id, type }: WorkflowNode, { nodes, input }: Sample): unknown {
  if (Object.hasOwn(nodes, id)) return nodes[id];
  return type === "start" && input !== undefined ? { body: input } : null;
}

function loopRoot(items: unknown, failed = 0): Values {
  const list = Array.isArray(items) ? items : [];
  // The items may be others by now.
  const index = failed < list.length ? failed : 0;
  return { item: list[index] ?? null, index, total: list.length };
}

/** The config with every field that the workflow declares, including unset ones. */
function withSlots(config: unknown, { data_slots: slots = [] }: EditedWorkflow): unknown {
  const ids = slots.flatMap(({ id, name }) =>
    typeof id === "string" ? [id] : typeof name === "string" ? [name] : [],
  );
  const empty = Object.fromEntries(ids.map((id) => [id, null]));
  return typeof config === "object" && config !== null ? { ...empty, ...config } : empty;
}

// The API accepts bodies of a megabyte.
const MOST_CHARACTERS = 700_000;

/** The roots that the settings name, to send little; undefined if that is too much to evaluate. */
export function namedRoots(roots: Values, data: Values): Values | undefined {
  const text = JSON.stringify(data);
  if (!hasExpression(text)) return undefined;
  const named = Object.entries(roots).filter(([name]) => text.includes(name));
  const entries = named.map(([name, value]) => {
    if (name !== "node" && name !== "links") return [name, value];
    return [name, Object.fromEntries(Object.entries(value as Values).filter(([id]) => text.includes(id)))];
  });
  const given: Values = Object.fromEntries(entries);
  return JSON.stringify(given).length <= MOST_CHARACTERS ? given : undefined;
}
