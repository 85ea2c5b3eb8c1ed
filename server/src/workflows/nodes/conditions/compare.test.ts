import { describe, expect, test } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import { isConditionMet, OPERATORS, type Operator, TooManyComparisonsError } from "./compare.ts";

const compare = (lhs: Json | undefined, operator: Operator, rhs: Json = null) =>
  isConditionMet(operator, lhs, rhs, { left: 1_000_000 });

describe("eq", () => {
  test.each<[Json, Json]>([
    [5, 5],
    [5, "5"],
    [" 5.0 ", 5],
    ["1e3", 1000],
    ["a", "a"],
    [true, "true"],
    ["false", false],
    [null, null],
    ["2026-01-31", "2026-01-31T00:00:00Z"],
    ["2026-01-31T10:00:00+01:00", "2026-01-31T09:00:00.000Z"],
    [
      [1, { a: "x" }],
      ["1", { a: "x" }],
    ],
    [
      { a: 1, b: [null] },
      { b: [null], a: 1 },
    ],
  ])("%j equals %j, in both directions", (lhs, rhs) => {
    for (const [a, b] of [
      [lhs, rhs],
      [rhs, lhs],
    ] as const) {
      expect(compare(a, "eq", b)).toBe(true);
      expect(compare(a, "neq", b)).toBe(false);
    }
  });

  test.each<[Json, Json]>([
    ["07", "7"],
    ["a", "A"],
    ["", 0],
    ["", null],
    [0, null],
    [0, false],
    [1, true],
    [false, null],
    ["0x10", 16],
    ["9".repeat(500), 9],
    ["2026-02-31", "2026-03-03"],
    [[], {}],
    [[1], 1],
    [[1, 2], [1]],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [{}, null],
    ["{}", {}],
  ])("%j does not equal %j, in either direction", (lhs, rhs) => {
    for (const [a, b] of [
      [lhs, rhs],
      [rhs, lhs],
    ] as const) {
      expect(compare(a, "eq", b)).toBe(false);
      expect(compare(a, "neq", b)).toBe(true);
    }
  });

  test("properties that every object inherits are not its keys", () => {
    expect(compare({ toString: null }, "eq", { valueOf: null })).toBe(false);
    expect(compare({}, "contains", "toString")).toBe(false);
  });
});

describe("the order", () => {
  test.each<[Json, Json]>([
    [1, 2],
    [-1, "0"],
    ["9", "10"],
    [".5", "1e0"],
    ["2026-01-31", "2026-02-01"],
    ["2026-01-31T10:00:00+02:00", "2026-01-31T09:00:00Z"],
    ["10 apples", "9 apples"],
    ["Z", "a"],
    ["", "a"],
  ])("%j comes before %j", (less, more) => {
    const before = (["lt", "lte", "less_or_equal"] as const).map((operator) => compare(less, operator, more));
    const after = (["gt", "gte", "greater_or_equal"] as const).map((operator) =>
      compare(more, operator, less),
    );
    expect([...before, ...after]).toEqual(Array(6).fill(true));
    expect([compare(less, "gt", more), compare(less, "gte", more)]).toEqual([false, false]);
    expect([compare(more, "lt", less), compare(more, "lte", less)]).toEqual([false, false]);
  });

  test.each<[Json, Json]>([
    [5, "5.0"],
    ["a", "a"],
    ["2026-01-31", "2026-01-31T00:00Z"],
  ])("%j and %j are equal in order", (lhs, rhs) => {
    expect([compare(lhs, "gte", rhs), compare(lhs, "lte", rhs)]).toEqual([true, true]);
    expect([compare(lhs, "gt", rhs), compare(lhs, "lt", rhs)]).toEqual([false, false]);
  });

  test.each<[Json, Json]>([
    [null, null],
    [null, 1],
    [true, false],
    [1, "one"],
    [1_769_817_600_000, "2026-01-31"],
    [[1], [2]],
    [{}, {}],
  ])("%j and %j have no order", (lhs, rhs) => {
    for (const operator of ["gt", "lt", "gte", "lte"] as const)
      expect([compare(lhs, operator, rhs), compare(rhs, operator, lhs)]).toEqual([false, false]);
  });
});

describe("like", () => {
  test.each<[Json, string]>([
    ["anything", "%"],
    ["", "%%"],
    ["", ""],
    ["Müller GmbH", "mül%gmbh"],
    ["abcabd", "%ab_"],
    ["aXbXc", "a%b%c"],
    ["a😀b", "a_b"],
    ["50% off", "50\\% %"],
    ["a_b", "a\\_b"],
    ["a\\", "a\\"],
    ["line\nbreak", "line_break"],
    ["mississippi", "%iss%ppi"],
    [1234, "12%"],
    ["(.*)", "(.*)"],
  ])("%j is like %j", (text, pattern) => {
    expect(compare(text, "like", pattern)).toBe(true);
  });

  test.each<[Json, Json]>([
    ["anything", ""],
    ["", "_"],
    ["abc", "b"],
    ["abc", "a_"],
    ["500 off", "50\\% %"],
    ["axb", "a\\_b"],
    [null, "%"],
    [true, "%"],
    [["a"], "a"],
    ["a", null],
    ["aaa", ".*"],
  ])("%j is not like %j", (text, pattern) => {
    expect(compare(text, "like", pattern)).toBe(false);
  });

  test("many wildcards are cheap, and a pattern that would take forever is abandoned", () => {
    const text = "a".repeat(1_000_000);
    expect(isConditionMet("like", text, `${"%a".repeat(20_000)}%b`, { left: 10_000_000 })).toBe(false);
    const evil = () => isConditionMet("like", text, `%${"a".repeat(50_000)}b`, { left: 10_000_000 });
    expect(evil).toThrow(TooManyComparisonsError);
  });
});

