import { describe, expect, test } from "vitest";
import type { ConfigField } from "./config.ts";
import { type ControlValue, getChoices, getGiven, getHeld, getKind, getLeft } from "./control.ts";

const field = (members: Partial<ConfigField>): ConfigField => ({
  id: "a",
  name: "A",
  field_type: "text",
  required: false,
  labels: [],
  ...members,
});
const OPTIONS = [
  { name: "One", value: 1 },
  { name: "Two", value: "two" },
];
const MAPPING = { lhs: { options: ["email"] }, rhs: { options: ["Email", "Phone"] } };

describe("field inputs", () => {
  test.each([
    ["text", {}, "text"],
    ["number", {}, "text"],
    ["text", { multiple: true }, "lines"],
    ["select", { options: OPTIONS }, "select"],
    ["select", { options: OPTIONS, multiple: true }, "list"],
    ["select", {}, "text"],
    ["password", { options: OPTIONS }, "password"],
    ["checkbox", {}, "check"],
    ["map", { labels: [{ name: "New", value: "new" }] }, "pairs"],
    ["map", {}, "json"],
    ["map_v2", { mapping: MAPPING }, "pairs"],
    ["rule_engine", { options: OPTIONS }, "json"],
    ["something", { value: { a: 1 } }, "json"],
    ["something", {}, "text"],
  ] as const)("%s %j is filled in as %3$s", (field_type, members, kind) => {
    expect(getKind(field({ field_type, ...members } as Partial<ConfigField>))).toBe(kind);
  });

  test.each([
    [{ field_type: "select", options: OPTIONS, value: 1 }, "1", 1],
    [{ field_type: "select", options: OPTIONS, multiple: true, value: ["two", 1] }, ["two", "1"], ["two", 1]],
    [{ field_type: "text", multiple: true, value: ["a", "b"] }, ["a", "b"], ["a", "b"]],
    [{ field_type: "toggle", value: "true" }, true, true],
    [{ field_type: "json", value: { a: [1] } }, '{\n  "a": [\n    1\n  ]\n}', { a: [1] }],
    [
      { field_type: "map_v2", mapping: MAPPING, value: { email: "Phone" } },
      { email: "Phone" },
      { email: "Phone" },
    ],
    [{ field_type: "number", value: 5 }, "5", "5"],
    [{ field_type: "password", value: "********" }, "", undefined],
  ] as const)("%j is shown, and returned unchanged", (members, held, given) => {
    const one = field(members as unknown as Partial<ConfigField>);
    expect(getHeld(one)).toEqual(held);
    expect(getGiven(one, held as ControlValue)).toEqual(given);
  });

  test.each(["text", "number", "json", "select"])("an empty %s unsets it", (field_type) => {
    expect(getGiven(field({ field_type }), " ")).toBeNull();
  });

  test("a chosen value stays an option, even if the list omits it; an empty one is none", () => {
    expect(getChoices(field({ options: OPTIONS, value: "" }))).toHaveLength(2);
    expect(getChoices(field({ options: OPTIONS, value: "gone" })).map(({ value }) => value)).toEqual([
      "1",
      "two",
      "gone",
    ]);
  });

  test("a map's rows are its labels, or the left side of its mapping", () => {
    expect(getLeft(field({ field_type: "map", labels: [{ name: "New", value: 1 }] }))).toEqual([
      { label: "New", value: "1" },
    ]);
    expect(getLeft(field({ field_type: "map_v2", mapping: MAPPING }))).toEqual([
      { label: "email", value: "email" },
    ]);
  });
});
