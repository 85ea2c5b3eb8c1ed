import { afterAll, describe, expect, test } from "vitest";
import { measureCpu } from "../../../../test/cpu-time.ts";
import type { Json } from "../../../platform/json/json.ts";
import { createSandbox } from "../../../platform/sandbox/sandbox.ts";
import type { Fields } from "../../definition/graph.ts";
import { render } from "../../definition/render.ts";
import { findSettingsProblem } from "../../validation/validate.ts";
import { listBranches } from "../node.ts";
import { ruleNode } from "../rule.ts";
import { createNodeCall } from "../test-node-call.ts";
import { evaluateConditions, evaluateOrFail, findConditionsProblem } from "./conditions.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const order: Fields = {
  total: 1200,
  customer: { country: "DE", note: null },
  lines: [{ sku: "A-1" }],
  "a.b": "dotted",
};
const result = (conditions: Json, more: { logic?: string; values?: Json } = {}) =>
  evaluateConditions({ conditions, ...more }, "data", { left: 1000 });

describe("groups", () => {
  const yes = { lhs: 1, operator: "eq", rhs: 1 };
  const no = { lhs: 1, operator: "eq", rhs: 2 };

  test.each<[Json, boolean]>([
    [[yes, yes], true],
    [[yes, no], false],
    [{ logic: "AND", conditions: [yes, no] }, false],
    [{ logic: "OR", conditions: [no, yes] }, true],
    [{ logic: "OR", conditions: [no, no] }, false],
    [{ conditions: [yes, no] }, false],
    [[yes, { logic: "OR", conditions: [no, { logic: "AND", conditions: [yes, yes] }] }], true],
    [{ logic: "OR", conditions: [no, { logic: "AND", conditions: [yes, no] }] }, false],
    [yes, true],
    [[], true],
    [{ logic: "OR", conditions: [] }, true],
    [[{ logic: "OR", conditions: [] }, no], false],
  ])("%j evaluates to %j", (conditions, expected) => {
    expect(result(conditions)).toBe(expected);
  });

  test("a list uses the logic beside it, a group its own", () => {
    expect(result([no, yes], { logic: "OR" })).toBe(true);
    expect(result({ conditions: [no, yes] }, { logic: "OR" })).toBe(false);
  });
});

describe("left sides", () => {
  test.each<[string, string, Json, boolean]>([
    ["total", "gt", 1000, true],
    ["customer.country", "eq", "DE", true],
    ["lines.0.sku", "eq", "A-1", true],
    ["a.b", "eq", "dotted", true],
    ["customer.note", "exist", null, true],
    ["customer.note", "is_null", null, true],
    ["customer.vat", "exist", null, false],
    ["customer.vat", "is_null", null, true],
    ["customer.vat.id", "not_exist", null, true],
    ["lines.1", "exist", null, false],
    ["lines.length", "exist", null, false],
    ["total.toFixed", "exist", null, false],
    ["constructor", "exist", null, false],
    ["", "exist", null, false],
  ])("with values, %s %s %j is %j", (lhs, operator, rhs, expected) => {
    expect(result([{ lhs, operator, rhs }], { values: order })).toBe(expected);
  });

  test("without values are the values themselves, and missing ones do not exist", () => {
    expect(result([{ lhs: "total", operator: "eq", rhs: "total" }])).toBe(true);
    expect(result([{ operator: "not_exist" }, { lhs: null, operator: "not_exist" }])).toBe(true);
    expect(result([{ lhs: "", operator: "exist" }])).toBe(true);
  });

  test("a customer's rule_engine field is applied to a record as stored", async () => {
    const filter: Fields = {
      logic: "AND",
      conditions: [
        { lhs: "customer.country", operator: "included_in", rhs: ["DE", "AT"], type: "select" },
        { logic: "OR", conditions: [{ lhs: "total", operator: "greater_or_equal", rhs: "1000" }] },
      ],
    };
    const roots = { ...createNodeCall({}).roots, input: { order }, config: { filter } };
    const { value } = await render(
      { conditions: "{{ config.filter }}", values: "{{ input.order }}" },
      roots,
      { sandbox },
    );
    expect(findSettingsProblem(ruleNode.settings, value as Fields)).toBeUndefined();
    const outcome = await ruleNode.run({} as never, createNodeCall(value as Fields));
    expect(outcome).toEqual({ kind: "next", output: { body: { result: true } }, handle: "true" });
  });
});

