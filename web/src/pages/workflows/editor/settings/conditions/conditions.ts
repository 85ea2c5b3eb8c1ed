import { isValues, type Values } from "../schema.ts";

/** Whether all conditions of a group must hold, or one. */
export type Logic = "AND" | "OR";

/** A group in the editor: a rule's list with its `logic`, or one object with both. */
export interface Group {
  readonly logic: Logic;
  readonly parts: readonly Values[];
}

/** Operators without a right side. */
export const UNARY: readonly string[] = ["is_null", "not_null", "exist", "not_exist"];

/** The group in an object with `conditions` and `logic`; invalid conditions are left out. */
export function getGroup({ conditions, logic }: Values): Group {
  const parts = Array.isArray(conditions) ? conditions.filter(isValues) : [];
  return { logic: logic === "OR" ? "OR" : "AND", parts };
}

/** Whether a part is a group of its own. */
export function isGroup(part: Values): boolean {
  return "conditions" in part && !("operator" in part);
}

/** A condition with another operator; the right side is removed if the operator has none. */
export function withOperator(condition: Values, operator: string): Values {
  const { rhs, ...rest } = condition;
  if (UNARY.includes(operator)) return { ...rest, operator };
  return rhs === undefined ? { ...rest, operator } : { ...rest, operator, rhs };
}

/** A condition before anything is chosen, and a group with one. */
export const NEW_CONDITION: Values = { lhs: "", operator: "eq", rhs: "" };
export const NEW_GROUP: Values = { logic: "OR", conditions: [NEW_CONDITION] };
