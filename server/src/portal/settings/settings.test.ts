import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectDesk,
  type FormFields,
  HOSTILE,
  removeOwnScript,
  startTestPortal,
  type TestPortal,
} from "../test-portal.ts";

const SIZES = [
  { name: "Small", value: 1 },
  { name: "Large", value: 2 },
];
// One field of each type.
const SLOTS = [
  { id: "title", name: `Title ${HOSTILE}`, field_type: "text", required: true, help_text: HOSTILE },
  { id: "body", name: "Body", field_type: "textarea", required: false },
  { id: "count", name: "Count", field_type: "number", required: false, defaultValue: 7 },
  { id: "mail", name: "Mail", field_type: "email", required: false },
  { id: "site", name: "Site", field_type: "url", required: false },
  { id: "day", name: "Day", field_type: "date", required: false },
  { id: "pass", name: "Pass", field_type: "password", required: false },
  { id: "raw", name: "Raw", field_type: "json", required: false },
  { id: "size", name: "Size", field_type: "select", required: false, options: SIZES },
  { id: "sizes", name: "Sizes", field_type: "select", multiple: true, required: false, options: SIZES },
  { id: "words", name: "Words", field_type: "text", multiple: true, required: false },
  { id: "live", name: "Live", field_type: "checkbox", required: false },
  {
    id: "pairs",
    name: "Pairs",
    field_type: "map",
    required: false,
    labels: [
      { name: "Paid", value: "paid" },
      { name: "Sent", value: "sent" },
    ],
    options: SIZES,
  },
  {
    id: "sides",
    name: "Sides",
    field_type: "map_v2",
    required: false,
    mapping: {
      lhs: { name: "Left", options: [{ name: "L", value: "l" }] },
      rhs: { name: "Right", options: [{ name: "R", value: "r" }] },
    },
  },
  { id: "rules", name: "Rules", field_type: "rule_engine", required: false },
  { id: "unseen", name: "Unseen", field_type: "text", required: true, hidden: true },
];

let portal: TestPortal;
let workflow: string;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
  workflow = await publish({ name: `Flow ${HOSTILE}`, data_slots: SLOTS });
});
afterAll(() => portal.close());

async function publish(body: object): Promise<string> {
  const { request, testKey: key } = portal.server;
  const url = "/api/v2/public/workflow";
  const nodes = [{ id: "start", type: "start", name: "Start" }];
  const made = await request({ method: "POST", url, key, body: { slug: "desk", nodes, edges: [], ...body } });
  const { _id: id } = made.body;
  const body2 = { published: true };
  const done = await request({ method: "PUT", url: `${url}/${id}/publish`, key, body: body2 });
  if (done.status !== 200) throw new Error(done.text);
  return id;
}

const connected = (accountId: string, options?: { configId?: string }) =>
  connectDesk(portal, accountId, options);

const of = (fields: Record<string, string | string[]>): FormFields =>
  Object.fromEntries(Object.entries(fields).map(([id, value]) => [`workflow.${workflow}.${id}`, value]));

