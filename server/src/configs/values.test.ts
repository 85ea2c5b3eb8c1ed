import { describe, expect, test } from "vitest";
import { listDeclaredFields } from "../workflows/definition/field.ts";
import { getEffectiveValues } from "../workflows/definition/stored-values.ts";
import { mergeValues } from "./values.ts";

describe("values of a config", () => {
  const declared = listDeclaredFields([{ id: "a" }, { id: "n", field_type: "number", defaultValue: 3 }]);

  test("given values are set, null unsets, others stay", () => {
    expect(mergeValues(declared, { a: "x", n: 1 }, { n: "2" }, "fields")).toEqual({ a: "x", n: 2 });
    expect(mergeValues(declared, { a: "x", n: 1 }, { a: null }, "fields")).toEqual({ n: 1 });
  });

  test("if fields are declared, other names are rejected; otherwise any name can be set", () => {
    expect(() => mergeValues(declared, {}, { b: 1 }, "fields")).toThrow(
      "fields.b is not a field here; the fields are a, n.",
    );
    expect(mergeValues([], {}, { b: [1], constructor: 2 }, "fields")).toEqual({ b: [1], constructor: 2 });
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, index]));
    expect(() => mergeValues([], {}, many, "fields")).toThrow("fields must have at most 200 fields.");
  });

  test("a run gets stored values, and defaults for declared fields without one", () => {
    expect(getEffectiveValues(declared, { a: "x", gone: 1 })).toEqual({ a: "x", n: 3 });
    expect(getEffectiveValues([], { b: 1 })).toEqual({ b: 1 });
  });

  test("slots without id and name are ignored; a name can replace the id", () => {
    expect(listDeclaredFields([{}, { name: "Channel" }, { id: "x", required: true }])).toMatchObject([
      { id: "Channel", name: "Channel", field_type: "text", required: false, labels: [] },
      { id: "x", name: "x", required: true },
    ]);
  });
});
