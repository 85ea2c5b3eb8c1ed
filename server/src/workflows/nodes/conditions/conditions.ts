import { Type } from "typebox";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { createFailure } from "../failure.ts";
import type { NextOutcome, NodeOutcome } from "../node.ts";
import {
  type ComparisonBudget,
  isConditionMet,
  OPERATORS,
  type Operator,
  TooManyComparisonsError,
} from "./compare.ts";

const LOGIC = ["AND", "OR"] as const;
const MAX_STEPS = 10_000_000;

const Part = {
  type: "object",
  properties: {
    lhs: { description: "The value to compare; with `values`, its path there." },
    operator: { type: "string", enum: OPERATORS },
    rhs: { description: "The value to compare with." },
    logic: { type: "string", enum: LOGIC },
    conditions: { type: "array", items: { $ref: "#/$defs/Condition" } },
  },
};

/** Definitions that a settings schema with `ConditionFields` needs. */
export const CONDITION_DEFINITIONS = { Condition: Part };

/**
 * Settings of nodes with conditions: the form in which a `rule_engine` field is stored, or its list alone
 * (platform-surface 3.2).
 */
export const ConditionFields = {
  conditions: Type.Unsafe<Json>({
    type: ["array", "object"],
    items: { $ref: "#/$defs/Condition" },
    properties: Part.properties,
    description:
      "A list of conditions `{lhs, operator, rhs}` and groups `{logic, conditions}`, or one group. The value of a `rule_engine` field has this form. An empty group holds.",
  }),
  logic: Type.Optional(
    Type.Enum(LOGIC, {
      default: "AND",
      description: "Whether all conditions of the list must hold, or at least one.",
    }),
  ),
  values: ConditionValues(
    "If set, conditions look up their `lhs` in this record, as a path (`total`, `customer.country`, `lines.0.sku`). Use it to apply a customer's `rule_engine` field to a record. `null` is an empty record.",
  ),
};

/** The record that paths refer to. If null were left out, the paths themselves would be compared. */
export function ConditionValues(description: string) {
  return Type.Optional(Type.Unsafe<Json>({ type: ["object", "array", "null"], description }));
}

/** Conditions of a node, with all expressions evaluated. */
export interface Conditions {
  readonly conditions?: Json;
  readonly logic?: string;
  readonly values?: Json;
}

/** The errors of nodes with conditions. */
export const CONDITION_ERRORS = { TOO_COMPLEX: true } as const;

/** The outcome of a node with conditions; evaluating all of them takes a fraction of a second, or fails. */
export function evaluateOrFail(decision: (budget: ComparisonBudget) => NextOutcome): NodeOutcome {
  try {
    return decision({ left: MAX_STEPS });
  } catch (error) {
    if (error instanceof ConditionError) return createFailure("INVALID_SETTINGS", error.message);
    if (!(error instanceof TooManyComparisonsError)) throw error;
    return createFailure("TOO_COMPLEX", `${error.message} Shorten the patterns of like, or the lists.`);
  }
}

/** Whether the conditions hold; `at` is their path. Throws what `evaluateOrFail` catches. */
export function evaluateConditions(
  { conditions = null, logic, values }: Conditions,
  at: string,
  budget: ComparisonBudget,
): boolean {
  const place = { at: `${at}.conditions`, values, budget };
  // An error must not stay hidden until earlier conditions let it be reached.
  const problem = findConditionsProblem(conditions, place.at);
  if (problem) throw new ConditionError(problem);
  return Array.isArray(conditions) ? decideList(conditions, logic, place) : decidePart(conditions, place);
}

/**
 * The condition that has neither an operator nor a group, besides what the schema finds; it may still contain
 * expressions.
 */
export function findConditionsProblem(conditions: Json | undefined, at: string): string | undefined {
  if (conditions === undefined) return undefined;
  if (!Array.isArray(conditions)) return partProblem(conditions, at);
  for (const [index, part] of conditions.entries()) {
    const problem = partProblem(part, `${at}.${index}`);
    if (problem) return problem;
  }
  return undefined;
}

function partProblem(part: Json, at: string): string | undefined {
  if (!isObject(part) || "operator" in part) return undefined;
  if ("conditions" in part) return findConditionsProblem(part.conditions, `${at}.conditions`);
  return `${at}.operator is required.`;
}

class ConditionError extends Error {
  override readonly name = "ConditionError";
}

interface ConditionContext {
  readonly at: string;
  readonly values: Json | undefined;
  readonly budget: ComparisonBudget;
}