test("a mapping that was never filled in preselects equal names; times are shown as stored", async () => {
  const columns = (options: string[]) => ({ name: `Side ${HOSTILE}`, options });
  const slots = [
    {
      id: "columns",
      name: "Columns",
      field_type: "map_v2",
      required: false,
      mapping: { lhs: columns(["First name", "Fax"]), rhs: columns(["Phone", "first_name"]) },
    },
    { id: "from", name: "From", field_type: "date", required: false, defaultValue: "2026-01-31T10:00" },
  ];
  const id = await publish({ name: "Mapping", data_slots: slots });
  const { page, save, config } = await connected("mapper");
  const { text } = await portal.get(page);
  expect(text).toContain("Fields with the same name are matched already.");
  expect(text.match(/<option value="first_name" selected>/g)).toHaveLength(1);
  expect(removeOwnScript(text)).not.toMatch(/<option value="Phone" selected>|<script|<img src=x/);
  expect(text).toMatch(/<input type="datetime-local"[^>]* value="2026-01-31T10:00"/);
  const columnsOf = (given: FormFields) =>
    Object.fromEntries(
      Object.entries(given).map(([line, value]) => [`workflow.${id}.columns.${line}`, value]),
    );
  const saveColumns = async (given: FormFields) => {
    const { status } = await save({ [`on.${id}`]: "true", ...of({ title: "T" }), ...columnsOf(given) });
    expect(status).toBe(303);
    const { workflows } = await config();
    return workflows.find((one: { id: string }) => one.id === id).fields[0].value;
  };
  expect(await saveColumns({ 0: "first_name", 1: "" })).toEqual({ "First name": "first_name" });
  expect(await saveColumns({ 0: "Phone", 1: "" })).toEqual({ "First name": "Phone" });
  expect((await portal.get(page)).text).not.toContain("are matched already");
  const url = `/api/v2/public/workflow/${id}`;
  await portal.server.request({ method: "DELETE", url, key: portal.server.testKey });
});

