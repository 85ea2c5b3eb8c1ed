import type { Definition, WorkflowNode } from "../definition/graph.ts";
import { compilePlan, findPlanProblems } from "../definition/plan.ts";
import { createRunOrder, type NodePosition, type RunOrder } from "../definition/run-order.ts";
import type { NodeTypes, Stage } from "./problem.ts";

/** Says what is wrong with a path in a node's expression, as the text after `{{ … }}`; undefined if nothing is. */
export type ReferenceCheck = (node: WorkflowNode, path: readonly string[]) => string | undefined;

/**
 * Checks references to other nodes against the order in which a definition's nodes run or, if its edges cannot run,
 * only against the existing nodes. When saving, what further edges could still fix is not a problem.
 */
export function createReferenceCheck(
  definition: Definition,
  nodeTypes: NodeTypes,
  stage: Stage,
): ReferenceCheck {
  const byId = new Map(definition.nodes.map((node) => [node.id, node]));
  const order = orderOf(definition);
  const linked = new Set(nodeTypes.filter(({ link }) => link).map(({ type }) => type));
  return (node, [root, id]) => {
    const place = order?.placeOf(node.id);
    if (root === "loop" && place && !place.loop) return "has no value outside a loop.";
    if (root === "linked_account" && id === "auth_credentials")
      return "is not available in expressions: only actions use credentials.";
    if (id === undefined) return undefined;
    const other = byId.get(id);
    if (root === "links") {
      if (!(other && linked.has(other.type))) return `needs a node "${id}" that has a link.`;
      return order && place && stage === "publish" ? linkProblem(order, place, id) : undefined;
    }
    if (root !== "node") return undefined;
    if (!other) return `refers to node "${id}", which does not exist.`;
    return order && place && orderProblem(order, place, id, stage);
  };
}

/** A link may be used long before its node is reached, but only if there is just one. */
function linkProblem(order: RunOrder, place: NodePosition, id: string): string | undefined {
  const loop = order.placeOf(id)?.loop;
  if (!loop || loopsAround(place).includes(loop.id)) return undefined;
  return `refers to node "${id}" inside the loop "${loop.id}", which has a link for each item: outside the loop there is none.`;
}

function orderOf(definition: Definition): RunOrder | undefined {
  const ids = new Set(definition.nodes.map(({ id }) => id));
  const edges = definition.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const sound = { ...definition, edges };
  return findPlanProblems(sound).length > 0 ? undefined : createRunOrder(compilePlan(sound));
}

function orderProblem(order: RunOrder, place: NodePosition, id: string, stage: Stage): string | undefined {
  if (id === place.id) return "refers to the node itself, which has no output yet.";
  if (order.before(place).has(id)) return undefined;
  const other = order.placeOf(id);
  if (loopsAround(place).includes(id))
    return `refers to the loop around the node, which has not ended yet; its item is {{ loop.item }}.`;
  if (other && order.before(other).has(place.id)) return `refers to node "${id}", which runs later.`;
  if (stage === "save") return undefined;
  if (!other) return `refers to node "${id}", which no edge leads to.`;
  if (other.loop && !loopsAround(place).includes(other.loop.id))
    return `refers to node "${id}" inside the loop "${other.loop.id}", whose outputs are not available outside it; use the loop's.`;
  return `refers to node "${id}", which may not have run yet: no path of edges leads from it to this node.`;
}

function loopsAround({ loop }: NodePosition): string[] {
  return loop ? [loop.id, ...loopsAround(loop)] : [];
}
