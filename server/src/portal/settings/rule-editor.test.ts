import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { Fields as Slot } from "../../workflows/definition/graph.ts";
import {
  connectDesk,
  type FormFields,
  HOSTILE,
  removeOwnScript,
  startTestPortal,
  type TestPortal,
} from "../test-portal.ts";

const RULE_COLUMNS = {
  lhs: { name: `Column ${HOSTILE}`, options: ["country", "total", "note"] },
  operator: { by_lhs: { note: { data_source: { type: "options", list: "operators" } } } },
  rhs: {
    by_lhs: {
      country: {
        options: [
          { name: `Germany ${HOSTILE}`, value: "DE" },
          { name: "France", value: "FR" },
          { name: "Seventh", value: 7 },
        ],
      },
    },
  },
};

let portal: TestPortal;
let flow: string;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
  const { deps, test: scope } = portal.server;
  const data_slots: Slot[] = [
    { id: "rules", name: "Rules", field_type: "rule_engine", required: false, rule_columns: RULE_COLUMNS },
    { id: "title", name: "Title", field_type: "text", required: false },
  ];
  const id = await insertTestWorkflow(deps, scope, { name: "Flow", slug: "desk", data_slots });
  flow = `workflow.${id}`;
});
afterAll(() => portal.close());

/** The rule's fields as a browser would submit the page, by their names within the control. */
function shownRule(page: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const add = (name: string, value: string) => {
    const [, rest] = name.split(`${flow}.rules.`);
    if (rest === undefined) return;
    fields[rest] = [...(fields[rest] ?? []), unescaped(value)];
  };
  for (const [tag, name = ""] of page.matchAll(/<input [^>]*?name="([^"]+)"[^>]*>/g)) {
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? "";
    if (!tag.includes('type="checkbox"') || tag.includes(" checked")) add(name, value);
  }
  for (const [, name = "", content = ""] of page.matchAll(/<select name="([^"]+)".*?>(.*?)<\/select>/gs))
    add(name, /<option value="([^"]*)" selected/.exec(content)?.[1] ?? "");
  return fields;
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** A customer who opens the page, types and clicks, without a script. */
async function openRule(accountId: string, stored?: object) {
  const { page, values, save } = await connectDesk(portal, accountId);
  const fieldsOf = (rule: FormFields): FormFields => ({
    [`on.${flow.slice("workflow.".length)}`]: "true",
    ...Object.fromEntries(Object.entries(rule).map(([name, value]) => [`${flow}.rules.${name}`, value])),
  });
  const first = await save({ ...fieldsOf({}), [`${flow}.rules`]: JSON.stringify(stored) ?? "" });
  expect(first.status, first.text).toBe(303);
  let text = (await portal.get(page)).text;
  const send = async (typed: FormFields, more: FormFields = {}) => {
    const reply = await save({ ...fieldsOf({ ...shownRule(text), ...typed }), ...more });
    text = reply.status === 303 ? (await portal.get(page)).text : reply.text;
    return reply;
  };
  return {
    rules: async () => (await values()).rules,
    text: () => text,
    /** Types, then clicks a button of the rule. */
    click: (edit: string, path: string, typed: FormFields = {}, more: FormFields = {}) =>
      send(typed, { edit: `${edit}:${path}:${flow}.rules`, ...more }),
    save: send,
  };
}

test("a rule with a group is built by buttons that submit the form, and is saved as the API's value", async () => {
  const page = await openRule("builder");
  expect(page.text()).toContain("No conditions yet.");
  expect(removeOwnScript(page.text())).not.toMatch(/<script|<img src=x/);
  const first = await page.click("condition", "", {}, { [`${flow}.title`]: "Typed" });
  expect(first.status).toBe(200);
  expect(first.text).toContain('value="Typed"');
  expect(first.text).toMatch(/<select name="[^"]*\.rules\.0\.lhs"[^>]* autofocus/);
  expect(removeOwnScript(first.text)).not.toMatch(/<script|<img src=x/);
  await page.click("choices", "", { "0.lhs": "country", "0.operator": "included_in" });
  expect(page.text()).toContain("Germany &lt;script&gt;");
  await page.click("group", "", { "0.rhs": ["DE", "7"] });
  await page.click("condition", "1", { "1.0.lhs": "total", "1.0.operator": "gte", "1.0.rhs": "100" });
  expect(await page.rules()).toBeUndefined();
  expect((await page.save({ "1.1.lhs": "note", "1.1.operator": "is_null" })).status).toBe(303);
  expect(await page.rules()).toEqual({
    logic: "AND",
    conditions: [
      { lhs: "country", operator: "included_in", rhs: ["DE", 7] },
      {
        logic: "OR",
        conditions: [
          { lhs: "total", operator: "gte", rhs: "100" },
          { lhs: "note", operator: "is_null" },
        ],
      },
    ],
  });
});

test("an unchanged form saves what it showed, and removing a group removes its rows", async () => {
  const stored = {
    logic: "OR",
    conditions: [
      { lhs: "total", operator: "gt", rhs: 5, type: "number" },
      { lhs: "note", operator: "eq", rhs: "" },
      { lhs: "note", operator: "included_in", rhs: "a, b" },
      { lhs: "note", operator: "not_included_in", rhs: ["a", true, 3] },
      { lhs: "country", operator: "greater_or_equal", rhs: 7 },
      { logic: "AND", conditions: [{ lhs: "note", operator: "exist" }] },
    ],
  };
  const page = await openRule("keeper", stored);
  expect((await page.save({})).status).toBe(303);
  expect(await page.rules()).toEqual(stored);
  await page.click("remove", "5.0");
  await page.click("remove", "2");
  await page.save({ "0.lhs": "note", logic: "AND" });
  const { conditions } = stored;
  expect(await page.rules()).toEqual({
    logic: "AND",
    conditions: [{ lhs: "note", operator: "gt", rhs: 5 }, conditions[1], conditions[3], conditions[4]],
  });
  for (let left = 4; left > 0; left -= 1) await page.click("remove", "0");
  await page.save({});
  expect(await page.rules()).toEqual({ logic: "AND", conditions: [] });
});

test("an incomplete condition is rejected with its number, and empty rows are left out", async () => {
  const page = await openRule("hurried");
  await page.click("condition", "");
  await page.click("condition", "");
  const { status, text } = await page.save({ "1.lhs": "note", "1.operator": "eq" });
  expect(status).toBe(400);
  expect(text).toMatch(/<input type="text" name="[^"]*\.rules\.1\.operator" value="eq"/);
  expect(text).toContain("Rules: condition 2 needs a field, an operator and a value.");
  expect(await page.rules()).toBeUndefined();
  await page.save({ "1.rhs": HOSTILE });
  expect(await page.rules()).toEqual({
    logic: "AND",
    conditions: [{ lhs: "note", operator: "eq", rhs: HOSTILE }],
  });
});

test("rules that rows cannot represent are shown as JSON, with a note, and unknown buttons do nothing", async () => {
  const inner = { logic: "AND", conditions: [{ lhs: "note", operator: "eq", rhs: "x" }] };
  const deep = [1, 2, 3].reduce<object>((group) => ({ logic: "OR", conditions: [group] }), inner);
  const page = await openRule("deep", deep);
  expect(page.text()).toContain("This rule cannot be shown as rows. Written as JSON.");
  for (const edit of ["remove:9.9", "condition:0.0.0.0", "group:..", "nonsense:"]) {
    const [kind = "", path = ""] = edit.split(":");
    expect((await page.click(kind, path, { logic: "AND", "0.lhs": "note" })).status).toBe(200);
  }
  expect(await page.rules()).toEqual(deep);
});
