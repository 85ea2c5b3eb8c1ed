import type { Plan, PlanNode, Region } from "./plan.ts";

/** The position of a node in a plan; `loop` is that of the loop whose body contains it. */
export interface NodePosition {
  readonly id: string;
  readonly planNode: PlanNode;
  readonly region: Region;
  readonly loop: NodePosition | undefined;
}

/** Tells which nodes have ended before others start. */
export interface RunOrder {
  /** Undefined for a node that is not reached. */
  readonly placeOf: (id: string) => NodePosition | undefined;
  /** The nodes that may have ended when this one starts; no loops around it. */
  readonly before: (place: NodePosition) => ReadonlySet<string>;
}

/** The order in which a plan runs its nodes; the predecessors of a node are computed on demand and cached. */
export function createRunOrder(plan: Plan): RunOrder {
  const places = new Map<string, NodePosition>();
  const open: { region: Region; loop: NodePosition | undefined }[] = [{ region: plan, loop: undefined }];
  for (const { region, loop } of open) {
    for (const [id, planNode] of region.nodes) {
      const place = { id, planNode, region, loop };
      places.set(id, place);
      if (planNode.body) open.push({ region: planNode.body, loop: place });
    }
  }
  const known = new Map<string, ReadonlySet<string>>();
  const before = (place: NodePosition): ReadonlySet<string> => {
    const found =
      known.get(place.id) ?? new Set([...inRegion(place), ...(place.loop ? before(place.loop) : [])]);
    known.set(place.id, found);
    return found;
  };
  return { placeOf: (id) => places.get(id), before };
}

function inRegion({ planNode, region }: NodePosition): Set<string> {
  const met = new Set<string>();
  const open = [planNode];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { source } of next.incoming) {
      const node = met.has(source) ? undefined : region.nodes.get(source);
      met.add(source);
      if (node) open.push(node);
    }
  }
  return met;
}
