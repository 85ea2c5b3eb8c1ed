import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import { type FormFields, startTestPortal, type TestPortal } from "../test-portal.ts";

const FROM_LIST = { data_source: { type: "options", list: "lists", input: { board: "{{ lhs }}" } } };
const RULE_COLUMNS = {
  lhs: { options: ["board", "note", "coded"] },
  operator: { options: ["eq", "included_in"] },
  rhs: { by_lhs: { board: FROM_LIST } },
  conditional_code: `if (lhs === "coded") return { rhs: { options: [{ name: "Seventh", value: 7 }] } };`,
};

let portal: TestPortal;
let api: ThingsApi;
let workflow: string;
beforeAll(async () => {
  api = await startThingsApi();
  portal = await startTestPortal();
  const { deps, test: scope, testKey: key, request } = portal.server;
  const body = buildThingsDefinition("things", api.url);
  await request({ method: "POST", url: "/api/v2/public/application", key, body });
  const field = { id: "rules", name: "Rules", field_type: "rule_engine", required: false };
  const data_slots = [{ ...field, rule_columns: RULE_COLUMNS }];
  workflow = await insertTestWorkflow(deps, scope, { name: "Flow", slug: "things", data_slots });
});
afterAll(async () => {
  await portal.close();
  await api.close();
});
afterEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
});

/** A connected customer, and the page on which the rule is filled in. */
async function openRule(accountId: string) {
  const path = `${await portal.link(accountId)}/apps/things`;
  await portal.send(path, "connect", { "field.key": "good" });
  api.requests.length = 0;
  const name = `workflow.${workflow}.rules`;
  const rule = (typed: FormFields) =>
    Object.fromEntries(Object.entries(typed).map(([at, value]) => [`${name}.${at}`, value]));
  const stored = async () => {
    const url = `/api/v2/public/slug/things/config/${accountId}`;
    const { body } = await portal.server.request({ url, key: portal.server.testKey, account: accountId });
    return body.workflows[0].fields[0].value;
  };
  return {
    stored,
    page: async () => (await portal.get(path)).text,
    update: async (typed: FormFields) =>
      (await portal.send(path, "settings", { edit: `choices::${name}`, ...rule(typed) })).text,
    save: (typed: FormFields) =>
      portal.send(path, "settings", { [`on.${workflow}`]: "true", ...rule(typed) }),
  };
}

const ROW = { logic: "AND", "0.lhs": "board", "0.operator": "eq" };
const condition = (rhs: unknown) => ({
  logic: "AND",
  conditions: [{ lhs: "board", operator: "eq", rhs }],
});

test("a value from a data source is chosen by name, and stored as its value", async () => {
  const { update, save, stored, page } = await openRule("chooser");
  const shown = await update(ROW);
  expect(shown).toMatch(/<select name="[^"]*\.0\.rhs"[^>]*>.*<option value="1">One of board<\/option>/s);
  expect((await save({ ...ROW, "0.rhs": "2" })).status).toBe(303);
  expect(await stored()).toEqual(condition(2));
  expect(await page()).toContain('<option value="2" selected>Two</option>');
  // A single request, whose result is cached for a while.
  expect(api.requests).toHaveLength(1);
});

test("several can be selected, and values that the source no longer lists stay", async () => {
  const { update, save, stored } = await openRule("lister");
  const several = { ...ROW, "0.operator": "included_in" };
  expect(await update(several)).toMatch(/<input type="checkbox"[^>]*\.0\.rhs"[^>]*value="1"/);
  await save({ ...several, "0.rhs": ["1", "gone"] });
  expect((await stored()).conditions[0].rhs).toEqual([1, "gone"]);
  expect(await update({ ...several, "0.rhs": ["1", "gone"] })).toMatch(/value="gone"[^>]* checked/);
});

test("values returned by the field's code are chosen the same way, and others can be typed", async () => {
  const { update } = await openRule("coder");
  const shown = await update({ ...ROW, "0.lhs": "coded", "1.lhs": "note", "1.operator": "eq" });
  expect(shown).toMatch(/<select name="[^"]*\.0\.rhs"[^>]*>.*<option value="7">Seventh<\/option>/s);
  expect(shown).toMatch(/<input type="text" name="[^"]*\.1\.rhs"/);
});

test("if the source fails, the value is typed, and the page says why", async () => {
  const { update, save, stored } = await openRule("unlucky");
  api.answer = () => ({ status: 500, body: "{}" });
  portal.pass(120_000);
  const shown = await update(ROW);
  expect(shown).toMatch(/<input type="text" name="[^"]*\.0\.rhs"/);
  expect(shown).toContain("The choices could not be loaded.");
  await save({ ...ROW, "0.rhs": "typed" });
  expect(await stored()).toEqual(condition("typed"));
});
