import { isValues, type Values } from "../schema.ts";

/** Whether all conditions of a group must hold, or one. */
export type Logic = "AND" | "OR";

/** A group as it is edited: a rule's list with its `logic`, or one object of both. */
export interface Group {
  readonly logic: Logic;
  readonly parts: readonly Values[];
}

/** Operators that compare with nothing. */
export const UNARY: readonly string[] = ["is_null", "not_null", "exist", "not_exist"];

/** The group that an object with `conditions` and `logic` stands for; what is no condition is left out. */
export function groupOf({ conditions, logic }: Values): Group {
  const parts = Array.isArray(conditions) ? conditions.filter(isValues) : [];
  return { logic: logic === "OR" ? "OR" : "AND", parts };
}

/** Whether a part is a group of its own. */
export function isGroup(part: Values): boolean {
  return "conditions" in part && !("operator" in part);
}

/** A condition under another operator: what it was compared with goes where there is nothing to compare with. */
export function withOperator(condition: Values, operator: string): Values {
  const { rhs, ...rest } = condition;
  if (UNARY.includes(operator)) return { ...rest, operator };
  return rhs === undefined ? { ...rest, operator } : { ...rest, operator, rhs };
}

/** A condition before anything is chosen, and a group with one. */
export const NEW_CONDITION: Values = { lhs: "", operator: "eq", rhs: "" };
export const NEW_GROUP: Values = { logic: "OR", conditions: [NEW_CONDITION] };
