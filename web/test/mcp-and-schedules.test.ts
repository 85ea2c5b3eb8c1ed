import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Locator, Page } from "playwright-core";
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
  startDashboard,
  type Visit,
  visit,
} from "./dashboard.ts";

const PUBLIC = "/api/v2/public";
const ACCOUNT = "harbor-tools";
const OTHER = "northwind-books";
const ID = /[0-9a-f]{24}/;

let dashboard: Dashboard;
let things: ThingsApi;
let owner: Visit;

beforeAll(async () => {
  things = await startThingsApi();
  dashboard = await startDashboard();
  const { api } = dashboard;
  for (const [id, name] of [
    [ACCOUNT, "Harbor Tools"],
    [OTHER, "Northwind Books"],
  ])
    await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: id, name });
  await api("POST", `${PUBLIC}/application`, buildThingsDefinition("things", things.url));
  const { _id } = await api("POST", `${PUBLIC}/workflow`, {
    name: "Nightly export",
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "code", type: "ai_code_executor", data: { code: "return input" } },
    ],
    edges: [{ source: "start", target: "code" }],
  });
  await api("PUT", `${PUBLIC}/workflow/${_id}/publish`, { published: true });
});
afterAll(async () => {
  await dashboard?.close();
  await things?.close();
});

// Longer than anything here takes, even on a busy machine.
const LONGEST_MS = 20_000;

const open = (page: Page, path: string) => openPage(page, `${dashboard.url}/app/test${path}`);

/** Chooses the option with this name in a field with a list. */
async function choose(where: Page | Locator, field: string, option: string | RegExp): Promise<void> {
  const box = where.getByRole("combobox", { name: field });
  await box.click();
  const page = "page" in where ? where.page() : where;
  await page.getByRole("option", { name: option }).click();
}

