import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
} from "../../server/src/apps/catalog/test-things-api.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const PUBLIC = "/api/v2/public";
const HOSTILE = `<img src=x onerror="document.title='run'">`;
const account = "harbor-tools";

let dashboard: Dashboard;
let things: ThingsApi;
let owner: Visit;
let workflow: string;

/** The fields of the application's configs; a workflow provides the cities of the chosen region. */
const fieldsWith = (cities: string) => [
  {
    id: "region",
    name: "Region",
    field_type: "select",
    required: true,
    options: [
      { name: "Europe", value: 1 },
      { name: "America", value: 2 },
    ],
  },
  {
    id: "city",
    name: "City",
    field_type: "select",
    parent: "region",
    data_source: { type: "workflow", workflow_id: cities },
  },
  { id: "key", name: "Signing key", field_type: "password" },
  { id: "tags", name: "Tags", multiple: true },
  { id: "stages", name: "Stages", field_type: "map", options: ["open", "won"], labels: [{ name: HOSTILE }] },
  {
    id: "filter",
    name: "Which orders",
    field_type: "rule_engine",
    rule_columns: { lhs: { options: ["country"] } },
  },
];

beforeAll(async () => {
  things = await startThingsApi();
  dashboard = await startDashboard();
  await dashboard.api("PUT", `${PUBLIC}/linked-account`, {
    linked_account_id: account,
    name: "Harbor Tools",
  });
  const cities = await makeWorkflow({
    name: "Cities",
    hide_in_config: true,
    nodes: [
      start(),
      {
        id: "answer",
        type: "transform",
        name: "Answer",
        data: { output: [{ name: "City {{ input.values.region }}", value: "c{{ input.values.region }}" }] },
      },
    ],
    edges: [{ source: "start", target: "answer" }],
  });
  workflow = await makeWorkflow({
    name: "Orders to Airtable",
    nodes: [start(), { id: "answer", type: "transform", name: "Answer", data: { output: 1 } }],
    edges: [{ source: "start", target: "answer" }],
    data_slots: [{ id: "table", name: "Table", required: true }],
  });
  await dashboard.api("PUT", `${PUBLIC}/application/airtable/fields`, { fields: fieldsWith(cities) });
  await dashboard.api("POST", `${PUBLIC}/config`, { slug: "airtable" }, { account });
});
afterAll(async () => {
  await dashboard?.close();
  await things?.close();
});

function start(): object {
  const triggers = [{ application: "Junctor", event: "API Call" }];
  return { id: "start", type: "start", name: "Start", triggers };
}

async function makeWorkflow(body: object): Promise<string> {
  const made = await dashboard.api("POST", `${PUBLIC}/workflow`, { slug: "airtable", ...body });
  await dashboard.api("PUT", `${PUBLIC}/workflow/${made._id}/publish`, { published: true });
  return made._id;
}

const isNew = (known: readonly string[]) => (id: string) => !known.includes(id);

const address = () => `${dashboard.url}/app/test/customers/${account}?tab=settings`;
const stored = () =>
  dashboard.api("GET", `${PUBLIC}/slug/airtable/config/${account}`, undefined, { account });

