import { isObject, type Json } from "../../platform/json/json.ts";
import type { PlanEdge, PlanNode, Region } from "../../workflows/definition/plan.ts";
import type { StepState } from "../store.ts";
import type { RunError } from "../table.ts";

/** The state of a region. */
export interface RegionState {
  /** Nodes that may start or be retried now. */
  readonly ready: readonly { readonly node: PlanNode; readonly attempt: number }[];
  /** Nodes that wait for something. */
  readonly waiting: readonly PlanNode[];
  /** When the first failed attempt may be retried. */
  readonly retryAt: Date | undefined;
  /** Why the region fails: a step failed for good and no edge handles it. */
  readonly failed: RunError | undefined;
}

type StepOf = (nodeId: string) => StepState | undefined;
type EdgeState = "open" | "taken" | "dead";

/**
 * Decides from the state of the steps what comes next in a region. Pure: no clock but `now`, no database. A
 * node runs once every edge to it is decided and at least one is taken; a node without a taken edge is
 * skipped, and so is everything that only it leads to. A region is over when nothing is ready, waiting or to
 * be retried.
 */
export function advanceRegion(region: Region, stepOf: StepOf, now: Date): RegionState {
  const ready: { node: PlanNode; attempt: number }[] = [];
  const waiting: PlanNode[] = [];
  let retryAt: Date | undefined;
  let failed: RunError | undefined;
  const fateOf = fates(region, stepOf);
  for (const [id, node] of region.nodes) {
    const step = stepOf(id);
    if (!step) {
      if (mayBegin(region, node, fateOf)) ready.push({ node, attempt: 1 });
    } else if (step.status === "Waiting") {
      waiting.push(node);
    } else if (isFailure(step)) {
      if (!step.retryAt) failed ??= step.error ?? undefined;
      else if (step.retryAt <= now) ready.push({ node, attempt: step.attempt + 1 });
      else retryAt = retryAt && retryAt < step.retryAt ? retryAt : step.retryAt;
    }
  }
  return { ready, waiting, retryAt, failed };
}

/**
 * The result of a region: the body of its last node, or of each last node by id when there are several;
 * failed and skipped nodes do not count. Null if nothing is left.
 */
export function buildRegionResult(region: Region, stepOf: StepOf): Json {
  return mergeOutputs(findLastNodes(region, stepOf), (id) => stepOf(id)?.output ?? null);
}

/** Ids of the nodes whose outputs are the result of a region that is over. */
export function findLastNodes(region: Region, stepOf: StepOf): string[] {
  const last = [...region.nodes].filter(([id, { outgoing }]) => {
    const step = stepOf(id);
    if (!step || (step.status === "Errored_and_Skipped" && step.handle === "skip")) return false;
    return !outgoing.some(({ handle }) => fateAfter(step, handle) === "taken");
  });
  return last.map(([id]) => id);
}

/** The result of a region from the outputs of its last nodes. */
export function mergeOutputs(last: readonly string[], outputOf: (id: string) => Json): Json {
  const [first] = last;
  if (first === undefined) return null;
  if (last.length === 1) return bodyOf(outputOf(first));
  return Object.fromEntries(last.map((id) => [id, bodyOf(outputOf(id))]));
}

/** How many nodes of a region are decided: they have ended, or nothing can lead to them any more. */
export function countDecided(region: Region, stepOf: StepOf): number {
  const fateOf = fates(region, stepOf);
  const decided = [...region.nodes].filter(([id, { incoming }]) => {
    const step = stepOf(id);
    if (step) return step.status !== "Waiting" && !step.retryAt;
    return !region.entries.includes(id) && incoming.every((edge) => fateOf(edge) === "dead");
  });
  return decided.length;
}

function bodyOf(output: Json): Json {
  if (isObject(output)) return output.body ?? null;
  return output;
}

function isFailure({ status }: StepState): boolean {
  return status === "Errored" || status === "Timed_Out" || status === "Stopped";
}

function mayBegin(
  region: Region,
  { node, incoming }: PlanNode,
  fateOf: (edge: PlanEdge) => EdgeState,
): boolean {
  const decided = incoming.map(fateOf);
  // The first node of a body may also depend on another node of the body.
  return (decided.includes("taken") || region.entries.includes(node.id)) && !decided.includes("open");
}

/** Whether each edge was taken; remembered, so that a graph costs no more than its size. */
function fates(region: Region, stepOf: StepOf): (edge: PlanEdge) => EdgeState {
  const skipped = new Map<string, boolean>();
  const isSkipped = (id: string): boolean => {
    const known = skipped.get(id);
    if (known !== undefined) return known;
    const node = region.nodes.get(id);
    const answer =
      node !== undefined &&
      !region.entries.includes(id) &&
      node.incoming.every((edge) => fateOf(edge) === "dead");
    skipped.set(id, answer);
    return answer;
  };
  const fateOf = (edge: PlanEdge): EdgeState => {
    const step = stepOf(edge.source);
    if (!step) return isSkipped(edge.source) ? "dead" : "open";
    return fateAfter(step, edge.handle);
  };
  return fateOf;
}

function fateAfter({ status, handle: taken }: StepState, handle: string | null): EdgeState {
  switch (status) {
    case "Success":
      return handle === null || handle === taken ? "taken" : "dead";
    case "Rejected":
      // Without a branch for a refusal, nothing should happen after one.
      return handle !== null && handle === taken ? "taken" : "dead";
    case "Errored_and_Skipped":
      return taken !== "skip" && handle === taken ? "taken" : "dead";
    default:
      return "open";
  }
}
