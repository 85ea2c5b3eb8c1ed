import { describe, expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { listDeclaredFields } from "./field.ts";
import { parseFieldValue } from "./field-value.ts";
import type { Fields } from "./graph.ts";

const OPTIONS = [{ name: "One", value: 1 }, { name: "Two", value: "two" }, "three"];

function read(slot: Fields, value: Json): Json | undefined {
  const [field] = listDeclaredFields([{ id: "f", ...slot }]);
  if (!field) throw new Error("The slot declares no field.");
  return parseFieldValue(field, value, "fields");
}

describe("values that match their field type (platform-surface 3.2)", () => {
  const group: Json = {
    logic: "AND",
    conditions: [
      { lhs: "country", operator: "eq", rhs: "DE", type: "text" },
      { logic: "OR", conditions: [{ lhs: "total", operator: "is_null" }] },
    ],
  };
  const mapping = { lhs: { name: "Ours", options: ["a"] }, rhs: { name: "Theirs", options: OPTIONS } };
  test.each<[string, Fields, Json, Json | undefined]>([
    ["a text", { field_type: "text" }, "x", "x"],
    ["an empty text", { field_type: "text" }, "", ""],
    ["a text field when nothing else is said", {}, "x", "x"],
    ["a number", { field_type: "number" }, 4.5, 4.5],
    ["a number that a form sent as text", { field_type: "number" }, "4.5", 4.5],
    ["an empty form field", { field_type: "number" }, "", undefined],
    ["null, which unsets", { field_type: "select" }, null, undefined],
    ["an email address", { field_type: "email" }, "a@example.com", "a@example.com"],
    ["an address", { field_type: "url" }, "https://example.com/a", "https://example.com/a"],
    ["a date", { field_type: "date" }, "2026-02-28", "2026-02-28"],
    ["a date with a time", { field_type: "date" }, "2026-02-28T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
    ["any JSON", { field_type: "json" }, { a: [1] }, { a: [1] }],
    ["an option", { field_type: "select", options: OPTIONS }, "two", "two"],
    ["an option that a form sent as text", { field_type: "select", options: OPTIONS }, "1", 1],
    ["an option that is a plain text", { field_type: "select", options: OPTIONS }, "three", "three"],
    ["any choice without options", { field_type: "select" }, "later", "later"],
    ["several options", { field_type: "select", options: OPTIONS, multiple: true }, ["two", 1], ["two", 1]],
    [
      "an option that is chosen twice",
      { field_type: "select", options: OPTIONS, multiple: true },
      [1, "1"],
      [1],
    ],
    ["a map", { field_type: "map", options: OPTIONS }, { l1: "1", l2: "" }, { l1: 1 }],
    ["a map of many", { field_type: "map", options: OPTIONS, multiple: true }, { l1: [1] }, { l1: [1] }],
    ["a mapping", { field_type: "map_v2", mapping }, { a: "two" }, { a: "two" }],
    ["rules", { field_type: "rule_engine" }, group, group],
    ["a type of its own", { field_type: "color-wheel" }, { hue: 3 }, { hue: 3 }],
  ])("%s", (_name, slot, value, stored) => {
    expect(read(slot, value)).toEqual(stored);
  });
});

describe("values that do not match are rejected with a sentence", () => {
  const mapping = { lhs: { name: "Ours", options: ["a"] }, rhs: { name: "Theirs", options: OPTIONS } };
  test.each<[Fields, Json, string]>([
    [{ field_type: "text" }, 5, "fields.f must be text."],
    [{ field_type: "number" }, "four", "fields.f must be a number."],
    [{ field_type: "number" }, true, "fields.f must be a number."],
    [{ field_type: "email" }, "nobody", "fields.f must be an email address."],
    [{ field_type: "url" }, "javascript:alert(1)", "fields.f must be an http or https address."],
    [{ field_type: "date" }, "2026-02-31", "fields.f must be a date such as 2026-01-31."],
    [{ field_type: "select", options: OPTIONS }, "four", "fields.f must be one of its options."],
    [{ field_type: "select", options: OPTIONS }, ["two"], "fields.f must be one of its options."],
    [
      { field_type: "select", options: OPTIONS, multiple: true },
      "two",
      "fields.f must be a list, each item one of its options.",
    ],
    [
      { field_type: "map", options: OPTIONS },
      { l1: "four" },
      'fields.f.l1 "four" is not one of 1, two, three.',
    ],
    [{ field_type: "map_v2", mapping }, { b: "two" }, 'fields.f "b" is not one of a.'],
    [{ field_type: "map", options: OPTIONS, multiple: true }, { l1: 1 }, "fields.f.l1 must be a list."],
    [{ field_type: "map", options: OPTIONS }, { l1: [1] }, "fields.f.l1 must be a single value."],
    [{ field_type: "map" }, "x", "fields.f must be an object of label values and options."],
    [{ field_type: "rule_engine" }, { logic: "XOR", conditions: [] }, "fields.f.logic must be AND or OR."],
    [{ field_type: "rule_engine" }, { logic: "OR" }, "fields.f.conditions must be a list."],
    [
      { field_type: "rule_engine" },
      [],
      "fields.f must be an object with logic (AND or OR) and conditions of lhs, operator and rhs.",
    ],
  ])("%j given %j", (slot, value, message) => {
    expect(() => read(slot, value)).toThrow(message);
  });
});

describe("values of declared maps and rules", () => {
  const labels = [{ name: "One", value: 1 }, "two"];
  const rule_columns = {
    lhs: { options: ["country", "total"] },
    operator: { options: ["is", "isnt"], by_lhs: { total: { options: ["above"] } } },
    rhs: { by_lhs: { country: { options: ["DE", "FR"] } } },
  };
  const rules = (condition: Json, more: Fields = {}) =>
    read(
      { field_type: "rule_engine", rule_columns: { ...rule_columns, ...more } },
      { logic: "OR", conditions: [condition] },
    );

  test("a map's rows are its labels, and those stored before", () => {
    const [field] = listDeclaredFields([{ id: "f", field_type: "map", labels }]);
    if (!field) throw new Error("The slot declares no field.");
    expect(parseFieldValue(field, { 1: "a", two: "b" }, "fields")).toEqual({ 1: "a", two: "b" });
    expect(() => parseFieldValue(field, { three: "c" }, "fields")).toThrow(
      'fields.f "three" is not one of 1, two.',
    );
    expect(parseFieldValue(field, { three: "c" }, "fields", { three: "old" })).toEqual({ three: "c" });
  });

  test.each<[string, Json]>([
    ["choices for its left side", { lhs: "country", operator: "isnt", rhs: "DE" }],
    ["several of them", { lhs: "country", operator: "is", rhs: ["DE", "FR"] }],
    ["a free right side", { lhs: "total", operator: "above", rhs: 100 }],
    ["a right side that is not filled in yet", { lhs: "country", operator: "is", rhs: "" }],
  ])("a condition may have %s", (_name, condition) => {
    expect(rules(condition)).toEqual({ logic: "OR", conditions: [condition] });
  });

  test.each<[Json, string]>([
    [{ lhs: "city", operator: "is", rhs: "DE" }, '.lhs "city" is not one of country, total.'],
    [{ lhs: "country", operator: "above", rhs: "DE" }, '.operator "above" is not one of is, isnt.'],
    [{ lhs: "country", operator: "is", rhs: "US" }, '.rhs "US" is not one of DE, FR.'],
    [{ lhs: "country", operator: "is", rhs: ["DE", "US"] }, '.rhs "US" is not one of DE, FR.'],
    [{ lhs: "country", operator: "is", rhs: { a: 1 } }, ".rhs must be a single value or a list."],
    [{ lhs: "total", operator: "is", rhs: 1 }, '.operator "is" is not one of above.'],
    [{ operator: "is", rhs: "DE" }, ".lhs must be text."],
    [
      { logic: "OR", conditions: [{ lhs: "city", operator: "is", rhs: "x" }] },
      '.conditions[0].lhs "city" is not one of country, total.',
    ],
    [{ logic: "NOT", conditions: [] }, ".logic must be AND or OR."],
    ["text", " must be an object of lhs, operator and rhs."],
  ])("%j is not a condition, and the reason is given", (condition, problem) => {
    expect(() => rules(condition)).toThrow(`fields.f.conditions[0]${problem}`);
  });

  test("without declared operators the known ones are allowed, and code may add others", () => {
    const plain = (condition: Json, more: Fields = {}) =>
      read({ field_type: "rule_engine", ...more }, { logic: "AND", conditions: [condition] });
    expect(plain({ lhs: "x", operator: "start_with", rhs: "a" })).toBeDefined();
    expect(() => plain({ lhs: "x", operator: "resembles", rhs: "a" })).toThrow(
      'fields.f.conditions[0].operator "resembles" is not one of eq, neq, start_with',
    );
    expect(() => plain({ lhs: "x", operator: "eq" })).toThrow("fields.f.conditions[0].rhs is missing.");
    const more = { rule_columns: { conditional_code: "return {}" } };
    expect(plain({ lhs: "x", operator: "resembles", rhs: "a" }, more)).toBeDefined();
  });

  test("at most 500 conditions are allowed", () => {
    const group = (count: number): Json => ({
      logic: "AND",
      conditions: Array.from({ length: count }, () => ({ lhs: "x", operator: "not_null" })),
    });
    expect(read({ field_type: "rule_engine" }, group(500))).toBeDefined();
    expect(() => read({ field_type: "rule_engine" }, group(501))).toThrow("more than 500");
  });
});
