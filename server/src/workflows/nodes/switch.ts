import { type Static, Type } from "typebox";
import { isObject, type Json } from "../../platform/json/json.ts";
import type { Fields } from "../definition/graph.ts";
import { type ComparisonBudget, isEqual } from "./conditions/compare.ts";
import {
  CONDITION_DEFINITIONS,
  CONDITION_ERRORS,
  ConditionFields,
  ConditionValues,
  evaluateConditions,
  evaluateOrFail,
  findConditionsProblem,
} from "./conditions/conditions.ts";
import { getBranchName, type NodeType } from "./node.ts";
import { switchTexts } from "./words/switch.ts";

const DEFAULT = "default";
const MAX_CASES = 100;

const Case = Type.Object({
  value: Type.Optional(
    Type.Unknown({ description: "Matches if it equals the node's `value`, as `eq` of a rule compares." }),
  ),
  conditions: Type.Optional(
    Type.Unsafe<Json>({
      ...ConditionFields.conditions,
      description: "Conditions instead of `value`; see [`rule`](#rule).",
    }),
  ),
  logic: ConditionFields.logic,
  values: ConditionValues("The record that the paths of `conditions` refer to; `null` is an empty record."),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "Name of the branch; by default `case_1`, `case_2`, … by position. Cases may share a branch.",
    }),
  ),
});
type Case = Static<typeof Case>;

const Settings = Type.Object(
  {
    value: Type.Optional(Type.Unknown({ description: "The value to compare with the cases." })),
    cases: Type.Array(Case, {
      minItems: 1,
      maxItems: MAX_CASES,
      description: "Tried in order; each has a `value`, or `conditions` like a rule.",
    }),
  },
  { $defs: CONDITION_DEFINITIONS },
);

/** Continues on the branch of the first matching case, or on `default`. */
export const switchNode: NodeType = {
  type: "switch",
  texts: switchTexts,
  icon: "split",
  group: "flow",
  description: "Takes the branch of the first case that matches, or `default`.",
  settings: Settings,
  problem: ({ cases }) => casesProblem(cases),
  errors: CONDITION_ERRORS,
  branches: { [DEFAULT]: "no case matches" },
  branchesFrom: {
    list: "cases",
    name: "a case's `handle`, or `case_1`, `case_2`, …",
    when: "the case is the first that matches",
  },
  fromOutput: (output) =>
    isObject(output.body) && typeof output.body.case === "string"
      ? { kind: "next", output, handle: output.body.case }
      : undefined,
  isPure: true,
  run: async (_deps, { data }) =>
    evaluateOrFail((budget) => {
      const { value = null, cases } = data as Fields & Static<typeof Settings>;
      const fits = (one: Case, index: number) =>
        caseFits(one, value as Json, { at: `data.cases.${index}`, budget });
      const index = cases.findIndex(fits);
      const handle = index < 0 ? DEFAULT : getBranchName(cases[index], index);
      return { kind: "next", output: { body: { case: handle } }, handle };
    }),
  guide: {
    example: {
      id: "by_country",
      type: "switch",
      data: {
        value: "{{ input.country }}",
        cases: [
          { value: "DE", handle: "germany" },
          { value: "FR" },
          { conditions: [{ lhs: "{{ input.total }}", operator: "gt", rhs: 5000 }], handle: "large" },
        ],
      },
    },
    output: '`{ "body": { "case": "germany" } }`, the name of the branch taken',
    notes:
      "The example has the branches `germany`, `case_2`, `large` and `default`. Branches must be known when the workflow is published, so an expression cannot produce the list of cases or a `handle`; all other values may contain expressions. Conditions are those of [`rule`](#rule).",
  },
};

function caseFits(one: Case, value: Json, { at, budget }: { at: string; budget: ComparisonBudget }): boolean {
  if (one.conditions !== undefined) return evaluateConditions(one, at, budget);
  return isEqual(value, (one.value ?? null) as Json, budget);
}

function casesProblem(cases: Json | undefined): string | undefined {
  if (typeof cases === "string") return "data.cases must be a literal list, not an expression.";
  if (!Array.isArray(cases)) return undefined;
  for (const [index, one] of cases.entries()) {
    const at = `data.cases.${index}`;
    if (!isObject(one)) return `${at} must be a literal object, not an expression.`;
    if (one.handle === "error") return `${at}.handle must not be "error", which is the branch of failures.`;
    if (String(one.handle).includes("{{")) return `${at}.handle must not hold an expression.`;
    if ("value" in one === "conditions" in one) return `${at} must have a value or conditions, and not both.`;
    const problem = findConditionsProblem(one.conditions, `${at}.conditions`);
    if (problem) return problem;
  }
  return undefined;
}
