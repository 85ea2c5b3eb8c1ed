import type { Static } from "typebox";
import { TRACE_ID } from "../../config.ts";
import { parseTraceparent } from "../../platform/tracing/traceparent.ts";
import type { ApplicationOf } from "../../workflows/definition/applications.ts";
import { START, type WorkflowEdge, type WorkflowNode } from "../../workflows/definition/graph.ts";
import type { Plan } from "../../workflows/definition/plan.ts";
import { countDecided } from "../engine/advance.ts";
import { buildStepPath, getItemIndex } from "../path.ts";
import type { RunRow, RunWithAccount, SizedStep, StepState, StoredStep } from "../store.ts";
import type { StepStatus } from "../table.ts";
import { type Attempt, type Execution, presentError, presentExecutionSummary } from "./schema.ts";
import { getStepStatus, type ItemSummary } from "./summarize-items.ts";
import { listWaitReasons, type WaitFacts } from "./waiting-for.ts";

/** What other tables hold of a run. */
export interface RunParts {
  /** Nodes of its version, in that order. */
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly plan: Plan;
  /** The nodes inside loops, by their ids. */
  readonly insideLoops: ReadonlyMap<string, ItemSummary>;
  /** The newest attempts at the nodes outside loops, and at the steps that `insideLoops` names. */
  readonly steps: readonly SizedStep[];
  readonly waits: Omit<WaitFacts, "steps">;
  readonly advice: Static<typeof Execution>["advice"];
  /** The address of a trace's page, if it may be shown; see `Config.traceUrl`. */
  readonly traceUrl?: string | undefined;
}

/** Wire form of a run with one entry for each node of its version, in that order. */
export function presentExecution(
  run: RunWithAccount,
  applicationOf: ApplicationOf,
  { nodes, edges, plan, insideLoops, steps, waits, advice, traceUrl }: RunParts,
): Static<typeof Execution> {
  const newest = new Map(steps.map((step) => [step.path, step]));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const traceId = findTraceId(run);
  return {
    ...presentExecutionSummary({ ...run, is_test: run.test !== null }, applicationOf),
    completion_percentage: run.status === "COMPLETED" ? 100 : percentage(plan, newest),
    waiting_for: listWaitReasons(run, byId, { ...waits, steps }),
    advice,
    trace_id: traceId,
    trace_url: traceId === null ? undefined : traceUrl?.replaceAll(TRACE_ID, traceId),
    redaction: presentRedaction(run),
    edges: [...edges],
    nodes: nodes.map((node) => {
      const summary = insideLoops.get(node.id);
      if (!summary) return presentNode(run, node, newest.get(buildStepPath("", node.id)));
      const { path, counts } = summary;
      const node_status = goesOn(run, newest, summary) ? ("Waiting" as const) : summary.status;
      const items = { node_status, path, batch_index: getItemIndex(path), item_statuses: counts };
      return { ...presentNode(run, node, newest.get(path)), ...items };
    }),
  };
}

/** Of a trace that is not recorded there is nothing to be found. */
function findTraceId({ traceparent }: RunRow): string | null {
  const trace = parseTraceparent(traceparent);
  return trace?.isSampled ? trace.traceId : null;
}

function presentRedaction({
  redaction,
  originals_until: until,
}: RunRow): Static<typeof Execution>["redaction"] {
  if (redaction === null) return undefined;
  const { keep, state, reveal } = redaction;
  if (state !== "sealed") return { keep, state };
  return { keep, state, reveal_role: reveal?.role, originals_until: until?.toISOString() };
}

/** What is decided of the nodes after the start node. */
function percentage(plan: Plan, steps: ReadonlyMap<string, StoredStep>): number {
  const stepOf = (id: string): StepState | undefined => {
    const step = steps.get(buildStepPath("", id));
    return step && { ...step, retryAt: step.retry_at };
  };
  return Math.floor((100 * countDecided(plan, stepOf)) / Math.max(1, plan.nodes.size));
}

/** Whether more items may follow, though those so far have ended. */
function goesOn(
  { finished_at: end }: RunRow,
  steps: ReadonlyMap<string, StoredStep>,
  { status, path }: ItemSummary,
): boolean {
  if (end || status === "Errored" || status === "Timed_Out") return false;
  const [loopPath = ""] = path.split("[");
  return steps.get(loopPath)?.status === "Waiting";
}

function presentNode(run: RunRow, node: WorkflowNode, step: SizedStep | undefined) {
  // The output of the start node is the input of the run.
  const isStart = node.type === START && step !== undefined;
  const isParked = run.parked_at !== null && run.parked_node === node.id;
  const size = isStart ? Buffer.byteLength(JSON.stringify(run.input)) : undefined;
  return {
    node_id: node.id,
    node_name: node.name,
    node_type: node.type,
    position: node.position,
    node_status: isParked ? ("Waiting" as const) : statusOf(run, step),
    is_batch: node.is_batch,
    is_copied: step?.is_copied || undefined,
    stand_in: step?.stand_in ?? undefined,
    attempts_made: step?.attempt ?? 0,
    maximum_attempts: node.maximum_attempts,
    input_data: isStart ? run.input : (step?.input ?? null),
    latest_output: isStart ? { body: run.input } : (step?.output ?? null),
    input_size: size ?? step?.input_size ?? undefined,
    output_size: size ?? step?.output_size ?? undefined,
    error: presentError(step?.error ?? null),
    logs: [...(step?.logs ?? []), ...(isParked && run.parked_reason ? [run.parked_reason] : [])],
    started_at: step?.started_at.toISOString(),
    execution_time: step?.duration_ms,
  };
}

function statusOf(run: RunRow, step: StoredStep | undefined): StepStatus | "Ready" {
  return step ? getStepStatus(run, step.status, step.retry_at !== null) : "Ready";
}

/** Wire form of one attempt at a step. */
export function presentAttempt(step: StoredStep): Static<typeof Attempt> {
  return {
    attempt: step.attempt,
    status: step.status,
    input_data: step.input,
    output: step.output,
    error: presentError(step.error),
    logs: step.logs ?? [],
    stand_in: step.stand_in ?? undefined,
    started_at: step.started_at.toISOString(),
    execution_time: step.duration_ms,
    retry_at: step.retry_at?.toISOString(),
  };
}
