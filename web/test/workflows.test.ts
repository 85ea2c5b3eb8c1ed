import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const WORKFLOW = "/api/v2/public/workflow";
const HOSTILE = `<img src=x onerror="document.title='run'">`;
const EDGES = [
  { source: "start", target: "large" },
  { source: "large", target: "each", sourceHandle: "true" },
  { source: "each", target: "line", sourceHandle: "item" },
  { source: "each", target: "answer", sourceHandle: "done" },
];

let dashboard: Dashboard;
let owner: Visit;
let id: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  for (const environment of ["test", "production"] as const)
    for (const account of ["harbor-tools", "pine-goods"])
      await dashboard.api(
        "PUT",
        "/api/v2/public/linked-account",
        { linked_account_id: account, name: account },
        { environment },
      );
  const nodes = nodesWith(1000);
  const settings = { manual_execution_payload: { total: 7, lines: [] } };
  const body = { name: `Orders ${HOSTILE}`, workflow_alias: "orders", nodes, edges: EDGES, settings };
  ({ _id: id } = await dashboard.api("POST", WORKFLOW, body));
  await publish("test");
  await publish("production");
  await dashboard.api("PUT", `${WORKFLOW}/${id}`, { nodes: nodesWith(5000) });
  await publish("test");
});
afterAll(() => dashboard?.close());

function nodesWith(least: number): object[] {
  const conditions = [{ lhs: "{{ input.total }}", operator: "gte", rhs: least }];
  return [
    {
      id: "start",
      type: "start",
      name: "Order placed",
      triggers: [{ application: "Junctor", event: "API Call" }],
    },
    { id: "large", type: "rule", name: "Is it large?", data: { conditions } },
    { id: "each", type: "loop", name: "Each line", data: { items: "{{ input.lines }}" } },
    { id: "line", type: "transform", name: HOSTILE, data: { output: "{{ loop.item }}" } },
    { id: "answer", type: "transform", name: "Answer", data: { output: { total: "{{ input.total }}" } } },
  ];
}

function publish(environment: "test" | "production") {
  return dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true }, { environment });
}

const open = (path = "") => owner.page.goto(`${dashboard.url}/app/test/workflows${path}`);