describe("the settings of a workflow", () => {
  test("every type of field is shown, saved, and shown again", async () => {
    const { page, config, values, save } = await connected("types");
    const before = await portal.get(page);
    expect(removeOwnScript(before.text)).not.toMatch(/<script|<img src=x/);
    expect(before.text).not.toContain("Unseen");
    expect(before.text).toMatch(/<input type="number"[^>]* value="7"/);
    const rules = { logic: "AND", conditions: [{ lhs: "a", operator: "eq", rhs: "b" }] };
    const sent = {
      title: HOSTILE,
      body: "one\r\ntwo",
      count: "12.5",
      mail: "a@example.com",
      site: "https://example.com/x",
      day: "2026-02-28",
      pass: "planted-password",
      raw: '{"a":[1]}',
      size: "2",
      sizes: ["1", "2"],
      words: " one \r\n\r\ntwo",
      live: "true",
      "pairs.0": "1",
      "sides.0": "r",
      rules: JSON.stringify(rules),
    };
    const reply = await save({ [`on.${workflow}`]: "true", ...of(sent) });
    expect(reply.status, reply.text.replace(/<style.*<\/style>/, "")).toBe(303);
    expect(await values()).toEqual({
      title: HOSTILE,
      body: "one\ntwo",
      count: 12.5,
      mail: "a@example.com",
      site: "https://example.com/x",
      day: "2026-02-28",
      pass: "********",
      raw: { a: [1] },
      size: 2,
      sizes: [1, 2],
      words: ["one", "two"],
      live: true,
      pairs: { paid: 1 },
      sides: { l: "r" },
      rules,
    });
    expect((await config()).workflows[0].enabled).toBe(true);

    const { text } = await portal.get(`${page}?saved=all`);
    expect(text).toContain("Saved.");
    expect(text).not.toContain("planted-password");
    expect(removeOwnScript(text)).not.toMatch(/<script|<img src=x/);
    expect(text).toContain('<option value="2" selected>Large');
    expect(text).toMatch(/role="switch"[^>]* checked/);
    expect(text).toContain("A value is saved.");
    // Submitting it as shown changes nothing, not even the password.
    const { pass: _kept, ...again } = sent;
    await save({ [`on.${workflow}`]: "true", ...of(again) });
    expect((await values()).pass).toBe("********");
  });

  test("cleared values are unset, unchecked boxes are off, and a password is removed on request", async () => {
    const { config, values, save } = await connected("empties");
    await save({
      [`on.${workflow}`]: "true",
      ...of({ title: "T", pass: "x", size: "1", sizes: "1", live: "true", "pairs.1": "2" }),
    });
    expect(await values()).toMatchObject({ pass: "********", sizes: [1], live: true, pairs: { sent: 2 } });
    await save(of({ title: "", size: "", "pass.clear": "true" }));
    expect(await values()).toEqual({ live: false });
    expect((await config()).workflows[0].enabled).toBe(false);
  });

  test("400, each problem at its field, entered values kept, and nothing saved", async () => {
    const { page, values, save } = await connected("problems");
    await save({ [`on.${workflow}`]: "true", ...of({ title: "Good" }) });
    const before = await values();
    const bad = {
      title: " ",
      count: "many",
      mail: "nobody",
      day: "2026-02-31",
      raw: "{",
      size: "9",
      body: HOSTILE,
      pass: "planted",
    };
    const { status, text } = await save({ [`on.${workflow}`]: "true", ...of(bad) });
    expect(status).toBe(400);
    for (const words of [
      "is required.",
      "Count must be a number.",
      "Mail must be an email address.",
      "Day must be a date",
      "Raw must be valid JSON",
      "Size must be one of its options.",
    ])
      expect(text).toContain(words);
    const ids = [...text.matchAll(/<a href="#(f\d+)">/g)].map(([, id]) => id);
    expect(ids).toHaveLength(6);
    for (const id of ids) expect(text).toMatch(new RegExp(`id="${id}"[^>]* aria-invalid="true"`));
    expect(text).toContain("&lt;script&gt;");
    expect(removeOwnScript(text)).not.toMatch(/<script|planted/);
    expect(await values()).toEqual(before);
    expect((await portal.get(page)).text).toContain('value="Good"');
  });

  test("a required field may stay empty while its workflow is off", async () => {
    const { save, config } = await connected("off");
    expect((await save(of({ title: "" }))).status).toBe(303);
    expect((await config()).workflows[0].enabled).toBe(false);
    expect((await save({ [`on.${workflow}`]: "true", ...of({ title: "" }) })).status).toBe(400);
  });

  test("the config that the link names is created on use, beside the account's own", async () => {
    const { config, save } = await connected("named", { configId: "second-shop" });
    await save({ [`on.${workflow}`]: "true", ...of({ title: "Second" }) });
    expect((await config()).config_id).toBe("second-shop");
    const url = "/api/v2/public/slug/desk/config";
    const own = await portal.server.request({ url, key: portal.server.testKey, account: "named" });
    expect(own.status).toBe(404);
  });

  test("viewing the settings stores nothing: the first save creates the config", async () => {
    const auto = await publish({ name: "Automatic", autoEnable: true, hide_in_config: false });
    const { page, save } = await connected("looker");
    const { testKey: key } = portal.server;
    const configs = { url: "/api/v2/public/slug/desk/configs", key, account: "looker" };
    const { text } = await portal.get(page);
    expect(text).toContain("Nothing is switched on until you save.");
    expect(text).toMatch(new RegExp(`name="on.${auto}" checked`));
    expect((await portal.server.request(configs)).body).toEqual([]);
    expect((await save({ [`on.${auto}`]: "true", ...of({ title: "" }) })).status).toBe(303);
    expect((await portal.server.request(configs)).body).toEqual([{ config_id: "looker" }]);
    expect((await portal.get(page)).text).not.toContain("Nothing is switched on");
    const url = `/api/v2/public/workflow/${auto}`;
    await portal.server.request({ method: "DELETE", url, key });
  });

  test("nothing can be set up, and no config is created, before the application is connected", async () => {
    const path = await portal.link("early");
    const { text } = await portal.get(`${path}/apps/desk`);
    expect(text).toContain(`action="${path}/apps/desk/connect"`);
    expect(text).not.toMatch(/name="(on|flow)\.|Nothing is switched on/);
    const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await portal.post(`${path}/apps/desk/settings`, { form, step: "0" })).status).toBe(303);
    const rows = await portal.server.request({
      url: "/api/v2/public/slug/desk/configs",
      key: portal.server.testKey,
      account: "early",
    });
    expect(rows.body).toEqual([]);
  });
});
