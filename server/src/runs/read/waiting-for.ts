import type { Static } from "typebox";
import type { WorkflowNode } from "../../workflows/definition/graph.ts";
import { findNodeType } from "../../workflows/nodes/list.ts";
import type { LinkKind } from "../../workflows/nodes/node.ts";
import { getParkEnd } from "../engine/park.ts";
import { buildStepPath } from "../path.ts";
import type { RunRow, StoredStep } from "../store.ts";
import type { Execution } from "./schema.ts";

/** The maximum number of reasons shown. */
export const MOST_REASONS = 20;
// With free capacity it is claimed sooner than this.
const SOON_MS = 2000;

type Reason = Static<typeof Execution>["waiting_for"][number];
type WaitingStep = Pick<StoredStep, "path" | "node_id" | "wait" | "started_at">;

/** What is known of a waiting run. */
export interface WaitFacts {
  /** Its waiting steps. */
  readonly waiting: readonly WaitingStep[];
  /** The newest attempts at its top-level nodes, and one at each node inside loops. */
  readonly steps: readonly StoredStep[];
  readonly now: Date;
  /** The link with which a step is answered; absent if the reader must not know it. */
  readonly addressOf?: (kind: LinkKind, path: string) => string;
}

/** Why a run is not continuing right now. */
export function listWaitReasons(
  run: RunRow,
  nodes: ReadonlyMap<string, WorkflowNode>,
  { waiting, steps, now, addressOf }: WaitFacts,
): Reason[] {
  if (run.finished_at) return [];
  const reasons = [
    ...parkReasons(run),
    ...queueReasons(run, now),
    ...waiting.flatMap((step) => waitReason(step, nodes.get(step.node_id), addressOf)),
    ...steps.flatMap((step) => retryReason(step, nodes.get(step.node_id))),
  ];
  // For example another retry inside a loop.
  if (reasons.length === 0 && run.wake_at)
    reasons.push({ kind: "time", message: "It resumes automatically.", until: run.wake_at.toISOString() });
  return reasons.slice(0, MOST_REASONS);
}

function parkReasons(run: RunRow): Reason[] {
  const { parked_at: since, parked_slug: slug, parked_node: node, parked_reason: message } = run;
  if (!since) return [];
  const reason: Reason = {
    kind: "reconnect",
    message: message ?? "The customer must connect again.",
    since: since.toISOString(),
    until: getParkEnd(run, since).toISOString(),
    ...(node !== null && { node_id: node }),
    ...(slug !== null && { application: slug }),
  };
  return [reason];
}

function queueReasons({ ready_at: since }: RunRow, now: Date): Reason[] {
  if (!since) return [];
  const message =
    now.getTime() - since.getTime() < SOON_MS
      ? "It is about to continue."
      : "It waits for its turn: only a limited number of executions of a linked account, or of a workflow with a limit, run at the same time.";
  return [{ kind: "queue", message, since: since.toISOString() }];
}

function waitReason(
  { path, node_id: id, wait, started_at: since }: WaitingStep,
  node?: WorkflowNode,
  addressOf?: WaitFacts["addressOf"],
): Reason[] {
  if (!wait || wait.kind === "each") return [];
  const name = node?.name ?? id;
  const where = { node_id: id, ...(path !== buildStepPath("", id) && { path }), since: since.toISOString() };
  switch (wait.kind) {
    case "time":
      return [{ kind: "time", message: `"${name}" waits until a set time.`, ...where, until: wait.until }];
    case "child":
      return [
        {
          kind: "execution",
          message: `"${name}" waits for the end of the workflow that it called.`,
          ...where,
          ...(wait.until !== undefined && { until: wait.until }),
        },
      ];
    case "answer": {
      const link = (node && findNodeType(node.type)?.link) ?? "hook";
      const isApproval = link === "page";
      const kind = isApproval ? "approval" : "webhook";
      const message = `"${name}" waits for ${isApproval ? "a decision" : "a request to its URL"}.`;
      const url = addressOf?.(link, path);
      return [{ kind, message, ...where, ...(url !== undefined && { url }), until: wait.until }];
    }
  }
}

function retryReason(
  { node_id: id, path, attempt, retry_at: until }: StoredStep,
  node?: WorkflowNode,
): Reason[] {
  if (!until) return [];
  const most = node?.maximum_attempts ?? attempt + 1;
  const message = `"${node?.name ?? id}" failed and will be retried (attempt ${attempt + 1} of ${most}).`;
  const where = { node_id: id, ...(path !== buildStepPath("", id) && { path }) };
  return [{ kind: "time", message, ...where, until: until.toISOString() }];
}
