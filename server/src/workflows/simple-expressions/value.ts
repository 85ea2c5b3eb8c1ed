import { ExactNumber } from "../../platform/json/exact-number.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Roots } from "../definition/expressions.ts";

/**
 * The value of a part of an expression: JSON, or JavaScript values beyond it (undefined, and numbers such as NaN).
 */
export type ScriptValue = Json | undefined;
export type Primitive = string | number | boolean | null | undefined;

/** The inputs of one evaluation, and its remaining budget. */
export interface EvaluationScope {
  readonly roots: Roots;
  /** Lists that the expression itself created; everything else belongs to the roots and is never changed. */
  readonly made: WeakSet<object>;
  readonly allowance: Allowance;
}

/** How many characters and list items may still be read or created. */
export interface Allowance {
  left: number;
}

/** A compiled part of an expression. Throws UNDECIDED if only the sandbox can decide. */
export type Compute = (scope: EvaluationScope) => ScriptValue;

/**
 * Thrown if the sandbox must evaluate an expression: it is outside the subset, fails, or costs too much. One value
 * for all, because it is caught at once and nobody reads its stack.
 */
export const UNDECIDED = new Error("Only the sandbox can evaluate this.");

export function requireSandbox(): never {
  throw UNDECIDED;
}

export function isPrimitive(value: ScriptValue): value is Primitive {
  return typeof value !== "object" || value === null;
}

/** Whether JavaScript takes the value for true; of an ExactNumber, what the sandbox gets of it. */
export function isTruthy(value: ScriptValue): boolean {
  return Boolean(value instanceof ExactNumber ? Number(value) : value);
}

/** Spends the cost of an operation. */
export function spendCost(scope: EvaluationScope, cost: number): void {
  scope.allowance.left -= cost;
  if (scope.allowance.left < 0) requireSandbox();
}

/** Spends the length of a text, and nothing for other values. */
export function spendTextCost(scope: EvaluationScope, value: ScriptValue): void {
  if (typeof value === "string") spendCost(scope, value.length);
}

/** The text of a value inside a longer text, as JavaScript writes it. */
export function toScriptText(scope: EvaluationScope, value: ScriptValue): string {
  if (!isPrimitive(value)) requireSandbox();
  spendTextCost(scope, value);
  return String(value);
}
