import { Type } from "typebox";
import { isObject } from "../../platform/json/json.ts";
import {
  CONDITION_DEFINITIONS,
  CONDITION_ERRORS,
  CONDITIONS_NOTES,
  ConditionFields,
  evaluateConditions,
  evaluateOrFail,
  findConditionsProblem,
} from "./conditions/conditions.ts";
import type { NodeType } from "./node.ts";
import { ruleTexts } from "./words/rule.ts";

const Settings = Type.Object(ConditionFields, { $defs: CONDITION_DEFINITIONS });

/** Continues on `true` or `false`, depending on whether its conditions hold. */
export const ruleNode: NodeType = {
  type: "rule",
  texts: ruleTexts,
  icon: "split-two",
  group: "flow",
  description: "Takes the branch `true` if its conditions hold, and `false` if not.",
  settings: Settings,
  problem: ({ conditions }) => findConditionsProblem(conditions, "data.conditions"),
  branches: { true: "the conditions hold", false: "the conditions do not hold" },
  errors: CONDITION_ERRORS,
  fromOutput: (output) =>
    isObject(output.body) && typeof output.body.result === "boolean"
      ? { kind: "next", output, handle: String(output.body.result) }
      : undefined,
  isPure: true,
  run: async (_deps, { data }) =>
    evaluateOrFail((budget) => {
      const result = evaluateConditions(data, "data", budget);
      return { kind: "next", output: { body: { result } }, handle: String(result) };
    }),
  guide: {
    example: {
      id: "large",
      type: "rule",
      data: {
        conditions: [
          { lhs: "{{ input.total }}", operator: "gte", rhs: 1000 },
          {
            logic: "OR",
            conditions: [
              { lhs: "{{ input.country }}", operator: "included_in", rhs: ["DE", "AT"] },
              { lhs: "{{ input.note }}", operator: "like", rhs: "%urgent%" },
            ],
          },
        ],
      },
    },
    output: '`{ "body": { "result": true } }`',
    notes: CONDITIONS_NOTES,
  },
};
