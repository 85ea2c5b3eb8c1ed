import type { Item } from "../../../api/use-api.ts";
import type { Execution, ExecutionNode } from "./use-execution.ts";

/** One attempt at a step, as in the timeline. */
export type StepAttempt = Item<"/api/v2/public/execution/{id}/timeline">;

/** A step: a node, or inside loops a node for one item, with all attempts. */
export interface Step {
  readonly path: string;
  readonly nodeId: string;
  readonly name: string;
  /** How many loops it is in. */
  readonly depth: number;
  /** Its item in the innermost loop, from 0. */
  readonly item: number | undefined;
  /** None for a node that was not reached. */
  readonly attempts: readonly StepAttempt[];
  /** Of a loop: the steps in it, by their items. */
  readonly inside: readonly Step[];
}

/** A line of the timeline: a step, or the number of collapsed steps of a loop. */
export type TimelineLine =
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "folded"; readonly loop: Step; readonly count: number };

// A loop with more steps than this shows only failed and waiting ones, until it is expanded.
const MOST_IN_LOOP = 40;

/** The steps of an execution from their attempts in order; steps that were not reached come last. */
export function getSteps(attempts: readonly StepAttempt[], nodes: readonly ExecutionNode[]): Step[] {
  const byPath = Map.groupBy(attempts, ({ path }) => path);
  const pathsIn = Map.groupBy(byPath.keys(), getLoop);
  const stepsIn = (loop: string | undefined): Step[] =>
    // Steps of one item stay in the order in which they began, as sorting is stable.
    (pathsIn.get(loop) ?? []).map(toStep).sort((one, other) => (one.item ?? 0) - (other.item ?? 0));
  const toStep = (path: string): Step => {
    const found = byPath.get(path) ?? [];
    const nodeId = found[0]?.node_id ?? path;
    const name = found[0]?.node_name ?? nodeId;
    const depth = path.split("/").length - 1;
    return { path, nodeId, name, depth, item: getItem(path), attempts: found, inside: stepsIn(path) };
  };
  const isMissing = ({ node_id: id, node_status: status }: ExecutionNode) =>
    status === "Ready" && !byPath.has(id);
  return [...stepsIn(undefined), ...nodes.filter(isMissing).map(toMissing)];
}

/** The attempts, and for each step that waits for a reconnect one to come: none is made before. */
export function withParked(
  attempts: readonly StepAttempt[],
  { nodes, waiting_for: reasons }: Pick<Execution, "nodes" | "waiting_for">,
): readonly StepAttempt[] {
  const waits = reasons.flatMap(({ kind, node_id: id, since }): StepAttempt[] => {
    const node = nodes.find(({ node_id: nodeId }) => nodeId === id);
    // Inside loops the item is not known.
    if (kind !== "reconnect" || since === undefined || node === undefined || node.path !== undefined)
      return [];
    const path = node.node_id.replace(/[%/[\]]/g, encodeURIComponent);
    const made = attempts.filter((one) => one.path === path);
    if (made.at(-1)?.status === "Waiting") return [];
    const told = { node_id: node.node_id, node_name: node.node_name, attempt: made.length + 1 };
    return [{ path, ...told, status: "Waiting", started_at: since, execution_time: 0, waits_for: "answer" }];
  });
  return waits.length === 0 ? attempts : [...attempts, ...waits];
}

function toMissing({ node_id: nodeId, node_name: name }: ExecutionNode): Step {
  return { path: nodeId, nodeId, name, depth: 0, item: undefined, attempts: [], inside: [] };
}

/** The path of the loop that a step is in. */
export function getLoop(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  return end < 0 ? undefined : path.slice(0, path.lastIndexOf("[", end));
}

/** The item of a step in the innermost loop that it is in. */
export function getItem(path: string): number | undefined {
  const [, item] = /\[(\d+)\]\/[^/]*$/.exec(path) ?? [];
  return item === undefined ? undefined : Number(item);
}

/** The newest attempt, which has the step's state. */
export function lastAttempt({ attempts }: Step): StepAttempt | undefined {
  return attempts.at(-1);
}

/** Whether a large loop can be collapsed. */
export function isLarge(step: Step): boolean {
  return step.inside.length > MOST_IN_LOOP;
}

/** The lines of the timeline: large loops show what failed or waits, and everything if they are in `unfolded`. */
export function getLines(steps: readonly Step[], unfolded: ReadonlySet<string>): TimelineLine[] {
  return steps.flatMap((step): TimelineLine[] => {
    const isFolded = isLarge(step) && !unfolded.has(step.path);
    const shown = isFolded ? step.inside.filter(needsLook) : step.inside;
    const count = step.inside.length - shown.length;
    const rest: TimelineLine[] = count > 0 ? [{ kind: "folded", loop: step, count }] : [];
    return [{ kind: "step", step }, ...getLines(shown, unfolded), ...rest];
  });
}

function needsLook(step: Step): boolean {
  return lastAttempt(step)?.status !== "Success";
}
