import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
} from "../../src/apps/catalog/test-things-api.ts";
import { saveApplicationFields } from "../../src/configs/application-field-store.ts";
import type { Fields as Slot } from "../../src/workflows/definition/graph.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { describeInChromium } from "./chromium.ts";

const LIST = { type: "options", list: "lists", input: { board: "{{ fields.board }}" } };
const FIELDS: Slot[] = [
  {
    id: "board",
    name: "Board",
    field_type: "select",
    required: true,
    options: ["red", "blue"].map((value) => ({ name: value, value })),
  },
  { id: "list", name: "List", field_type: "select", required: false, parent: "board", data_source: LIST },
  { id: "note", name: "Note", field_type: "text", required: false },
  { id: "secret", name: "Secret", field_type: "password", required: false },
  {
    id: "columns",
    name: "Columns",
    field_type: "map_v2",
    parent: "board",
    mapping: { lhs: { options: ["Email"] }, rhs: { data_source: LIST } },
  },
  {
    id: "filter",
    name: "Filter",
    field_type: "rule_engine",
    rule_columns: {
      lhs: { options: ["board", "total"] },
      rhs: { by_lhs: { board: { options: ["red", "blue"] } } },
    },
  },
];

let api: ThingsApi;
let server: ListeningServer;
let complaints: string[];
beforeAll(async () => {
  api = await startThingsApi();
  server = await startListeningServer();
  const { deps, test: scope, testKey: key, request } = server;
  const body = buildThingsDefinition("things", api.url);
  await request({ method: "POST", url: "/api/v2/public/application", key, body });
  await saveApplicationFields(deps.db, scope, "things", { fields: FIELDS, now: deps.clock.now() });
});
afterAll(async () => {
  await server?.close();
  await api?.close();
});
beforeEach(() => {
  complaints = [];
});

