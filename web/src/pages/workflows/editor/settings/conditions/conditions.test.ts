import { expect, test } from "vitest";
import { getGroup, isGroup, NEW_CONDITION, NEW_GROUP, withOperator } from "./conditions.ts";

test("a list with its logic and one group are the same group; invalid conditions are left out", () => {
  const condition = { lhs: "{{ input.a }}", operator: "eq", rhs: 1 };
  expect(getGroup({ conditions: [condition, "x", null] })).toEqual({ logic: "AND", parts: [condition] });
  expect(getGroup({ logic: "OR", conditions: [] })).toEqual({ logic: "OR", parts: [] });
});

test("an operator without a right side removes it", () => {
  expect(withOperator({ lhs: "a", operator: "eq", rhs: 1 }, "is_null")).toEqual({
    lhs: "a",
    operator: "is_null",
  });
  expect(withOperator({ lhs: "a", operator: "eq", rhs: 1 }, "gt")).toEqual({
    lhs: "a",
    operator: "gt",
    rhs: 1,
  });
});

test("conditions and groups are distinguished", () => {
  expect([NEW_CONDITION, NEW_GROUP].map(isGroup)).toEqual([false, true]);
});