describe("contains", () => {
  test.each<[Json, Json]>([
    ["Hamburg", "burg"],
    ["anything", ""],
    ["room 12", 12],
    [2026, "02"],
    [["a", 5], "5"],
    [[{ id: 1 }], { id: 1 }],
    [
      ["a", "b", "c"],
      ["c", "a"],
    ],
    ["alpha beta", ["beta", "alpha"]],
    [{ vat: null }, "vat"],
    [[null], null],
    [["a"], []],
  ])("%j contains %j", (lhs, rhs) => {
    expect(compare(lhs, "contains", rhs)).toBe(true);
    expect(compare(lhs, "not_contains", rhs)).toBe(false);
  });

  test.each<[Json, Json]>([
    ["Hamburg", "Burg"],
    ["null", null],
    [null, ""],
    [null, "a"],
    [true, "t"],
    [["ab"], "a"],
    [["a"], ["a", "b"]],
    [{ a: "vat" }, "vat"],
  ])("%j does not contain %j", (lhs, rhs) => {
    expect(compare(lhs, "contains", rhs)).toBe(false);
    expect(compare(lhs, "not_contains", rhs)).toBe(true);
  });

  test("searching a long text for many parts is limited", () => {
    const parts = Array.from({ length: 100_000 }, () => "no");
    const all = { left: 10_000_000 };
    expect(() => isConditionMet("not_contains", ["x"], parts, all)).not.toThrow();
    const text = "a".repeat(1_000_000);
    const many = Array.from({ length: 10_000 }, () => "a");
    expect(() => isConditionMet("contains", text, many, { left: 10_000_000 })).toThrow(
      TooManyComparisonsError,
    );
    // This one takes the engine's own search a quarter of a minute.
    const evil = `${"a".repeat(50_000)}b${"a".repeat(50_000)}`;
    expect(() => isConditionMet("contains", text, evil, { left: 10_000_000 })).toThrow(
      TooManyComparisonsError,
    );
  });
});

describe("included_in", () => {
  test.each<[Json, Json]>([
    ["DE", ["AT", "DE"]],
    ["DE", "AT, DE ,CH"],
    [5, "1,5"],
    ["Smith, John", "Smith, John"],
    ["DE", "DE"],
    [
      ["DE", "AT"],
      ["AT", "CH", "DE"],
    ],
    [["DE"], "DE,AT"],
    [[], ["DE"]],
    [null, [null]],
    [7, 7],
  ])("%j is included in %j", (lhs, rhs) => {
    expect(compare(lhs, "included_in", rhs)).toBe(true);
    expect(compare(lhs, "not_included_in", rhs)).toBe(false);
  });

  test.each<[Json, Json]>([
    ["D", ["DE"]],
    ["D", "DE,AT"],
    ["de", "DE"],
    [["DE", "FR"], "DE,AT"],
    [null, ["a"]],
    ["a", null],
    ["a", { a: 1 }],
    ["a", []],
  ])("%j is not included in %j", (lhs, rhs) => {
    expect(compare(lhs, "included_in", rhs)).toBe(false);
    expect(compare(lhs, "not_included_in", rhs)).toBe(true);
  });

  test("two long lists are limited", () => {
    const list = (from: number) => Array.from({ length: 20_000 }, (_, index) => from + index);
    expect(() =>
      isConditionMet("included_in", list(0), [...list(1), ...list(0)], { left: 10_000_000 }),
    ).toThrow(TooManyComparisonsError);
  });
});

test.each<[Json | undefined, string[]]>([
  [undefined, ["is_null", "not_exist"]],
  [null, ["is_null", "exist"]],
  ["", ["not_null", "exist"]],
  [0, ["not_null", "exist"]],
  [[], ["not_null", "exist"]],
])("of the operators without a right side, %j satisfies %j", (lhs, expected) => {
  const all = ["is_null", "not_null", "exist", "not_exist"] as const;
  expect(all.filter((operator) => compare(lhs, operator)).sort()).toEqual(expected.sort());
});

test("start_with and end_with check each end, case-sensitively", () => {
  expect([compare("INV-7", "start_with", "INV-"), compare("INV-7", "end_with", 7)]).toEqual([true, true]);
  expect([compare("INV-7", "start_with", "inv"), compare("INV-7", "end_with", "INV")]).toEqual([
    false,
    false,
  ]);
  expect([compare(null, "start_with", ""), compare(["a"], "end_with", "a")]).toEqual([false, false]);
});

test("the operators are those of the published clients and of workflow rules (platform-surface 3.4)", () => {
  const published =
    "eq neq gt lt gte lte like contains not_contains included_in not_included_in is_null not_null exist not_exist " +
    "start_with end_with greater_or_equal less_or_equal";
  expect([...OPERATORS].sort()).toEqual(published.split(" ").sort());
});
