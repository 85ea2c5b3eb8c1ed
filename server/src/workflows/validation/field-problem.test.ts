import { expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { getRuleColumns, listDeclaredFields } from "../definition/field.ts";
import type { Fields } from "../definition/graph.ts";
import { findFieldProblem } from "./field-problem.ts";

const ACTION = { type: "action", action: "list", items: "a.b", name: "title", value: "id" };
const MAPPING = { lhs: { name: "Ours", options: ["a"] }, rhs: { name: "Theirs", multiple: true } };

test.each<[string, Fields[]]>([
  ["no fields", []],
  ["a name for the id", [{ name: "Channel" }]],
  ["a parent that comes later", [{ id: "a", parent: "b" }, { id: "b" }]],
  [
    "a source that refers to another field",
    [{ id: "a", data_source: { type: "options", list: "l", input: { x: "{{ fields.b }}" } } }],
  ],
  ["an action", [{ id: "a", data_source: ACTION }]],
  ["a mapping", [{ id: "a", field_type: "map_v2", mapping: MAPPING }]],
  ["a default that fits", [{ id: "a", field_type: "number", defaultValue: "5" }]],
  ["labels without values", [{ id: "a", field_type: "map", labels: [{ name: "One" }, { name: "one" }] }]],
  [
    "a right side that depends on the left",
    [
      {
        id: "a",
        field_type: "rule_engine",
        rule_columns: {
          rhs: { by_lhs: { x: { data_source: { type: "options", list: "l", input: { of: "{{ lhs }}" } } } } },
        },
      },
    ],
  ],
])("%s can be declared", (_name, slots) => {
  expect(findFieldProblem(slots, "fields")).toBeUndefined();
});

test.each<[Fields[], string]>([
  [[{ id: "a" }, {}], "fields.1 needs an id or a name."],
  [[{ id: "a" }, { name: "a" }], 'fields: the id "a" is used more than once.'],
  [[{ id: "a", parent: "b" }], 'fields: field "a": parent "b" is not a field here.'],
  [[{ id: "a", parent: "a" }], 'fields: field "a": its parents lead back to it (a → a).'],
  [
    [
      { id: "a", parent: "b" },
      { id: "b", parent: "a" },
    ],
    'fields: field "a": its parents lead back to it (a → b → a).',
  ],
  [
    [
      { id: "a", parent: "b" },
      { id: "b", field_type: "password" },
    ],
    'fields: field "a": parent "b" is a password, and no field can depend on one.',
  ],
  [
    [{ id: "a", data_source: { type: "workflow" } }],
    'fields: field "a": data_source of type workflow needs workflow_id.',
  ],
  [
    [{ id: "a", data_source: { ...ACTION, value: "" } }],
    'fields: field "a": data_source of type action needs value.',
  ],
  [
    [{ id: "a", data_source: { ...ACTION, input: { x: "{{ lhs }}" } } }],
    'fields: field "a": data_source.input may refer to {{ fields.<id> }} only, not to {{ lhs }}.',
  ],
  [
    [{ id: "a", data_source: { ...ACTION, input: { x: "{{ a + b }}" } } }],
    'fields: field "a": data_source.input: "{{ a + b }}" contains {{ a + b }}, which is not a plain path such as {{ input.name }}.',
  ],
  [
    [{ id: "a", field_type: "map_v2", mapping: { lhs: { data_source: { type: "options" } }, rhs: {} } }],
    'fields: field "a": mapping.lhs.data_source of type options needs list.',
  ],
  [[{ id: "a", field_type: "map_v2" }], 'fields: field "a": a map_v2 needs mapping, with lhs and rhs.'],
  [
    [{ id: "a", field_type: "map", labels: ["x", { name: "X", value: "x" }] }],
    'fields: field "a": two of its labels have the value "x".',
  ],
  [
    [{ id: "a", field_type: "select", options: ["x"], defaultValue: "y" }],
    'fields: field "a": its.defaultValue must be one of its options.',
  ],
  [
    [{ id: "a", field_type: "password", defaultValue: "y" }],
    'fields: field "a": a password cannot have a defaultValue, because everyone could read it.',
  ],
])("%j is rejected", (slots, problem) => {
  expect(findFieldProblem(slots, "fields")).toBe(problem);
});

test("labels without values get values from their names, which are unique and stable", () => {
  const labels: Json[] = [
    { name: "First stage" },
    { name: "first-stage" },
    { name: "!" },
    "x",
    { name: "Y", value: 7 },
  ];
  const read = () => listDeclaredFields([{ id: "a", field_type: "map", labels }])[0]?.labels;
  expect(read()).toEqual([
    { name: "First stage", value: "first_stage" },
    { name: "first-stage", value: "first_stage_2" },
    { name: "!", value: "label" },
    { name: "x", value: "x" },
    { name: "Y", value: 7 },
  ]);
  expect(read()).toEqual(read());
});

test("data sources and columns of other systems declare nothing here", () => {
  expect(
    getRuleColumns({ rule_columns: { lhs: "x", rhs: { data_source: { type: "sql" }, by_lhs: [] } } }),
  ).toMatchObject({
    lhs: { multiple: false },
    rhs: { source: undefined, byLhs: new Map() },
    code: undefined,
  });
});
