import type { Plan, PlanEdge, PlanNode, Region } from "../../../workflows/definition/plan.ts";
import { buildItemPrefix, buildStepPath } from "../../path.ts";
import type { VersionPlan } from "../../plan-cache.ts";
import type { RunTest } from "../../table.ts";

/**
 * What a test runs of a version: all of it, what leads to a node, or one node with outputs standing in for the
 * others.
 */
export function selectTestedPart(version: VersionPlan, { part, pins, standing = {} }: RunTest): VersionPlan {
  if (!part) return version;
  const { plan, startId } = version;
  if ("until" in part) return { ...version, plan: regionUntil(plan, part.until) ?? plan };
  const given = new Set([startId, ...Object.keys(pins), ...Object.keys(standing)]);
  return { ...version, plan: regionAround(plan, part.only, given) ?? plan };
}

/** A node before another one, and the path of its step in the first item of the loops around it. */
export interface EarlierNode {
  readonly id: string;
  readonly path: string;
}

/** The nodes before a node, in the loops around it and outside them; undefined if it is not reached. */
export function listNodesBefore(plan: Plan, nodeId: string, prefix = ""): EarlierNode[] | undefined {
  const way = findWay(plan, nodeId);
  if (!way) return undefined;
  const { target, inner } = way;
  const last = target.node.id;
  const own = [...leadingTo(plan, last)].filter((id) => id !== last);
  const earlier = own.map((id) => ({ id, path: buildStepPath(prefix, id) }));
  if (!inner) return earlier;
  return [
    ...earlier,
    ...(listNodesBefore(inner, nodeId, buildItemPrefix(buildStepPath(prefix, last), 0)) ?? []),
  ];
}

/** The node of a region that a node is, or whose body contains it. */
interface PathTarget {
  readonly target: PlanNode;
  /** The body that contains it. */
  readonly inner: Region | undefined;
}

function findWay(region: Region, nodeId: string): PathTarget | undefined {
  const own = region.nodes.get(nodeId);
  if (own) return { target: own, inner: undefined };
  for (const target of region.nodes.values())
    if (target.body && findWay(target.body, nodeId)) return { target, inner: target.body };
  return undefined;
}

/** A node of a region and all nodes there from which it is reached. */
function leadingTo({ nodes }: Region, nodeId: string): Set<string> {
  const found = new Set([nodeId]);
  for (const id of found) for (const { source } of nodes.get(id)?.incoming ?? []) found.add(source);
  return found;
}

/** The part of a region that leads to a node, which ends it; loops on the way run as a whole. */
function regionUntil(region: Region, nodeId: string): Region | undefined {
  const way = findWay(region, nodeId);
  if (!way) return undefined;
  const { target, inner } = way;
  const last = target.node.id;
  const kept = leadingTo(region, last);
  const nodes = [...region.nodes].flatMap(([id, node]): [string, PlanNode][] => {
    if (!kept.has(id)) return [];
    const outgoing = id === last ? [] : node.outgoing.filter((edge) => kept.has(edge.target));
    const body = id === last && inner ? regionUntil(inner, nodeId) : node.body;
    return [[id, { ...node, outgoing, body }]];
  });
  return {
    nodes: new Map(nodes),
    entries: region.entries.filter((id) => kept.has(id)),
    exits: [last],
    isSequential: region.isSequential,
  };
}

/**
 * A node alone: the nodes of `given` that come before it stand around it without edges of their own, and lead to it
 * whatever branch they took. If the node is itself a loop, its body does not run.
 */
function regionAround(region: Region, nodeId: string, given: ReadonlySet<string>): Region | undefined {
  const way = findWay(region, nodeId);
  if (!way) return undefined;
  const { target, inner } = way;
  const { id } = target.node;
  const before = [...leadingTo(region, id)].filter((other) => other !== id && given.has(other));
  const edges = before.map((source): PlanEdge => ({ source, target: id, handle: null }));
  const around = edges.flatMap((edge): [string, PlanNode][] => {
    const node = region.nodes.get(edge.source)?.node;
    return node ? [[node.id, { node, incoming: [], outgoing: [edge], hasErrorEdge: false }]] : [];
  });
  const body = inner && regionAround(inner, nodeId, given);
  const alone = { ...target, incoming: edges, outgoing: [], body };
  return {
    nodes: new Map([...around, [id, alone]]),
    entries: [...before, id],
    exits: [id],
    isSequential: false,
  };
}
