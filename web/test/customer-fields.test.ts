import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
} from "../../server/src/apps/catalog/test-things-api.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, expectAccessible, signIn, startDashboard, type Visit } from "./dashboard.ts";
import { type EditorPage, editorPage, WORKFLOW } from "./editor-page.ts";

const NODES = [
  { id: "start", type: "start" },
  { id: "sum", type: "transform", name: "Sum", data: { output: "{{ config.limit }}" } },
];
const KEPT = { id: "owner", name: "Owner", field_type: "text", required: true, source_of: "elsewhere" };

let dashboard: Dashboard;
let things: ThingsApi;
let owner: Visit;

beforeAll(async () => {
  things = await startThingsApi();
  dashboard = await startDashboard();
  await dashboard.api("POST", "/api/v2/public/application", buildThingsDefinition("things", things.url));
});
afterAll(async () => {
  await dashboard?.close();
  await things?.close();
});

describeInChromium("the fields for customers in the editor", (browser) => {
  let editor: EditorPage;
  let id: string;

  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
    await owner.page.setViewportSize({ width: 1440, height: 1000 });
    editor = editorPage(owner.page, dashboard);
    const body = { name: "Limits", slug: "things", nodes: NODES, edges: [], data_slots: [KEPT] };
    id = (await dashboard.api("POST", WORKFLOW, body))._id;
  });
  afterAll(() => owner?.page.context().close());

  test("are added, ordered, shown as in the portal, undone and saved", async () => {
    const { page, complaints } = owner;
    await editor.open(id);
    const open = page.getByRole("button", { name: "Fields for customers" });
    await open.click();
    const dialog = page.getByRole("dialog");
    const portal = dialog.frameLocator("iframe");
    await portal.getByText("Owner").waitFor();
    await dialog.getByRole("button", { name: "Add field" }).click();
    await dialog.getByRole("textbox", { name: "Label", exact: true }).fill("Region of orders");
    const ownId = dialog.getByRole("textbox", { name: "ID", exact: true });
    expect(await ownId.inputValue()).toBe("region_of_orders");
    await ownId.fill("owner");
    await dialog.getByRole("textbox", { name: "Label", exact: true }).fill("Region");
    expect(await ownId.inputValue()).toBe("owner");
    await dialog.getByText("Another field has this ID").waitFor();
    await dialog.getByRole("textbox", { name: "ID", exact: true }).fill("region");
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Choice" }).click();
    await dialog.getByRole("textbox", { name: "Choices" }).fill("eu = Europe\nus");
    await dialog.getByRole("textbox", { name: "Help" }).fill("Where the orders are kept.");
    await portal.getByRole("option", { name: "Europe" }).waitFor({ state: "attached" });
    await portal.getByText("Where the orders are kept.").waitFor();
    await expectAccessible(page);
    // A default that is not one of the choices is reported at its field.
    await dialog.getByRole("textbox", { name: "Default" }).fill("moon");
    await dialog.getByText(/defaultValue/).waitFor();
    await dialog.getByRole("textbox", { name: "Default" }).fill("us");
    await dialog.getByText(/defaultValue/).waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Move up" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => open.evaluate((one) => one === document.activeElement)).toBe(true);
    const region = {
      id: "region",
      name: "Region",
      field_type: "select",
      required: false,
      defaultValue: "us",
      help_text: "Where the orders are kept.",
      options: [
        { name: "Europe", value: "eu" },
        { name: "us", value: "us" },
      ],
    };
    expect((await editor.save(id)).data_slots).toEqual([region, KEPT]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Unsaved changes").waitFor();
    expect((await editor.save(id)).data_slots).toEqual([KEPT, region]);
    // The browser logs the refused preview, once or twice depending on the typing speed.
    expect(complaints.splice(0).filter((one) => !one.includes("portal-preview"))).toEqual([]);
  });

  test("of every kind are configured in the form: lists and actions of the application, mappings, rules", async () => {
    const { page, complaints } = owner;
    const body = { name: "Kinds", slug: "things", nodes: NODES, edges: [] };
    const made = (await dashboard.api("POST", WORKFLOW, body))._id;
    await editor.open(made);
    await page.getByRole("button", { name: "Fields for customers" }).click();
    const dialog = page.getByRole("dialog");
    const add = async (name: string, fieldId: string, type: string) => {
      await dialog.getByRole("button", { name: "Add field" }).click();
      await dialog.getByRole("textbox", { name: "Label", exact: true }).fill(name);
      await dialog.getByRole("textbox", { name: "ID", exact: true }).fill(fieldId);
      await pick(dialog, "Type", type);
    };
    const pick = async (within: Locator, field: string, option: string) => {
      await within.getByRole("combobox", { name: field, exact: true }).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    };
    const lines = (within: Locator, field: string, text: string) =>
      within.getByRole("textbox", { name: field, exact: true }).fill(text);
    await add("Board", "board", "Text");
    await add("List", "list", "Choice");
    await pick(dialog, "Choices come from", "A list of the application");
    await dialog.getByText(/data_source of type options needs list/).waitFor();
    await pick(dialog, "List", "lists");
    await dialog.getByText("Takes board.").waitFor();
    await lines(dialog, "Input (JSON)", '{"board":"{{ fields.board }}"}');
    await pick(dialog, "Depends on", "Board");
    await expectAccessible(page);
    await add("Stages", "stages", "Mapping of names");
    await lines(dialog, "Names", "new = New deal");
    await lines(dialog, "Choices for each name", "open\nwon");
    await add("Contacts", "contacts", "Mapping of two lists");
    const left = dialog.getByRole("group", { name: "Left side" });
    const right = dialog.getByRole("group", { name: "Right side" });
    await lines(left, "Heading", "Ours");
    await lines(left, "Choices", "email");
    await pick(right, "Choices come from", "An action of the application");
    await pick(right, "Action", "List things");
    await lines(right, "Path of the list", "things");
    await lines(right, "Path of the label", "title");
    await lines(right, "Path of the value", "id");
    await right.getByRole("checkbox", { name: "Several values" }).check();
    await expectAccessible(page);
    await add("Which orders", "which", "Rules");
    await lines(dialog.getByRole("group", { name: "Fields", exact: true }), "Choices", "country\ntotal");
    const values = dialog.getByRole("group", { name: "Values", exact: true });
    await values.getByRole("combobox", { name: "Different for" }).fill("country");
    await page.keyboard.press("Escape");
    await lines(dialog.getByRole("group", { name: "Values for country" }), "Choices", "DE\nFR = France");
    await values.getByText("Now different for country").waitFor();
    await dialog.frameLocator("iframe").getByText("Which orders").first().waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    const plain = { required: false };
    const choices = (...names: string[]) => names.map((name) => ({ name, value: name }));
    expect((await editor.save(made)).data_slots).toEqual([
      { id: "board", name: "Board", field_type: "text", ...plain },
      {
        id: "list",
        name: "List",
        field_type: "select",
        parent: "board",
        ...plain,
        data_source: { type: "options", list: "lists", input: { board: "{{ fields.board }}" } },
      },
      {
        id: "stages",
        name: "Stages",
        field_type: "map",
        ...plain,
        labels: [{ name: "New deal", value: "new" }],
        options: choices("open", "won"),
      },
      {
        id: "contacts",
        name: "Contacts",
        field_type: "map_v2",
        ...plain,
        mapping: {
          lhs: { name: "Ours", options: choices("email") },
          rhs: {
            data_source: {
              type: "action",
              action: "list_things",
              items: "things",
              name: "title",
              value: "id",
            },
            multiple: true,
          },
        },
      },
      {
        id: "which",
        name: "Which orders",
        field_type: "rule_engine",
        ...plain,
        rule_columns: {
          lhs: { options: choices("country", "total") },
          rhs: { by_lhs: { country: { options: [...choices("DE"), { name: "France", value: "FR" }] } } },
        },
      },
    ]);
    // The browser logs the preview that was refused while a field was incomplete.
    expect(complaints.splice(0).filter((one) => !one.includes("portal-preview"))).toEqual([]);
  });

  test("are deleted with the keyboard, beside steps that are edited", async () => {
    const { page, complaints } = owner;
    await editor.open(id);
    await page.getByRole("button", { name: "Fields for customers" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Owner/ }).focus();
    await page.keyboard.press("Enter");
    await editor.tabTo(dialog.getByRole("button", { name: "Delete field" }));
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: /^Region/ }).waitFor();
    expect(await dialog.getByRole("button", { name: /^Owner/ }).count()).toBe(0);
    await dialog.getByRole("textbox", { name: "ID", exact: true }).fill("area");
    await page.keyboard.press("Escape");
    await editor.step("sum").click();
    await editor.settings("Sum").waitFor();
    expect((await editor.save(id)).data_slots).toMatchObject([{ id: "area", defaultValue: "us" }]);
    expect(complaints).toEqual([]);
  });
});
