import type { WorkflowProblem } from "../../workflow.ts";

/**
 * The problem of each field of a step, without the names already shown above it; the first of several for one field.
 */
export function problemsByField(problems: readonly WorkflowProblem[], id: string): Map<string, string> {
  const byField = new Map<string, string>();
  for (const { node_id: node, field, message } of problems)
    if (node === id && !byField.has(field)) byField.set(field, complaintOf(field, message));
  return byField;
}

/** `Node "Get" (get): data.url is required.` without node and field. */
function complaintOf(field: string, message: string): string {
  const at = message.indexOf(field);
  const prefix = message.slice(0, Math.max(0, at));
  if (at < 0 || !/^Node .*: $/.test(prefix)) return message;
  const complaint = message.slice(at + field.length).replace(/^[:\s]+/, "");
  return complaint === "" ? message : complaint.charAt(0).toUpperCase() + complaint.slice(1);
}

/** The problem of a field or deeper in it. */
export function problemAt(problems: ReadonlyMap<string, string>, field: string): string | undefined {
  const exact = problems.get(field);
  if (exact !== undefined) return exact;
  for (const [path, problem] of problems) if (path.startsWith(`${field}.`)) return problem;
  return undefined;
}
