import { describeValueProblem } from "../../pages/value-words.ts";
import { createWords } from "../../pages/words/words.ts";
import type { ValueReason } from "../../platform/errors.ts";
import { isNumber, type Json } from "../../platform/json/json.ts";
import type { ApprovalAnswer, ApprovalField, ApprovalSettings } from "../../workflows/nodes/approval.ts";

/** Maximum length of the texts of a decision. */
export const LONGEST_TEXT = 5000;

/** A decision as sent, before it is checked. */
export interface ApprovalDecision {
  readonly approved: boolean;
  readonly comment?: string;
  readonly by?: string;
  /** Values by the fields' names; null for none. */
  readonly fields: { readonly [name: string]: Json };
}

/** What is wrong with a decision; without a field it concerns the whole. */
export interface DecisionProblem {
  readonly field?: string;
  readonly text: string;
  /** The same for pages, if people can cause it. */
  readonly reason?: ValueReason;
}

/**
 * The decision as the node's answer, or what is wrong with it. Fields required to approve may be missing to reject.
 */
export function readDecision(
  { fields = [], allow_comment: mayComment = false }: ApprovalSettings,
  { approved, comment = "", by = "", fields: given }: ApprovalDecision,
  now: Date,
): { answer: ApprovalAnswer } | { problems: DecisionProblem[] } {
  const values: [string, Json][] = [];
  const problems: DecisionProblem[] = [];
  for (const field of fields) {
    const sent = Object.hasOwn(given, field.name) ? given[field.name] : null;
    const value = sent === undefined || sent === "" ? null : sent;
    const reason = valueProblem(field, value, approved);
    if (reason !== undefined) problems.push({ field: field.name, text: textOf(field, reason), reason });
    else if (value !== null) values.push([field.name, value]);
  }
  const unknown = Object.keys(given).find((name) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) problems.push({ text: `There is no field "${unknown}".` });
  if (comment !== "" && !mayComment) problems.push({ text: "This approval takes no comment." });
  if (comment.length > LONGEST_TEXT)
    problems.push({
      text: `The comment has more than ${LONGEST_TEXT} characters.`,
      reason: { kind: "tooLong", most: LONGEST_TEXT },
    });
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

function valueProblem(field: ApprovalField, value: Json, approved: boolean): ValueReason | undefined {
  const { type, required, options = [] } = field;
  const isMissing = required && approved;
  if (value === null || value === "") return isMissing ? { kind: "neededToApprove" } : undefined;
  switch (type) {
    case "text":
      if (typeof value !== "string") return { kind: "text" };
      return value.length > LONGEST_TEXT ? { kind: "tooLong", most: LONGEST_TEXT } : undefined;
    case "number":
      return isNumber(value) ? undefined : { kind: "number" };
    case "boolean":
      if (typeof value !== "boolean") return { kind: "boolean" };
      return isMissing && !value ? { kind: "neededToApprove" } : undefined;
    case "select":
      return options.some((option) => option.value === value) ? undefined : { kind: "choice" };
  }
}

/** The API's texts are in English. */
function textOf({ name, label = name }: ApprovalField, reason: ValueReason): string {
  return describeValueProblem(createWords("en"), label, reason);
}