function decideList(conditions: readonly Json[], logic: Json | undefined, place: ConditionContext): boolean {
  // An empty group demands nothing: a customer who empties an OR group means "no filter", not "nothing at all".
  if (conditions.length === 0) return true;
  const decideItem = (item: Json, index: number) =>
    decidePart(item, { ...place, at: `${place.at}.${index}` });
  return logic === "OR" ? conditions.some(decideItem) : conditions.every(decideItem);
}

function decidePart(part: Json, place: ConditionContext): boolean {
  if (!isObject(part)) throw new ConditionError(`${place.at} must be an object of lhs, operator and rhs.`);
  const { lhs = null, operator, rhs = null, logic, conditions } = part;
  if (Array.isArray(conditions))
    return decideList(conditions, logic, { ...place, at: `${place.at}.conditions` });
  if (!isOperator(operator))
    throw new ConditionError(`${place.at}.operator must be one of ${OPERATORS.join(", ")}.`);
  return isConditionMet(operator, leftSide(lhs, place.values), rhs, place.budget);
}

/** The value of a left side, undefined if it does not exist: an expression without a value evaluates to null. */
function leftSide(lhs: Json, values: Json | undefined): Json | undefined {
  if (values === undefined || typeof lhs !== "string") return lhs ?? undefined;
  if (isObject(values) && Object.hasOwn(values, lhs)) return values[lhs];
  let value: Json | undefined = values;
  for (const step of lhs.split(".")) {
    if (!(Array.isArray(value) || isObject(value)) || !Object.hasOwn(value, step)) return undefined;
    value = Array.isArray(value) ? value[Number(step)] : value[step];
  }
  return value;
}

function isOperator(value: Json | undefined): value is Operator {
  return OPERATORS.some((operator) => operator === value);
}

/** How conditions are read, for docs/nodes.md. */
export const CONDITIONS_NOTES = `A condition is \`{ "lhs", "operator", "rhs" }\`. Groups \`{ "logic": "AND" | "OR", "conditions": [ … ] }\` nest to any depth; an empty group holds.

| Operator | Holds if |
| --- | --- |
| \`eq\`, \`neq\` | lhs and rhs are equal, or not equal |
| \`gt\`, \`lt\`, \`gte\`, \`lte\` | lhs is greater, less, greater or equal, less or equal; \`greater_or_equal\` and \`less_or_equal\` are aliases of the last two |
| \`like\` | lhs matches the SQL pattern rhs, ignoring case: \`%\` matches any characters, \`_\` one character, and \`\\\` escapes the next |
| \`start_with\`, \`end_with\` | lhs is text that starts, or ends, with rhs |
| \`contains\`, \`not_contains\` | lhs contains rhs as a substring, a list item or an object key, or not; if rhs is a list, each of its items |
| \`included_in\`, \`not_included_in\` | lhs is an item of the list rhs, or one of the comma-separated values of the text rhs, or not; if lhs is a list, each of its items |
| \`is_null\`, \`not_null\` | lhs is \`null\` or missing, or neither |
| \`exist\`, \`not_exist\` | with \`values\`: the path lhs exists (a \`null\` counts), or not. Without: the same as \`not_null\` and \`is_null\`, because an expression without a value is \`null\` |

| Values | Comparison |
| --- | --- |
| Numbers | Numeric text counts as a number next to a number, and in order comparisons also next to other numeric text: \`"10"\` is greater than \`"9"\`, but \`"07"\` does not equal \`"7"\` |
| Dates | Two ISO 8601 texts, dates or date-times, compare as moments; UTC if they have no zone |
| Other text | By character code, case-sensitive (except \`like\`) |
| Booleans | Equal to the texts \`"true"\` and \`"false"\`; no order |
| Lists and objects | Deep equality, regardless of key order; no order |
| \`null\` | Equals only \`null\`; no order, so \`gt\` and the like do not hold. \`neq\` and the \`not_…\` operators hold whenever their opposites do not |

To apply a customer's \`rule_engine\` field, whose left sides are names, pass the record as \`values\`:

\`\`\`json
{ "id": "wanted", "type": "rule", "data": { "conditions": "{{ config.filter }}", "values": "{{ input.order }}" } }
\`\`\`

Until the customer has set the field, it is \`null\`, which is an error; \`{{ config.filter ?? [] }}\` accepts every record instead. A record that is \`null\` or missing counts as empty.`;