describeInChromium("a customer's configs", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("values and switches are changed, and errors are shown at their fields", async () => {
    const { page } = owner;
    await openPage(page, address());
    await page.getByRole("button", { name: "Edit" }).click();
    expect(await page.getByLabel("City").first().isDisabled()).toBe(true);
    await page.getByText("Choose Region first.").waitFor();
    await page.getByLabel("Region").first().click();
    await page.getByRole("option", { name: "America" }).click();
    await expect.poll(() => page.getByLabel("City").first().isDisabled()).toBe(false);
    await page.getByLabel("City").first().click();
    await page.getByRole("option", { name: "City 2" }).click();
    await page.getByRole("textbox", { name: "Signing key" }).fill("s3cret");
    await page.getByLabel(HOSTILE).first().click();
    await page.getByRole("option", { name: "won" }).click();
    await page.getByLabel("Orders to Airtable").check();
    const rules = page.getByLabel("Which orders");
    await rules.fill("{");
    await page.getByRole("button", { name: "Save in test" }).click();
    await page.getByText("This is not valid JSON").waitFor();
    await page.getByText("Required", { exact: true }).waitFor();

    await page.getByRole("textbox", { name: "Table" }).fill("Orders");
    await rules.fill(`{ "logic": "AND", "conditions": [{ "lhs": "city", "operator": "eq", "rhs": "x" }] }`);
    await page.getByRole("button", { name: "Save in test" }).click();
    await page.getByText(/"city" is not one of country/).waitFor();
    expect(await rules.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);

    await rules.fill(
      `{ "logic": "AND", "conditions": [{ "lhs": "country", "operator": "eq", "rhs": "DE" }] }`,
    );
    await page.getByRole("button", { name: "Save in test" }).click();
    await page.getByText("Config saved.").waitFor();
    await page
      .getByRole("row", { name: /Region/ })
      .getByText("America")
      .waitFor();
    await page.getByText("1 workflow on").waitFor();
    const { fields, workflows } = await stored();
    const values = Object.fromEntries(
      fields.map((field: { id: string; value: unknown }) => [field.id, field.value]),
    );
    expect(values).toMatchObject({ region: 2, city: "c2", key: "********" });
    expect(Object.values(values.stages)).toEqual(["won"]);
    expect(workflows).toMatchObject([{ id: workflow, enabled: true, fields: [{ value: "Orders" }] }]);
  });

  test("another region clears the city, and a stored password can be removed", async () => {
    const { page } = owner;
    await openPage(page, address());
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Region").first().click();
    await page.getByRole("option", { name: "Europe" }).click();
    expect(await page.getByLabel("City").first().inputValue()).toBe("");
    await page.getByLabel("Remove the stored value").check();
    await page.getByRole("button", { name: "Save in test" }).click();
    await page.getByRole("row", { name: /City/ }).getByText("not set").waitFor();
    const { fields } = await stored();
    const [region, city, key] = fields;
    expect([region.value, city.value, key.value]).toEqual([1, undefined, undefined]);
  });

  test("a config is created for another application, and deleted", async () => {
    const { page } = owner;
    await openPage(page, address());
    await page.getByRole("button", { name: "New config" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Application").first().click();
    await page.getByRole("option", { name: "Stripe" }).click();
    await dialog.getByLabel("Name").fill("second-store");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create config" }).click();
    await page.waitForURL(/config=stripe%2Fsecond-store/);
    await page.getByText("second-store", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete config" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete config" }).click();
    await page.getByText("Config deleted.").waitFor();
    await page.getByText("second-store", { exact: true }).waitFor({ state: "detached" });
    const { docs } = await dashboard.api("GET", `${PUBLIC}/configs`, undefined, { account });
    expect(docs.map(({ slug }: { slug: string }) => slug)).toEqual(["airtable"]);
  });

  test("the connections of a config are chosen, added to and, once removed, chosen again", async () => {
    const crew = "two-crews";
    await dashboard.api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: crew, name: "Crews" });
    await dashboard.api("POST", `${PUBLIC}/application`, buildThingsDefinition("things", things.url));
    const save = `${PUBLIC}/linked-account/integration/save-key-credentials/things?connection_id=new`;
    const ids: string[] = [];
    for (const name of ["First crew", "Second crew"]) {
      await dashboard.api("PUT", save, { key: "good" }, { account: crew });
      const { connections } = await dashboard.api("GET", `${PUBLIC}/application/things`, undefined, {
        account: crew,
      });
      const id = connections.map((one: { connection_id: string }) => one.connection_id).find(isNew(ids));
      ids.push(id);
      const url = `${PUBLIC}/linked-account/integration/things/connections/${id}`;
      await dashboard.api("PATCH", url, { name }, { account: crew });
    }
    await makeWorkflow({ name: "Things", slug: "things", nodes: [start()], edges: [] });
    await dashboard.api("POST", `${PUBLIC}/config`, { slug: "things" }, { account: crew });

    const { page } = owner;
    const ofCrew = `${dashboard.url}/app/test/customers/${crew}?tab=settings`;
    await openPage(page, ofCrew);
    await page.getByRole("button", { name: "Edit" }).click();
    const choice = page.getByRole("combobox", { name: "Things connection" });
    await choice.click();
    await page.getByRole("option", { name: "Second crew" }).click();
    await page.getByText("Save to load the options of this connection.").waitFor();
    await page.getByRole("button", { name: "Connect another Things account" }).click();
    await page.getByRole("dialog").getByLabel("Link").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save in test" }).click();
    const row = page.getByRole("row", { name: /Things connection/ });
    await row.getByText("Second crew").waitFor();
    const url = `${PUBLIC}/slug/things/config/${crew}`;
    const config = () => dashboard.api("GET", url, undefined, { account: crew });
    expect((await config()).connections).toEqual({ things: ids[1] });

    const gone = `${PUBLIC}/linked-account/integration/things?connection_id=${ids[1]}`;
    await dashboard.api("DELETE", gone, undefined, { account: crew });
    await openPage(page, ofCrew);
    await row.getByText("Removed connection").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByText("Choose another one.").waitFor();
    await choice.click();
    await page.getByRole("option", { name: "First crew" }).click();
    await page.getByRole("button", { name: "Save in test" }).click();
    await row.getByText("First crew").waitFor();
    expect((await config()).connections).toEqual({ things: ids[0] });
  });

  test("support sees the values, but cannot change them", async () => {
    const { page } = await signInAs(browser(), dashboard, { test: "support", production: null });
    await openPage(page, address());
    await page
      .getByRole("row", { name: /Region/ })
      .getByText("Europe")
      .waitFor();
    for (const name of ["Edit", "New config", "Delete config"])
      expect(await page.getByRole("button", { name }).getAttribute("aria-disabled"), name).toBe("true");
    await page.context().close();
  });

  test("viewing and editing a config is accessible, fits every window size and logs no errors", async () => {
    const { page, complaints } = owner;
    complaints.length = 0;
    await openPage(page, address());
    await page.getByRole("row", { name: /Region/ }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Save in test" }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    expect(complaints).toEqual([]);
    expect(await page.title()).not.toBe("run");
  });
});
