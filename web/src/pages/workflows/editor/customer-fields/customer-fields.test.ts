import { expect, test } from "vitest";
import {
  addField,
  changeField,
  changesForType,
  choicesIn,
  defaultIn,
  fieldIdProblem,
  fieldNamedIn,
  getLines,
  getValues,
  possibleParents,
  removeField,
} from "./customer-fields.ts";

const FOLDER = { id: "folder", name: "Folder", field_type: "text" };
const FILE = { id: "file", name: "File", field_type: "select", parent: "folder", mapping: { kept: true } };

test("a new field has an id of its own, and a taken id is reported", () => {
  const fields = addField(addField([FOLDER]));
  expect(fields.map(({ id }) => id)).toEqual(["folder", "field", "field_2"]);
  expect(fieldIdProblem(fields, 1)).toBeUndefined();
  expect(fieldIdProblem(changeField(fields, 1, { id: "folder" }), 1)).toBe("Another field has this ID");
  expect(fieldIdProblem(changeField(fields, 1, { id: "" }), 1)).toBe("Enter an ID");
});

test("a field that depends on another follows its new id, and loses a deleted one", () => {
  const renamed = changeField([FOLDER, FILE], 0, { id: "place", name: undefined });
  expect(renamed).toEqual([
    { id: "place", field_type: "text" },
    { ...FILE, parent: "place" },
  ]);
  const { parent: _, ...alone } = FILE;
  expect(removeField(renamed, 0)).toEqual([alone]);
});

test("data sources follow a field to its new id, unless another field has that id", () => {
  const input = (id: string) => ({ type: "options", list: "files", input: { in: [`{{ fields.${id} }}/x`] } });
  const fields = [
    FOLDER,
    { id: "file", data_source: input("folder") },
    { id: "names", mapping: { lhs: {}, rhs: { data_source: input("folder") } } },
  ];
  expect(changeField(fields, 0, { id: "place" }).slice(1)).toEqual([
    { id: "file", data_source: input("place") },
    { id: "names", mapping: { lhs: {}, rhs: { data_source: input("place") } } },
  ]);
  const colliding = changeField(fields, 0, { id: "file" });
  expect(colliding.slice(1)).toEqual(fields.slice(1));
  expect(changeField(colliding, 0, { id: "file2" }).slice(1)).toEqual(fields.slice(1));
});

test("options are lines, and existing ones keep their values", () => {
  const choices = [{ name: "Two", value: 2 }, "plain", { name: "Made" }];
  expect(getLines(choices)).toBe("2 = Two\nplain\nMade");
  expect(getValues(choices)).toEqual(["2", "plain", "Made"]);
  expect(choicesIn("plain\n2 = Two\n\nMade\neu = Europe = all\nus", choices)).toEqual([
    "plain",
    { name: "Two", value: 2 },
    { name: "Made" },
    { name: "Europe = all", value: "eu" },
    { name: "us", value: "us" },
  ]);
  expect(choicesIn(" \n", choices)).toBeUndefined();
});

test("a field may depend on fields that do not depend on it and are no passwords", () => {
  const fields = [
    { id: "third", parent: "second" },
    { id: "first" },
    { id: "second", parent: "first" },
    { id: "secret", field_type: "password" },
    { id: "other" },
  ];
  const ids = (index: number) => possibleParents(fields, index).map(({ id }) => id);
  expect(ids(1)).toEqual(["other"]);
  expect(ids(2)).toEqual(["first", "other"]);
  expect(ids(4)).toEqual(["third", "first", "second"]);
});

test("a mapping of two lists has both sides from the start, and keeps existing ones", () => {
  expect(changesForType("map_v2", {})).toMatchObject({ mapping: { lhs: {}, rhs: {} } });
  expect(changesForType("map_v2", { mapping: { lhs: { name: "Ours" } } })).not.toHaveProperty("mapping");
});

test("a default has its field's type", () => {
  expect(["", "5", "x"].map((text) => defaultIn(text, "number"))).toEqual([undefined, 5, "x"]);
  expect([defaultIn("false", "boolean"), defaultIn("5", "text")]).toEqual([false, "5"]);
});

test("messages of the API name their field", () => {
  expect(fieldNamedIn('data_slots: field "limit": its value must be a number.')).toBe("limit");
  expect(fieldNamedIn('data_slots: the id "a" is used more than once.')).toBe("a");
  expect(fieldNamedIn("We could not reach the server.")).toBeUndefined();
});
