import { expect, test } from "vitest";
import { NODE_TYPES } from "../../server/src/workflows/nodes/list.ts";
import {
  getControl,
  getLabel,
  getProse,
  moved,
  type Schema,
  withMember,
} from "../src/pages/workflows/editor/settings/schema.ts";
import { getChoiceWord, getSettingWords } from "../src/pages/workflows/editor/settings/setting-words.ts";
import { STEP_WORDS } from "../src/words/workflows/step-words.ts";

// These forms have their words beside their own controls.
const DRAWN_OTHERWISE =
  /^(ai_code_executor\.code|switch\.cases(\.value)?|(rule|switch\.cases)\.(logic|conditions\..*))$/;

/** The paths of all settings of a schema, without the indexes of lists. */
function pathsOf({ properties = {}, items }: Schema): string[] {
  const below = items ? pathsOf(items) : [];
  return [
    ...below,
    ...Object.entries(properties).flatMap(([name, schema]) => [
      name,
      ...pathsOf(schema).map((path) => `${name}.${path}`),
    ]),
  ];
}

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
  ["wait_ms", "Wait (ms)"],
])("%s is called %s", (name, label) => {
  expect(getLabel(name)).toBe(label);
});

test("each setting of every type of step has words of its own, in the catalogue of texts", () => {
  const unnamed = NODE_TYPES.flatMap(({ type, settings }) =>
    pathsOf(settings as Schema)
      .map((path) => `${type}.${path}`)
      .filter((path) => !DRAWN_OTHERWISE.test(path) && !Object.hasOwn(STEP_WORDS.names, path)),
  );
  expect(unnamed).toEqual([]);
  const prose = [...Object.values(STEP_WORDS.names), ...Object.values(STEP_WORDS.helps)];
  expect(prose.filter((text) => /\b(lhs|rhs|is_batch|node|nodes|json pointer)\b|\(ms\)/i.test(text))).toEqual(
    [],
  );
});

test("words are found below the rows of lists, and choices have theirs", () => {
  const schema = { description: "From the schema." };
  expect(getSettingWords("switch", "data.cases.3.handle", schema).label).toBe("Branch");
  expect(getSettingWords("delay", "data.for.days", schema)).toEqual({
    label: "Days",
    description: undefined,
  });
  expect(getSettingWords("action", "data.record_id", schema)).toEqual({
    label: "Record ID",
    description: "From the schema.",
  });
  expect(getChoiceWord("approval", "data.fields.0.type", "boolean")).toBe("Checkbox");
  expect(getChoiceWord("http", "data.method", "GET")).toBe("GET");
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