/** The settings of a customer who has just connected. */
async function openSettings(browser: Browser, accountId: string): Promise<Page> {
  const token = await server.account(accountId);
  const link = await server.request({ method: "POST", url: "/api/v2/public/connect-url", token, body: {} });
  const page = await (await browser.newContext()).newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/security policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${server.baseUrl}${new URL(link.body.hosted_url).pathname}/apps/things`);
  await page.locator("[name='field.key']").fill("good");
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  return page;
}

async function valuesOf(accountId: string): Promise<Record<string, unknown>> {
  const url = `/api/v2/public/slug/things/config/${accountId}`;
  const { body } = await server.request({ url, key: server.testKey, account: accountId });
  return Object.fromEntries(body.fields.map(({ id, value }: { id: string; value: unknown }) => [id, value]));
}

const listOf = (page: Page) => page.getByRole("combobox", { name: "List" });

describeInChromium("settings in the portal with script", (browser) => {
  test("choices and mappings follow the field that they depend on; what was typed stays, and one save keeps all", async () => {
    const page = await openSettings(browser(), "follows");
    await page.getByLabel("Note").fill("typed");
    await page.getByLabel("Secret").fill("hush");
    expect(await listOf(page).isDisabled()).toBe(true);
    await page.getByLabel("Board").selectOption("red");
    await listOf(page).selectOption({ label: "One of red" });
    await page.getByRole("combobox", { name: "Email" }).selectOption({ label: "Two" });
    expect(await page.getByLabel("Note").inputValue()).toBe("typed");
    expect(await page.getByLabel("Secret").inputValue()).toBe("hush");
    // A choice of the other board does not stay chosen.
    await page.getByLabel("Board").selectOption("blue");
    await page.getByRole("option", { name: "One of blue" }).first().waitFor({ state: "attached" });
    expect(await listOf(page).inputValue()).toBe("");
    // The same value as before, but of this board.
    await listOf(page).selectOption({ label: "One of blue" });
    await page.getByRole("combobox", { name: "Email" }).selectOption({ label: "Two" });
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    expect(await valuesOf("follows")).toMatchObject({
      board: "blue",
      list: 1,
      note: "typed",
      columns: { Email: "2" },
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("conditions change in place, with the focus where the change is", async () => {
    const page = await openSettings(browser(), "rules");
    const address = page.url();
    await page.getByRole("button", { name: "Add condition" }).click();
    await page.locator("select:focus").and(page.getByLabel("Condition 1: Field")).waitFor();
    await page.getByLabel("Condition 1: Field").selectOption("board");
    await page.locator("select[aria-label='Condition 1: Value']").selectOption("red");
    expect(await page.getByRole("button", { name: "Update choices" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Add condition" }).click();
    await page.getByLabel("Condition 2: Field").selectOption("total");
    await page.getByRole("button", { name: "Remove condition 1" }).click();
    await page.locator("button:focus", { hasText: "Add condition" }).waitFor();
    expect(await page.getByLabel("Condition 1: Field").inputValue()).toBe("total");
    expect(page.url()).toBe(address);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("an answer to an older state is dropped, and the newer state is asked for", async () => {
    const page = await openSettings(browser(), "ordered");
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/settings", async (route) => {
      asked.push(new URLSearchParams(route.request().postData() ?? "").get("app.board") ?? "");
      if (asked.length === 1) await held;
      await route.continue();
    });
    await page.getByLabel("Board").selectOption("red");
    await expect.poll(() => asked).toEqual(["red"]);
    await page.getByLabel("Board").selectOption("blue");
    await page.getByLabel("Note").fill("meanwhile");
    release();
    await page.getByRole("option", { name: "One of blue" }).first().waitFor({ state: "attached" });
    expect(asked.slice(0, 2)).toEqual(["red", "blue"]);
    expect(await page.getByLabel("Board").inputValue()).toBe("blue");
    expect(await page.getByLabel("Note").inputValue()).toBe("meanwhile");
    await page.context().close();
  });

  test("a form that cannot be updated says so, keeps what was entered and offers the button again", async () => {
    const page = await openSettings(browser(), "fails");
    await page.getByRole("button", { name: "Add condition" }).click();
    await page.getByLabel("Condition 1: Field").waitFor();
    await page.route("**/settings", (route) => route.abort());
    await page.getByLabel("Board").selectOption("red");
    await page.getByRole("alert").filter({ hasText: "could not be updated" }).waitFor();
    expect(await page.getByLabel("Board").inputValue()).toBe("red");
    await page.unroute("**/settings");
    await page.getByRole("button", { name: "Update choices" }).click();
    await page.getByRole("option", { name: "One of red" }).first().waitFor({ state: "attached" });
    expect(await page.getByRole("alert").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Update choices" }).isVisible()).toBe(false);
    await page.context().close();
  });
});

describeInChromium("the portal's list with script", (browser) => {
  test("is narrowed while the customer types, and says when nothing is left", async () => {
    const token = await server.account("searcher");
    const link = await server.request({
      method: "POST",
      url: "/api/v2/public/connect-url",
      token,
      body: {},
    });
    const page = await (await browser().newContext()).newPage();
    await page.goto(`${server.baseUrl}${new URL(link.body.hosted_url).pathname}`);
    const search = page.getByRole("searchbox");
    expect(await page.getByRole("button", { name: "Search" }).isVisible()).toBe(false);
    await search.fill("STRI");
    await page.getByRole("link", { name: "Things" }).waitFor({ state: "hidden" });
    expect(await page.getByRole("link", { name: "Stripe" }).isVisible()).toBe(true);
    expect(await page.getByRole("heading", { level: 2 }).filter({ visible: true }).allTextContents()).toEqual(
      ["Commerce and payments"],
    );
    await search.fill("nothing of the kind");
    await page.getByRole("status").filter({ hasText: "No application matches." }).waitFor();
    await search.fill("");
    await page.getByRole("link", { name: "Things" }).waitFor();
    await page.context().close();
  });
});
