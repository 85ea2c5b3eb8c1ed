import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json/json.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { listBranches } from "./node.ts";
import { switchNode } from "./switch.ts";
import { createNodeCall } from "./test-node-call.ts";

const cases: Json = [
  { value: "DE", handle: "germany" },
  { value: "FR" },
  { value: "AT", handle: "germany" },
  { conditions: [{ lhs: "total", operator: "gt", rhs: 5000 }], values: { total: 6000 }, handle: "large" },
];
const run = (data: { value?: Json; cases?: Json }) =>
  switchNode.run({} as Deps, createNodeCall({ cases, ...data }));
const taken = (handle: string) => ({ kind: "next", output: { body: { case: handle } }, handle });

test("the first matching case is taken", async () => {
  expect(await run({ value: "DE" })).toEqual(taken("germany"));
  expect(await run({ value: "AT" })).toEqual(taken("germany"));
  expect(await run({ value: "FR" })).toEqual(taken("case_2"));
  expect(await run({ value: "US" })).toEqual(taken("large"));
});

test("values are compared as in a rule, and a missing value is null", async () => {
  expect(await run({ value: "5", cases: [{ value: 5 }] })).toEqual(taken("case_1"));
  expect(await run({ cases: [{ value: null, handle: "nothing" }] })).toEqual(taken("nothing"));
});

test("without a matching case, default is taken", async () => {
  expect(await run({ value: "US", cases: [{ value: "DE" }] })).toEqual(taken("default"));
  expect(await run({ value: null, cases: [{ value: "" }] })).toEqual(taken("default"));
});

test("invalid conditions fail, and name the case", async () => {
  expect(await run({ cases: [{ value: 1 }, { conditions: [{ lhs: 1 }] }] })).toMatchObject({
    kind: "fail",
    error: { code: "INVALID_SETTINGS", message: "data.cases.1.conditions.0.operator is required." },
  });
});

test("the branches are those of the cases, each once, and default", () => {
  const handles = (data: { cases: Json } | null) => listBranches(switchNode, data);
  expect(handles({ cases })).toEqual(["germany", "case_2", "large", "default"]);
  expect(handles({ cases: "{{ input.cases }}" })).toEqual(["default"]);
  expect(handles({ cases: [null, 5, { handle: 7 }] })).toEqual(["case_1", "case_2", "case_3", "default"]);
  expect(handles(null)).toEqual(["default"]);
});

test.each<[Json, string | undefined]>([
  [cases, undefined],
  [[{ value: "{{ config.country }}", handle: "home" }], undefined],
  [[{ conditions: "{{ config.filter }}" }], undefined],
  ["{{ input.cases }}", "data.cases must be a literal list, not an expression."],
  [["{{ input.first }}"], "data.cases.0 must be a literal object, not an expression."],
  [[{ value: 1 }, {}], "data.cases.1 must have a value or conditions, and not both."],
  [[{ value: 1, conditions: [] }], "data.cases.0 must have a value or conditions, and not both."],
  [
    [{ value: 1, handle: "error" }],
    'data.cases.0.handle must not be "error", which is the branch of failures.',
  ],
  [[{ value: 1, handle: "{{ input.x }}" }], "data.cases.0.handle must not hold an expression."],
  [[{ conditions: [{ lhs: 1 }] }], "data.cases.0.conditions.0.operator is required."],
])("the cases %j are reported: %j", (given, problem) => {
  expect(switchNode.problem?.({ cases: given })).toBe(problem);
});

test.each<[Json, string]>([
  [[], "data.cases must not be empty."],
  [[{ value: 1, handle: "" }], "data.cases.0.handle"],
  [[{ conditions: [{ operator: "is" }] }], "data.cases.0.conditions.0.operator"],
])("the schema rejects the cases %j", (given, problem) => {
  expect(findSettingsProblem(switchNode.settings, { cases: given })).toContain(problem);
});