describeInChromium("schedules and MCP servers", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(LONGEST_MS);
  });
  afterAll(() => owner?.page.context().close());

  test("a schedule is created: errors are shown at their fields, and the next runs beforehand", async () => {
    const { page } = owner;
    await open(page, "/schedules");
    await page.getByRole("link", { name: "New schedule" }).first().click();
    await page.getByRole("button", { name: "Create schedule" }).click();
    await page.getByText("Choose a workflow.").waitFor();
    const workflow = page.getByRole("combobox", { name: "Workflow" });
    await expect.poll(() => workflow.evaluate((field) => field === document.activeElement)).toBe(true);
    await choose(page, "Workflow", "Nightly export");
    await choose(page, "Customer", /Harbor Tools/);
    const cron = page.getByRole("textbox", { name: "Cron expression" });
    await cron.fill("0 9 * *");
    await page.getByText(/^"0 9 \* \*" has 4 fields/).waitFor();
    expect(await cron.getAttribute("aria-invalid")).toBe("true");
    await cron.fill("30 6 * * 1-5");
    await page.getByRole("combobox", { name: "Time zone" }).fill("new york");
    await page.getByRole("option", { name: "America/New_York" }).click();
    const runs = page.getByRole("table", { name: "Next runs" });
    await runs.getByRole("columnheader", { name: "In America/New_York" }).waitFor();
    await runs
      .getByText(/, 06:30$/)
      .first()
      .waitFor();
    const input = page.getByRole("textbox", { name: "Input of each run" });
    await input.fill("[1]");
    await page.getByRole("button", { name: "Create schedule" }).click();
    await page.getByText("The input must be an object, such as {}.").waitFor();
    await input.fill('{"kind": "full"}');
    await page.getByRole("button", { name: "Create schedule" }).click();
    await page.waitForURL(/\/schedules\/[0-9a-f]{24}$/);
    const [id = ""] = ID.exec(page.url()) ?? [];
    expect(await dashboard.api("GET", `${PUBLIC}/schedules/${id}`)).toMatchObject({
      linked_account_id: ACCOUNT,
      cron_pattern: "30 6 * * 1-5",
      time_zone: "America/New_York",
      payload: { kind: "full" },
      status: "running",
    });
  });

  test("a schedule is edited to run once, and deleted", async () => {
    const { page } = owner;
    const [id = ""] = ID.exec(page.url()) ?? [];
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByText("Once or on certain dates").click();
    await page.getByRole("button", { name: "Date 1" }).click();
    const calendar = page.getByRole("dialog");
    await calendar.getByRole("button", { name: "Next month" }).click();
    await calendar.getByRole("button", { name: /^15 / }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save schedule" }).click();
    await page.waitForURL(new RegExp(`/schedules/${id}$`));
    await page.getByText("One date").waitFor();
    const changed = await dashboard.api("GET", `${PUBLIC}/schedules/${id}`);
    expect(changed).toMatchObject({ trigger_type: "interval", payload: { kind: "full" } });
    expect(changed.upcoming).toMatchObject([{ local: expect.stringMatching(/-15T/) }]);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete schedule" }).click();
    await page.getByText("No schedules yet").waitFor();
  });

  test("a server is created from selected tools, whose cost is shown during selection", async () => {
    const { page } = owner;
    await open(page, "/mcp");
    await page.getByRole("link", { name: "New server" }).first().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Bookkeeping");
    await page.getByRole("textbox", { name: "Description" }).fill("Writes and reads invoices.");
    await page.getByRole("button", { name: "Add tools" }).click();
    const picker = page.getByRole("dialog");
    await choose(picker, "From", "Things");
    await picker.getByRole("searchbox", { name: "Search by name" }).fill("thing");
    await picker.getByRole("checkbox", { name: "Add List things" }).check();
    await picker.getByRole("checkbox", { name: "Add Make a thing" }).check();
    const cost = picker
      .getByRole("row", { name: /List things/ })
      .getByRole("cell")
      .last();
    await expect.poll(() => cost.innerText()).toMatch(/^\d+$/);
    await expectAccessible(page);
    await choose(picker, "From", "Workflows");
    await picker.getByRole("checkbox", { name: "Add Nightly export" }).check();
    await picker.getByText("3 tools selected").waitFor();
    await picker.getByRole("button", { name: "Done" }).click();
    await page.getByText(/^3 tools, about \d+ tokens$/).waitFor();
    await page.getByRole("combobox", { name: "Approval for Make a thing" }).selectOption("Not offered");
    await page.getByText(/^2 tools, about \d+ tokens$/).waitFor();
    await page.getByRole("button", { name: "Create server" }).click();
    await page.waitForURL(/\/mcp\/servers\/[0-9a-f]{24}/);
    const tools = page.getByRole("tabpanel", { name: "Tools" }).getByRole("table", { name: "Tools" });
    await tools.getByText("things_list_things_action").waitFor();
    expect(await tools.getByText("things_make_thing_action").count()).toBe(0);
    const [id = ""] = ID.exec(page.url()) ?? [];
    expect(await dashboard.api("GET", `${PUBLIC}/mcp-servers/${id}`)).toMatchObject({
      name: "Bookkeeping",
      safe_mode: true,
      associated_apps: [
        { slug: "things", actions: [{ id: "list_things" }, { id: "make_thing", policy: "deny" }] },
        { slug: "workflows", workflows: [{}] },
      ],
    });
  });

  test("a server is edited: API errors are shown at the tools, and fields outside the form stay", async () => {
    const { page } = owner;
    const [id = ""] = ID.exec(page.url()) ?? [];
    await dashboard.api("PUT", `${PUBLIC}/mcp-servers/${id}`, { chains: [{ name: "Close the month" }] });
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByText("This server also has 1 chain and 0 resources").waitFor();
    for (const tool of ["List things", "Nightly export"]) {
      await page.getByRole("button", { name: `Rename ${tool}` }).click();
      const naming = page.getByRole("dialog");
      await naming.getByRole("textbox", { name: "Tool name" }).fill("list");
      await naming.getByRole("button", { name: "Apply" }).click();
    }
    await page.getByText('tool_name "list" is given to two tools.').waitFor();
    await page.getByRole("button", { name: "Remove Nightly export" }).click();
    await page.getByText(/^1 tool, about \d+ tokens$/).waitFor();
    await page.getByRole("button", { name: "Add prompt" }).click();
    await page.getByRole("textbox", { name: "Name of prompt 1" }).fill("Open things");
    await page.getByRole("button", { name: "Save server" }).click();
    await page.getByText("A prompt needs a name and a text.").waitFor();
    await page.getByRole("textbox", { name: "Prompt 1", exact: true }).fill("Which things are open?");
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Save server" }).click();
    const shown = page.getByRole("tabpanel", { name: "Tools" });
    await shown.getByText("list", { exact: true }).waitFor();
    expect(await dashboard.api("GET", `${PUBLIC}/mcp-servers/${id}`)).toMatchObject({
      chains: [{ name: "Close the month" }],
      suggestions: [{ name: "Open things", prompt: "Which things are open?" }],
    });
  });

  test("a token is shown once, works, and is revoked in the list of all customers' access", async () => {
    const { page } = owner;
    await page.getByRole("tab", { name: "Connect" }).click();
    await page.getByText("VS Code", { exact: true }).click();
    await page.getByRole("region", { name: "With a token" }).getByText("promptString").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await dialog.getByText("Choose a customer.").waitFor();
    await choose(dialog, "Customer", /Northwind Books/);
    await dialog.getByRole("button", { name: "Create token" }).click();
    const token = await dialog.getByText(/^mcp_/).innerText();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    const [id = ""] = ID.exec(page.url()) ?? [];
    expect(await toolsOf(id, token)).toEqual(["list", "get_execution"]);
    await open(page, "/mcp/access");
    const row = page.getByRole("table", { name: "Tokens" }).getByRole("row", { name: /northwind-books/ });
    await row.getByText("Bookkeeping").waitFor();
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row.waitFor({ state: "detached" });
    await expect(toolsOf(id, token)).rejects.toThrow();
  });

  test("a server for one customer is found by that customer, and deleted with a warning", async () => {
    const { page } = owner;
    await open(page, `/mcp/servers/new?linked_account_id=${ACCOUNT}`);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Harbor desk");
    await page.getByText("One customer", { exact: true }).click();
    await page.getByRole("button", { name: "Create server" }).click();
    await page.getByText(`Only ${ACCOUNT}`).waitFor();
    const [id = ""] = ID.exec(page.url()) ?? [];
    await dashboard.api("POST", `${PUBLIC}/mcp-servers/${id}/token`, {}, { account: ACCOUNT });
    await open(page, "/mcp");
    await page.getByRole("link", { name: "Bookkeeping" }).waitFor();
    expect(await page.getByRole("link", { name: "Harbor desk" }).count()).toBe(0);
    await choose(page, "Customer", /Harbor Tools/);
    await page.getByRole("link", { name: "Harbor desk" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Revokes 1 token at once.").waitFor();
    await dialog.getByRole("button", { name: "Delete server" }).click();
    await page.waitForURL(/\/mcp$/);
    const { docs } = await dashboard.api("GET", `${PUBLIC}/mcp-servers`, undefined, { account: ACCOUNT });
    expect(docs.map(({ name }: { name: string }) => name)).toEqual(["Bookkeeping"]);
  });

  test("the settings report an invalid address, and are saved", async () => {
    const { page } = owner;
    await open(page, "/mcp/settings");
    const address = page.getByRole("textbox", { name: "Sign-in URL of your product" });
    await address.fill("http://app.example.com/assistants");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText(/^Must be an https address/).waitFor();
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("https://app.example.com/assistants");
    await page.getByRole("region", { name: /^Request from your backend/ }).waitFor();
    await page.getByRole("radio", { name: "Your system, through the API" }).check();
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("The settings were saved").waitFor();
    expect(await dashboard.api("GET", `${PUBLIC}/mcp-settings`)).toMatchObject({
      sign_in_url: "https://app.example.com/assistants",
      approvals: "api",
    });
  });

  test("support sees everything, and actions for developers are refused", async () => {
    const invitation = { email: "sam@example.com", roles: { test: "support", production: null } };
    const { link } = await dashboard.api("POST", `${PUBLIC}/operators`, invitation, {
      environment: "production",
    });
    const { page, complaints } = await visit(browser(), link);
    page.setDefaultTimeout(LONGEST_MS);
    await page.getByRole("button", { name: "Open the dashboard" }).click();
    await page.getByRole("button", { name: "Your account" }).waitFor();
    await open(page, "/mcp");
    await page.getByRole("link", { name: "Bookkeeping" }).waitFor();
    expect(await page.getByRole("link", { name: "New server" }).count()).toBe(0);
    await page.getByRole("link", { name: "Bookkeeping" }).click();
    for (const action of ["Edit", "Delete"])
      expect(await page.getByRole("button", { name: action }).getAttribute("aria-disabled")).toBe("true");
    await open(page, "/mcp/settings");
    await page.getByRole("textbox", { name: "Logo" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Logo" }).isEditable()).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** The names of the tools that an agent with the token is offered by a server. */
async function toolsOf(serverId: string, token: string): Promise<string[]> {
  const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const transport = new StreamableHTTPClientTransport(new URL(`${dashboard.url}/mcp/v1/${serverId}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}
