import { badField, notFound } from "../platform/errors.ts";
import type { Plan, PlanNode, Region } from "../workflows/definition/plan.ts";
import { buildItemPrefix, buildStepPath } from "./path.ts";

const ITEM = /^(.+)\[(\d{1,9})\]$/;

/** A node of a run, and the path of its steps. */
export interface PlacedNode {
  readonly planNode: PlanNode;
  readonly path: string;
  /** What runs together with it: the whole workflow, or the body of the innermost loop around it. */
  readonly region: Region;
  /** The loops around it, outermost first. */
  readonly around: readonly LoopItem[];
}

/** One item of a loop. */
export interface LoopItem {
  readonly loop: PlanNode;
  readonly path: string;
  readonly region: Region;
  readonly index: number;
}

/**
 * The node that a request names by its id or, inside loops, by its path, such as `loop[3]/node`. 404 if the version
 * has no such node, 400 for the bare id of one inside a loop.
 */
export function requireNode(plan: Plan, named: string): PlacedNode {
  const placed = findNode(plan, named);
  if (placed) return placed;
  const problem = findMissingItemProblem(plan, named);
  throw problem === undefined ? notFound("Node") : badField("node_id", `node_id: ${problem}`);
}

/** The node with this id outside loops, or with this path; undefined if there is none. */
export function findNode(plan: Plan, named: string): PlacedNode | undefined {
  const planNode = plan.nodes.get(named);
  return planNode
    ? { planNode, path: buildStepPath("", named), region: plan, around: [] }
    : walk(plan, named);
}

/** What is wrong with the bare id of a node inside a loop; undefined for any other name. */
export function findMissingItemProblem(plan: Plan, named: string): string | undefined {
  const loop = findOuterLoop(plan, named);
  if (loop === undefined) return undefined;
  const example = buildItemPrefix(buildStepPath("", loop), 0) + buildStepPath("", named);
  return `"${named}" is inside the loop "${loop}": name the item as well, such as ${example}.`;
}

/** The outermost loop that contains a node. */
export function findOuterLoop(plan: Plan, nodeId: string): string | undefined {
  for (const [id, { body }] of plan.nodes)
    if (body && (body.nodes.has(nodeId) || findOuterLoop(body, nodeId) !== undefined)) return id;
  return undefined;
}

function walk(plan: Plan, path: string): PlacedNode | undefined {
  let region: Region = plan;
  let prefix = "";
  const around: LoopItem[] = [];
  const segments = path.split("/");
  const last = segments.pop() ?? "";
  for (const segment of segments) {
    const [, id = "", number = ""] = ITEM.exec(segment) ?? [];
    const loop = region.nodes.get(getNodeId(id));
    if (!loop?.body) return undefined;
    const item = { loop, path: prefix + id, region, index: Number(number) };
    around.push(item);
    prefix = buildItemPrefix(item.path, item.index);
    region = loop.body;
  }
  const planNode = region.nodes.get(getNodeId(last));
  return planNode && { planNode, path, region, around };
}

/** The node id that a part of a path stands for. */
export function getNodeId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not a spelling that our paths have.
    return "";
  }
}
