import type { Json } from "../platform/json.ts";
import type { ApprovalAnswer, ApprovalField, ApprovalSettings } from "../workflows/nodes/approval.ts";

/** How long the texts of a decision may be. */
export const LONGEST_TEXT = 5000;

/** A decision as it was sent, before it is checked. */
export interface Decision {
  readonly approved: boolean;
  readonly comment?: string;
  readonly by?: string;
  /** Values by the fields' names; null stands for none. */
  readonly fields: { readonly [name: string]: Json };
}

/** What is wrong with a decision; without a field it is about the whole of it. */
export interface DecisionProblem {
  readonly field?: string;
  readonly text: string;
}

/** The decision as it answers the node, or what is wrong with it. What is needed to approve may be missing to reject. */
export function readDecision(
  { fields = [], allow_comment: mayComment = false }: ApprovalSettings,
  { approved, comment = "", by = "", fields: given }: Decision,
  now: Date,
): { answer: ApprovalAnswer } | { problems: DecisionProblem[] } {
  const values: [string, Json][] = [];
  const problems: DecisionProblem[] = [];
  for (const field of fields) {
    const sent = Object.hasOwn(given, field.name) ? given[field.name] : null;
    const value = sent === undefined || sent === "" ? null : sent;
    const text = valueProblem(field, value, approved);
    if (text !== undefined) problems.push({ field: field.name, text });
    else if (value !== null) values.push([field.name, value]);
  }
  const unknown = Object.keys(given).find((name) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) problems.push({ text: `There is no field "${unknown}".` });
  if (comment !== "" && !mayComment) problems.push({ text: "This approval takes no comment." });
  if (comment.length > LONGEST_TEXT)
    problems.push({ text: `The comment has more than ${LONGEST_TEXT} characters.` });
  if (problems.length > 0) return { problems };
  return {
    answer: {
      approved,
      comment: comment === "" ? null : comment,
      by: by === "" ? null : by,
      fields: Object.fromEntries(values),
      answered_at: now.toISOString(),
    },
  };
}

function valueProblem(field: ApprovalField, value: Json, approved: boolean): string | undefined {
  const { type, required, options = [], label } = field;
  const name = label ?? field.name;
  if (value === null || value === "")
    return required && approved ? `${name} is needed to approve.` : undefined;
  switch (type) {
    case "text":
      if (typeof value !== "string") return `${name} must be text.`;
      return value.length > LONGEST_TEXT ? `${name} has more than ${LONGEST_TEXT} characters.` : undefined;
    case "number":
      return typeof value === "number" ? undefined : `${name} must be a number.`;
    case "boolean":
      if (typeof value !== "boolean") return `${name} must be true or false.`;
      return required && approved && !value ? `${name} is needed to approve.` : undefined;
    case "select":
      return options.some((option) => option.value === value)
        ? undefined
        : `${name} must be one of its options.`;
  }
}
