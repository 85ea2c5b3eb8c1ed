import type { NodeType } from "../../../../parts/workflow-graph/node-types.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import type { WorkflowProblem } from "../../workflow.ts";
import type { TypedDrawing } from "../document/document.ts";
import { getSettingWords } from "./setting-words.ts";

/**
 * The problem of each field of a step, without the names already shown above it; the first of several for one field.
 */
export function problemsByField(problems: readonly WorkflowProblem[], id: string): Map<string, string> {
  const byField = new Map<string, string>();
  for (const { node_id: node, field, message } of problems)
    if (node === id && !byField.has(field)) byField.set(field, complaintOf(field, message));
  return byField;
}

const OWN_FIELDS: Readonly<Record<string, string>> = {
  action: STEP_SETTINGS.action,
  maximum_attempts: STEP_SETTINGS.attempts,
  timeout_ms: STEP_SETTINGS.timeout,
  on_error: STEP_SETTINGS.onError,
};

/** A problem in words: the name of its step, the label of its field, and what is wrong. */
export function tellProblem(problem: WorkflowProblem, { nodes, types }: TypedNodes): string {
  const node = nodes.find(({ id }) => id === problem.node_id);
  return node ? tell(problem, types.get(node.type), [node.name]) : problem.message;
}

/** The same below the name of its step. */
export function tellProblemOfStep(problem: WorkflowProblem, type: NodeType | undefined): string {
  return tell(problem, type, []);
}

type TypedNodes = Pick<TypedDrawing, "nodes" | "types">;

function tell(
  { field, message }: WorkflowProblem,
  type: NodeType | undefined,
  names: readonly string[],
): string {
  const complaint = complaintOf(field, message);
  if (complaint === message) return message;
  const [, top = ""] = field.split(".");
  const label = OWN_FIELDS[field] ?? (top && getSettingWords(type, `data.${top}`, {}).label);
  const named = [...names, label].filter((part) => part !== "").join(" · ");
  return named === "" ? complaint : `${named}: ${complaint}`;
}

/** `Node "get" (Get): data.url is required.` without node and field. */
function complaintOf(field: string, message: string): string {
  const [prefix = ""] = /^Node "[^"]*"(?: \(.*?\))?: /.exec(message) ?? [];
  const rest = message.slice(prefix.length);
  const complaint = rest.startsWith(field) ? rest.slice(field.length).replace(/^[:\s]+/, "") : rest;
  if (prefix === "" || complaint === "") return message;
  return complaint.charAt(0).toUpperCase() + complaint.slice(1);
}

/** The problem of a field or deeper in it. */
export function problemAt(problems: ReadonlyMap<string, string>, field: string): string | undefined {
  const exact = problems.get(field);
  if (exact !== undefined) return exact;
  for (const [path, problem] of problems) if (path.startsWith(`${field}.`)) return problem;
  return undefined;
}
