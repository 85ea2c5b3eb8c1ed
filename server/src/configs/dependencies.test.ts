import { expect, test } from "vitest";
import { listDeclaredFields } from "../workflows/definition/field.ts";
import { type FieldValues, getEffectiveValues } from "../workflows/definition/stored-values.ts";
import { removeStaleChildren } from "./dependencies.ts";
import { mergeValues } from "./values.ts";

const SOURCE = { type: "options", list: "lists" };
const FIELDS = listDeclaredFields([
  { id: "leaf", parent: "list", data_source: SOURCE },
  { id: "list", parent: "board", data_source: SOURCE },
  { id: "board" },
  { id: "color", field_type: "select", options: ["red"], parent: "board", defaultValue: "red" },
]);
const STORED = { board: "7", list: "l", leaf: "x", color: "red" };

function change(given: FieldValues, stored: FieldValues = STORED): FieldValues {
  const merged = mergeValues(FIELDS, stored, given, "fields");
  return removeStaleChildren(FIELDS, { stored, merged, given }, "fields");
}

test("changing the parent's value unsets the fields that depend on it, at every level", () => {
  expect(change({ board: "8" })).toEqual({ board: "8", color: "red" });
  expect(change({ list: "m" })).toEqual({ board: "7", list: "m", color: "red" });
});

test("setting the parent to the same value changes nothing, nor does changing other fields", () => {
  expect(change({ board: "7" })).toEqual(STORED);
  expect(change({ color: "red" })).toEqual(STORED);
});

test("a value sent together with the parent's is kept", () => {
  expect(change({ board: "8", list: "m" })).toEqual({ board: "8", list: "m", color: "red" });
  expect(change({ board: "8", list: "l", leaf: "x" })).toEqual({ ...STORED, board: "8" });
});

test("without a value of the parent, dependent fields have none, even if the same form sends one", () => {
  expect(change({ board: null })).toEqual({});
  expect(change({ board: null, list: "l", leaf: "x" })).toEqual({});
});

test("400: a value for a field whose parent has none", () => {
  expect(() => change({ list: "l" }, {})).toThrow("fields.list needs a value of board first.");
  expect(change({ list: null }, {})).toEqual({});
});

test("a run gets no default for a field whose parent has no value", () => {
  expect(getEffectiveValues(FIELDS, {})).toEqual({});
  expect(getEffectiveValues(FIELDS, { board: "7" })).toEqual({ board: "7", color: "red" });
});
