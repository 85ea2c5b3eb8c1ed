import { expect, test } from "vitest";
import { presentNodeType } from "../../server/src/workflows/node-type-routes.ts";
import { findNodeType, NODE_TYPES } from "../../server/src/workflows/nodes/list.ts";
import {
  getControl,
  getLabel,
  moved,
  type Schema,
  withMember,
} from "../src/pages/workflows/editor/settings/schema.ts";
import { getChoiceWord, getSettingWords } from "../src/pages/workflows/editor/settings/setting-words.ts";
import { getProse } from "../src/parts/values/get-prose.ts";

const settingsOf = (type: string) => {
  const settings = NODE_TYPES.find((one) => one.type === type)?.settings as Schema | undefined;
  return settings?.properties ?? {};
};
const controlsOf = (type: string) =>
  Object.fromEntries(Object.entries(settingsOf(type)).map(([name, schema]) => [name, getControl(schema)]));

test("every kind of setting of the server's node types has its control", () => {
  expect(controlsOf("http")).toEqual({
    url: "text",
    method: "choice",
    headers: "map",
    query: "map",
    body: "any",
    multipart: "map",
    timeout_ms: "number",
  });
  expect(controlsOf("rule")).toEqual({ conditions: "conditions", logic: "choice", values: "any" });
  expect(controlsOf("switch")).toEqual({ value: "any", cases: "list" });
  expect(controlsOf("loop")).toEqual({ items: "any", concurrency: "number", batch_size: "number" });
  expect(controlsOf("delay")).toEqual({ until: "text", for: "group", for_ms: "number" });
  expect(controlsOf("approval")).toMatchObject({
    allow_comment: "boolean",
    fields: "list",
    on_timeout: "choice",
  });
  expect(controlsOf("datastore")).toMatchObject({
    fields: "map",
    match: "map",
    equals: "map",
    limit: "number",
  });
  expect(controlsOf("response")).toMatchObject({ status: "number", headers: "map", body: "any" });
});

test.each([
  ["url", "URL"],
  ["record_id", "Record ID"],
  ["recordId", "Record ID"],
  ["createdBy", "Created by"],
  ["callbackURL", "Callback URL"],
  ["wait_ms", "Wait (ms)"],
])("%s is called %s", (name, label) => {
  expect(getLabel(name)).toBe(label);
});

function typeOf(type: string) {
  const found = findNodeType(type);
  return found && presentNodeType(found, "en");
}

test("words are found below the rows of lists, and choices have theirs", () => {
  const schema = { description: "From the schema." };
  expect(getSettingWords(typeOf("switch"), "data.cases.3.handle", schema).label).toBe("Branch");
  expect(getSettingWords(typeOf("delay"), "data.for.days", schema)).toEqual({
    label: "Days",
    description: undefined,
  });
  expect(getSettingWords(typeOf("action"), "data.record_id", schema)).toEqual({
    label: "Record ID",
    description: "From the schema.",
  });
  expect(getSettingWords(typeOf("action"), "data.constructor", schema).label).toBe("Constructor");
  expect(getChoiceWord(typeOf("approval"), "data.fields.0.type", "boolean")).toBe("Checkbox");
  expect(getChoiceWord(typeOf("http"), "data.method", "GET")).toBe("GET");
});

test("a description ends before its code, and links are shown as text", () => {
  expect(getProse("In place of `value`: see [`rule`](#rule).")).toEqual([
    "In place of ",
    "value",
    ": see ",
    "rule",
    ".",
  ]);
});

test("members are set in place and removed, rows are moved within their list", () => {
  expect(Object.entries(withMember({ a: 1, b: 2 }, "a", 3))).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
  expect(withMember({ a: 1, b: 2 }, "a", undefined)).toEqual({ b: 2 });
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});
