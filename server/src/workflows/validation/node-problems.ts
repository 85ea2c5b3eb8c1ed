import type { WorkflowNode } from "../definition/graph.ts";
import { findWebhookTriggerProblems } from "../definition/webhook-trigger.ts";
import { createNodeProblem, type NodeTypes, type Stage, type WorkflowProblem } from "./problem.ts";
import { findUnknownSettings } from "./unknown-names.ts";
import { findMisfits } from "./validate.ts";

const MAX_ATTEMPTS = 10;

/** Problems of one node by itself: its type, its attempts, and its settings where they contain no expression. */
export function findNodeProblems(node: WorkflowNode, nodeTypes: NodeTypes, stage: Stage): WorkflowProblem[] {
  const known = nodeTypes.find(({ type }) => type === node.type);
  if (!known) {
    const types = nodeTypes.map(({ type }) => type).join(", ");
    return [createNodeProblem(node, "type", `type "${node.type}" is not known; it must be one of ${types}.`)];
  }
  const data = node.data ?? {};
  const unfit = findMisfits(known.settings, data).filter(({ missing }) => stage === "publish" || !missing);
  const problems = [...unfit, ...findUnknownSettings(known.settings, data)].map(({ field, message }) =>
    createNodeProblem(node, field, message),
  );
  // A type's own check relies on what its schema guarantees.
  const further = problems.length === 0 && stage === "publish" ? known.problem?.(data) : undefined;
  const [field = "data"] = /^[^\s:]+/.exec(further ?? "") ?? [];
  return [
    ...attemptsProblems(node),
    ...(stage === "save" ? limitProblems(node, known.untimed) : []),
    ...findWebhookTriggerProblems(node),
    ...problems,
    ...(further === undefined ? [] : [createNodeProblem(node, field, further)]),
  ];
}

/** Nodes stored with it keep running, and can be published: it has no effect there. */
function limitProblems(node: WorkflowNode, untimed: string | undefined): WorkflowProblem[] {
  if (node.timeout_ms === undefined || untimed === undefined) return [];
  const text = `timeout_ms cannot be set on a node of type "${node.type}": ${untimed}.`;
  return [createNodeProblem(node, "timeout_ms", text)];
}

function attemptsProblems(node: WorkflowNode): WorkflowProblem[] {
  const { maximum_attempts: attempts } = node;
  if (Number.isInteger(attempts) && attempts >= 1 && attempts <= MAX_ATTEMPTS) return [];
  const text = `maximum_attempts must be a whole number from 1 to ${MAX_ATTEMPTS}.`;
  return [createNodeProblem(node, "maximum_attempts", text)];
}
