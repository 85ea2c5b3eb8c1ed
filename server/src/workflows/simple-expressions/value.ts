import type { Json } from "../../platform/json.ts";
import type { Roots } from "../definition/expressions.ts";

/** What a part of an expression comes to: JSON, or what JavaScript has beside it (undefined, and numbers such as NaN). */
export type ScriptValue = Json | undefined;
export type Primitive = string | number | boolean | null | undefined;

/** What one evaluation sees, and what it has left to spend. */
export interface EvaluationScope {
  readonly roots: Roots;
  /** Lists that the expression itself made; everything else is part of the roots, and is never changed. */
  readonly made: WeakSet<object>;
  readonly allowance: Allowance;
}

/** How many characters and list items may still be looked at or made. */
export interface Allowance {
  left: number;
}

/** A compiled part of an expression. Throws UNDECIDED where only the sandbox can say. */
export type Compute = (scope: EvaluationScope) => ScriptValue;

/**
 * Thrown where the sandbox must say what an expression comes to: it is outside of the subset, fails, or costs too much.
 * One value for all, since it is caught at once and no one reads where it came from.
 */
export const UNDECIDED = new Error("Only the sandbox can say what this comes to.");

export function requireSandbox(): never {
  throw UNDECIDED;
}

export function isPrimitive(value: ScriptValue): value is Primitive {
  return typeof value !== "object" || value === null;
}

/** Takes what an operation costs. */
export function spendCost(scope: EvaluationScope, cost: number): void {
  scope.allowance.left -= cost;
  if (scope.allowance.left < 0) requireSandbox();
}

/** Takes the length of a text, and nothing for other values. */
export function spendTextCost(scope: EvaluationScope, value: ScriptValue): void {
  if (typeof value === "string") spendCost(scope, value.length);
}

/** The text that JavaScript makes of a value inside a longer one. */
export function toScriptText(scope: EvaluationScope, value: ScriptValue): string {
  if (!isPrimitive(value)) requireSandbox();
  spendTextCost(scope, value);
  return String(value);
}
