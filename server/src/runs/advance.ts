import type { Json } from "../platform/json.ts";
import type { Definition, WorkflowNode } from "../workflows/graph.ts";
import type { RunError, StepStatus } from "./table.ts";

/** The newest attempt at each path of a run, as its rows say. */
export interface StepState {
  readonly status: StepStatus;
  readonly attempt: number;
  /** When a failed attempt may be repeated; null when it was the last. */
  readonly retryAt: Date | null;
  readonly output: Json;
  readonly error: RunError | null;
}

/** What a run does next. */
export type Decision =
  | { readonly kind: "run"; readonly nodes: { readonly node: WorkflowNode; readonly attempt: number }[] }
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "complete"; readonly response: Json }
  | { readonly kind: "fail"; readonly error: RunError };

/**
 * Decides from the steps that stand what comes next. Pure: no clock, no database. A node runs when every node
 * before it has ended well; several may be ready at once. A step that failed for good fails the run at once: nothing
 * new begins, and steps that ran beside it are recorded before this is asked.
 */
export function advance(definition: Definition, steps: ReadonlyMap<string, StepState>, now: Date): Decision {
  const before = predecessors(definition);
  const ready: { node: WorkflowNode; attempt: number }[] = [];
  let until: Date | undefined;
  let failed: RunError | undefined;
  for (const node of definition.nodes) {
    const step = steps.get(node.id);
    if (step?.status === "Success") continue;
    if (step) {
      if (!step.retryAt) failed ??= step.error ?? undefined;
      else if (step.retryAt <= now) ready.push({ node, attempt: step.attempt + 1 });
      else until = until && until < step.retryAt ? until : step.retryAt;
    } else if (isReady(node, before.get(node.id) ?? [], steps)) {
      ready.push({ node, attempt: 1 });
    }
  }
  if (failed) return { kind: "fail", error: failed };
  if (ready.length > 0) return { kind: "run", nodes: ready };
  if (until) return { kind: "wait", until };
  return { kind: "complete", response: responseOf(definition, steps) };
}

/** Node ids by the node that their edges lead to. */
function predecessors({ edges }: Definition): Map<string, string[]> {
  const before = new Map<string, string[]>();
  for (const { source, target } of edges) before.set(target, [...(before.get(target) ?? []), source]);
  return before;
}

/** A start node runs at once; a node that no edge leads to is never reached. */
function isReady(node: WorkflowNode, before: string[], steps: ReadonlyMap<string, StepState>): boolean {
  if (node.type === "start") return true;
  return before.length > 0 && before.every((id) => steps.get(id)?.status === "Success");
}

/** What a synchronous caller gets: the body of the last node, or of each last node by its id when there are several. */
function responseOf({ nodes, edges }: Definition, steps: ReadonlyMap<string, StepState>): Json {
  const hasNext = new Set(edges.map(({ source }) => source));
  const last = nodes.filter(({ id }) => !hasNext.has(id) && steps.has(id));
  const [only] = last;
  if (only && last.length === 1) return bodyOf(steps.get(only.id));
  return Object.fromEntries(last.map(({ id }) => [id, bodyOf(steps.get(id))]));
}

function bodyOf(step: StepState | undefined): Json {
  const output = step?.output ?? null;
  if (typeof output === "object" && output !== null && !Array.isArray(output)) return output.body ?? null;
  return output;
}