describeInChromium("workflows", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("a workflow is found and read: steps with the keyboard, settings of one", async () => {
    const { page } = owner;
    await open();
    await page.getByRole("searchbox", { name: "Find by name" }).fill("orders");
    await page.waitForURL(/name=orders/);
    const row = page.getByRole("row", { name: /^Orders/ });
    // The version that each environment runs.
    await row.getByRole("cell", { name: "Version 1", exact: true }).waitFor();
    await row.getByRole("cell", { name: "Version 2", exact: true }).waitFor();
    const draft = await dashboard.api("PUT", `${WORKFLOW}/${id}`, { nodes: nodesWith(6000) });
    await page.reload();
    await row.getByRole("cell", { name: "Version 2 Unpublished changes" }).waitFor();
    await dashboard.api("DELETE", `${WORKFLOW}/${draft._id}`);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("link", { name: `Orders ${HOSTILE}` }).click();
    await page.getByText("Published · Version 2").waitFor();
    const start = page.getByRole("button", { name: /^Order placed/ });
    await start.focus();
    await start.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/step=large/);
    const settings = page.getByRole("region", { name: "Is it large?" });
    await settings.getByRole("heading", { name: "Settings" }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByText("List", { exact: true }).click();
    await page
      .getByRole("list", { name: /^Steps of/ })
      .getByText("In the loop Each line")
      .waitFor();
    await expectAccessible(page);
  });

  test("differences between two versions are shown in the drawing and in words", async () => {
    const { page } = owner;
    await open(`/${id}?view=versions`);
    await page.getByRole("heading", { name: "From Version 1 to Version 2" }).waitFor();
    await page.getByRole("button", { name: /^Is it large\?.*Changed/ }).waitFor();
    const changes = page.getByRole("table", { name: "Is it large?" });
    expect(await changes.getByRole("row").nth(1).innerText()).toMatch(
      /data\.conditions\.0\.rhs\s+1000\s+5000/,
    );
    await expectAccessible(page);
    await expectFits(page);
  });

  test("a version is promoted to production, after a note on how many customers it affects", async () => {
    const { page } = owner;
    await open(`/${id}`);
    await page.getByText("Production runs version 1").waitFor();
    await page.getByRole("button", { name: "Promote to production" }).click();
    const question = page.getByRole("dialog");
    await question
      .getByText(
        "Version 2 replaces version 1 in production. 2 customers in production have this workflow on.",
      )
      .waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Publish in production" }).click();
    await page.getByText("Production runs the same version").waitFor();
    expect(await page.getByRole("button", { name: "Promote to production" }).count()).toBe(0);
    const there = await dashboard.api("GET", `${WORKFLOW}/${id}`, undefined, { environment: "production" });
    expect(there).toMatchObject({ published: true, version: 2 });
  });

  test("missing dependencies in production are listed before publishing, and promoted from the same dialog", async () => {
    const { page } = owner;
    const event = { name: "order.returned", response: { id: 1 } };
    await dashboard.api("POST", "/api/v2/public/application/event", event);
    const triggers = [{ application: "Junctor", event: "order.returned" }];
    const nodes = [{ id: "start", type: "start", name: "Order returned", triggers }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Returns", slug: "gmail", nodes });
    await dashboard.api("PUT", `${WORKFLOW}/${_id}/publish`, { published: true });
    await open(`/${_id}`);
    await page.getByRole("button", { name: "Promote to production" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The event order.returned is not defined in production.").waitFor();
    await dialog.getByText("Gmail has no OAuth client in production.").waitFor();
    const publishing = dialog.getByRole("button", { name: "Publish in production" });
    expect(await publishing.isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Promote order.returned" }).click();
    await expect.poll(() => publishing.isEnabled()).toBe(true);
    // Nobody can connect it yet, which does not prevent publishing.
    await dialog.getByRole("button", { name: "Open Gmail" }).waitFor();
    await publishing.click();
    await page.getByText("Production runs the same version").waitFor();
    const there = await dashboard.api("GET", `${WORKFLOW}/${_id}`, undefined, { environment: "production" });
    expect(there).toMatchObject({ published: true, version: 1 });
  });

  test("it runs with an input for a customer, which leads to its execution", async () => {
    const { page } = owner;
    await open(`/${id}`);
    await page.getByRole("button", { name: "Run…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Customer" }).fill("pine");
    await page.getByRole("option", { name: "pine-goods" }).click();
    const input = dialog.getByRole("textbox", { name: "Input" });
    // The workflow's own example.
    await expect.poll(() => input.inputValue()).toContain('"total": 7');
    await expectAccessible(page);
    await input.fill('{"total": 9000, "lines": [1, 2]}');
    await dialog.getByRole("button", { name: "Run workflow" }).click();
    await page.waitForURL(/\/executions\/[0-9a-f]{24}/);
    const execution = page.url().split("/").at(-1)?.slice(0, 24);
    const run = await dashboard.api("GET", `/api/v2/public/execution/${execution}`);
    expect(run).toMatchObject({ linked_account_id: "pine-goods", associated_workflow: { _id: id } });
  });

  test("an exported workflow is imported, and shows what prevents publishing it", async () => {
    const { page } = owner;
    const exported = await dashboard.api("GET", `${WORKFLOW}/${id}/export`);
    const nodes = [...exported.nodes, { id: "later", type: "delay", name: "Later", data: {} }];
    const edges = [...exported.edges, { source: "answer", target: "later" }];
    await open();
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.getByRole("button", { name: "Import from a file" }).click();
    const dialog = page.getByRole("dialog");
    const document = { ...exported, alias: null, name: "Imported orders", nodes, edges };
    await dialog.getByRole("textbox", { name: "Document" }).fill(JSON.stringify(document));
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Import workflow" }).click();
    await page.getByRole("heading", { level: 1, name: "Imported orders" }).waitFor();
    await page.getByRole("button", { name: /^Later: / }).click();
    await page.getByRole("region", { name: "Later" }).waitFor();
    await expectAccessible(page);
  });

  test("a template is found by an application's name, and opens in the editor", async () => {
    const { page } = owner;
    await open();
    await page.getByRole("button", { name: "New workflow" }).click();
    const dialog = page.getByRole("dialog", { name: "New workflow" });
    const cards = dialog.getByRole("button", { name: /Customers connect/ });
    await expect.poll(() => cards.count(), { message: "templates" }).toBe(10);
    await expectAccessible(page);
    await expectFits(page);
    await dialog.getByRole("searchbox", { name: "Find a template" }).fill("stripe");
    await expect.poll(() => cards.count(), { message: "templates with Stripe" }).toBe(2);
    await cards.filter({ hasText: "Stripe payments to Slack" }).click();
    await page.waitForURL(/\/workflows\/\w+\/edit$/);
    await page.getByRole("heading", { level: 1, name: "Stripe payments to Slack" }).waitFor();
    const made = /workflows\/(\w+)\/edit/.exec(page.url())?.[1];
    expect(await dashboard.api("GET", `${WORKFLOW}/${made}/problems`)).toMatchObject({ errors: [] });
  });

  test("a workflow is unpublished after confirmation, and no part of its name became markup", async () => {
    const { page, complaints } = owner;
    await open(`/${id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Unpublish in test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unpublish in test" }).click();
    await page.getByText("Not published", { exact: true }).waitFor();
    expect(await page.title()).toBe(`Orders ${HOSTILE} · Junctor`);
    expect(complaints).toEqual([]);
  });
});