test.each<[Json, string]>([
  [[{ lhs: 1, operator: "eq" }, { lhs: 1 }], "data.conditions.1.operator"],
  [[{ lhs: 1, operator: "is" }], "data.conditions.0.operator must be one of eq, neq"],
  [[{ conditions: [{ operator: null }] }], "data.conditions.0.conditions.0.operator"],
  [{ conditions: [1] }, "data.conditions.conditions.0 must be an object"],
  ["text", "data.conditions must be an object"],
  [null, "data.conditions must be an object"],
])("%j fails and names the position", (conditions, message) => {
  const outcome = evaluateOrFail((budget) => {
    evaluateConditions({ conditions }, "data", budget);
    return { kind: "next", output: null };
  });
  expect(outcome).toMatchObject({
    kind: "fail",
    error: { code: "INVALID_SETTINGS", message: expect.stringContaining(message) },
    mayRetry: false,
  });
});

test.each<[Json, string | undefined]>([
  [[{ lhs: 1 }], "data.conditions.0.operator is required."],
  [
    [{ conditions: [{ lhs: 1, operator: "eq" }, {}] }],
    "data.conditions.0.conditions.1.operator is required.",
  ],
  [{ logic: "OR" }, "data.conditions.operator is required."],
  ["{{ config.filter }}", undefined],
  [["{{ config.condition }}"], undefined],
  [[{ conditions: "{{ config.list }}" }], undefined],
])("before running, %j lacks %j", (conditions, problem) => {
  expect(findConditionsProblem(conditions, "data.conditions")).toBe(problem);
  expect(ruleNode.problem?.({ conditions })).toBe(problem);
});

test.each<[Json, string]>([
  [[{ lhs: 1, operator: "is" }], "data.conditions.0.operator"],
  [
    [{ conditions: [{ conditions: [{ operator: 5 }] }] }],
    "data.conditions.0.conditions.0.conditions.0.operator",
  ],
  [{ logic: "XOR", conditions: [] }, "data.conditions.logic"],
  [[{ logic: "and", conditions: [] }], "data.conditions.0.logic"],
  [5, "data.conditions"],
])("the schema reports errors in %j, at any depth", (conditions, place) => {
  expect(findSettingsProblem(ruleNode.settings, { conditions })).toMatch(new RegExp(`^${place} `));
});

test("conditions of any kind that would take forever fail", async () => {
  const text = "a".repeat(100_000);
  const conditions = Array.from({ length: 500 }, () => ({
    lhs: text,
    operator: "not_contains",
    rhs: `${text}b`,
  }));
  const cpuMs = measureCpu();
  expect(await ruleNode.run({} as never, createNodeCall({ conditions }))).toMatchObject({
    kind: "fail",
    error: { code: "TOO_COMPLEX", message: expect.stringContaining("too many comparisons") },
    mayRetry: false,
  });
  expect(cpuMs()).toBeLessThan(5000);
});

test("a rule takes one branch or the other", async () => {
  const run = (lhs: Json) =>
    ruleNode.run({} as never, createNodeCall({ conditions: [{ lhs, operator: "gt", rhs: 10 }] }));
  expect(await run(11)).toEqual({ kind: "next", output: { body: { result: true } }, handle: "true" });
  expect(await run(9)).toEqual({ kind: "next", output: { body: { result: false } }, handle: "false" });
  expect(listBranches(ruleNode, null)).toEqual(["true", "false"]);
});
