import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const HOSTILE = '<img src="x" onerror="document.title = 1">';
const MANY = 100;

let dashboard: Dashboard;
/** A bookkeeping service that knows no products until it is told. */
let books: Server;
let knowsProducts = false;
/** It answers only after this. */
let isOpen: Promise<unknown> = Promise.resolve();
let workflow: string;

beforeAll(async () => {
  books = createServer(async (request, reply) => {
    request.resume();
    await isOpen;
    reply.writeHead(knowsProducts ? 200 : 422, { "content-type": "application/json" });
    reply.end(JSON.stringify(knowsProducts ? { number: "R-1" } : { error: "unknown product" }));
  });
  books.listen(0, "127.0.0.1");
  await once(books, "listening");
  dashboard = await startDashboard();
  const { port } = books.address() as { port: number };
  const { api } = dashboard;
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme Ltd" });
  const send = {
    method: "POST",
    url: `http://127.0.0.1:${port}/invoices`,
    body: { order: "{{ input.order }}", note: "{{ input.note }}" },
  };
  const created = await api("POST", "/api/v2/public/workflow", {
    name: "Order to invoice",
    nodes: [
      {
        id: "start",
        type: "start",
        name: "Order placed",
        triggers: [{ application: "Junctor", event: "API Call" }],
      },
      { id: "invoice", type: "http", name: "Write invoice", data: send },
    ],
    edges: [{ source: "start", target: "invoice" }],
  });
  workflow = created._id;
  await api("PUT", `/api/v2/public/workflow/${workflow}/publish`, { published: true });
});
afterAll(async () => {
  await dashboard?.close();
  books?.close();
});

async function placeOrder(order: number): Promise<void> {
  const body = { order, note: HOSTILE };
  await dashboard.api("POST", `/api/v2/public/workflow/${workflow}/execute`, body, { account: "acme" });
}

async function countOf(status: string): Promise<number> {
  return (await dashboard.api("GET", `/api/v2/public/execution?status=${status}&limit=1`)).totalDocs;
}

const hasCount = (status: string, count: number) => eventually(async () => (await countOf(status)) === count);

describeInChromium("the pages of executions", (browser) => {
  let seen: Visit;
  let page: Page;

  test("a new execution is announced, and shown on request", async () => {
    seen = await signIn(browser(), dashboard);
    page = seen.page;
    await page.goto(`${dashboard.url}/app/test/executions`);
    await page.getByText("No executions yet").waitFor();
    await expectAccessible(page);
    await placeOrder(1);
    // An empty list has no rows that could move, so the new one is inserted at once.
    await page.getByRole("link", { name: "Order to invoice" }).waitFor();
    await placeOrder(417);
    await page.getByRole("button", { name: "1 new" }).click();
    await expect.poll(() => page.getByRole("link", { name: "Order to invoice" }).count()).toBe(2);
    await expectAccessible(page);
    await expectFits(page);
  });

  test("the failure of order 417 is found, fixed and replayed from the step", async () => {
    await hasCount("ERRORED", 2);
    await page.getByRole("searchbox", { name: /order number/ }).fill("417");
    await expect.poll(() => page.getByRole("link", { name: "Order to invoice" }).count()).toBe(1);
    await page.getByRole("link", { name: "Order to invoice" }).click();
    const failure = page.getByRole("region", { name: "Why it failed" });
    await failure.getByRole("heading", { name: "“Write invoice” failed" }).waitFor();
    await failure.getByText("unknown product").waitFor();
    await page.getByRole("region", { name: "Step", exact: true }).getByText('"POST"').waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await failure.getByRole("button", { name: "Edit input and replay…" }).click();
    const input = page.getByLabel("Input (JSON)");
    const given = JSON.parse(await input.inputValue());
    await input.fill(JSON.stringify({ ...given, body: { order: 418 } }));
    await expectAccessible(page);
    knowsProducts = true;
    await page.getByRole("button", { name: "Replay from Write invoice", exact: true }).click();
    await page.getByText("Replay of").waitFor();
    await page.getByText("Completed").first().waitFor();
    expect(await failure.count()).toBe(0);
    const replay = page.url();
    // The old execution shows that it was repaired.
    await page.getByText("Replay of").locator("..").getByRole("link").click();
    await page.getByText("Last replay").locator("..").getByText("Completed").waitFor();
    await page
      .getByRole("table", { name: "Replays" })
      .getByRole("link", { name: "Order to invoice" })
      .click();
    await page.waitForURL(replay.replace(/\?.*/, ""));
  });

  test("a customer's input is shown unchanged, and never as part of the page", async () => {
    await page
      .getByRole("region", { name: "Timeline" })
      .getByRole("button", { name: /Order placed/ })
      .click();
    await page.getByText(JSON.stringify(HOSTILE)).waitFor();
    expect(page.url()).toContain("step=start");
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).toBe("Order to invoice · Junctor");
  });

  test("⌘K finds executions by their content, and starts actions", async () => {
    const find = async (text: string, action: string) => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByPlaceholder(/^Find a workflow/).fill(text);
      await page.getByRole("button", { name: action }).click();
    };
    await find("418", "Search executions for “418”");
    await page.waitForURL(/executions\?search=418/);
    await page.getByText("Nothing matches these filters").waitFor();
    await find("customer", "Add a customer");
    await page.getByRole("dialog", { name: "Add a customer" }).waitFor();
    await page.waitForURL(/customers$/);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  test("a large value is searched, and navigated with the keyboard", async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => ({ sku: `SKU-${index}`, count: index % 7 }));
    const url = `/api/v2/public/workflow/${workflow}/execute`;
    const begun = await dashboard.api("POST", url, { order: 9, lines }, { account: "acme" });
    await page.goto(`${dashboard.url}/app/test/executions/${begun.execution_id}?step=start`);
    const tree = page.getByRole("tree", { name: "Payload" });
    await tree.getByRole("treeitem", { name: "lines: [2,000]" }).waitFor();
    const search = page.getByRole("searchbox", { name: "Find in this value" });
    await search.fill("sku-1999");
    await page.getByText("1 found", { exact: true }).waitFor();
    await search.press("Enter");
    const here = page.locator(":focus");
    await expect.poll(() => here.innerText()).toBe('sku: "SKU-1999"');
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("{{ input.lines[1999].sku }}");
    await search.fill("");
    await page.getByRole("button", { name: "Expand all" }).click();
    await tree.getByRole("treeitem", { name: 'sku: "SKU-0"' }).focus();
    await page.keyboard.press("End");
    await expect.poll(() => here.innerText()).toBe("count: 4");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => here.innerText()).toBe("1999: {2}");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => here.getAttribute("aria-expanded")).toBe("false");
    await expectAccessible(page);
    await page.keyboard.press("Home");
    await expect.poll(() => here.innerText()).toBe("{2}");
    // A line that the mouse wheel scrolls away is not rendered any more; the keys still go from it.
    await tree.hover();
    await page.mouse.wheel(0, 40_000);
    await expect.poll(() => tree.locator("[data-index='0']").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => here.innerText()).toBe("order: 9");
    await page.getByRole("button", { name: "Collapse all", exact: true }).click();
    expect(await tree.getByRole("treeitem").count()).toBe(1);
  });

  test("called executions are listed, some beside their caller and all in the list", async () => {
    const data = { workflow, input: { order: "{{ loop.item }}" } };
    const caller = await dashboard.api("POST", "/api/v2/public/workflow", {
      name: "Orders of a day",
      nodes: [
        {
          id: "start",
          type: "start",
          name: "Day ended",
          triggers: [{ application: "Junctor", event: "API Call" }],
        },
        { id: "each", type: "loop", name: "Each order", data: { items: "{{ input.orders }}" } },
        { id: "call", type: "sub_flow", name: "Invoice it", data },
      ],
      edges: [
        { source: "start", target: "each" },
        { source: "each", target: "call", sourceHandle: "item" },
      ],
    });
    const url = `/api/v2/public/workflow/${caller._id}`;
    await dashboard.api("PUT", `${url}/publish`, { published: true });
    const orders = Array.from({ length: 12 }, (_, index) => 2000 + index);
    const begun = await dashboard.api("POST", `${url}/execute`, { orders }, { account: "acme" });
    await page.goto(`${dashboard.url}/app/test/executions/${begun.execution_id}`);
    const called = page.getByRole("table", { name: "Executions that it called" });
    await expect.poll(() => called.getByRole("row").count()).toBe(10);
    await page.getByRole("link", { name: "Show all 12" }).click();
    await page.getByRole("button", { name: "Clear: Called by" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Order to invoice" }).count()).toBe(12);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Order to invoice" }).first().click();
    await page.getByText("Called by").locator("..").getByRole("link").click();
    await page.waitForURL(new RegExp(begun.execution_id));
  });

  test("a workflow can be selected that is not among the newest", async () => {
    const others = Array.from({ length: 21 }, (_, index) => `Newer ${index}`);
    for (const name of others) await dashboard.api("POST", "/api/v2/public/workflow", { name });
    await page.goto(`${dashboard.url}/app/test/executions`);
    const field = page.getByRole("combobox", { name: "Workflow" });
    await field.click();
    await page.getByRole("option", { name: "Newer 20" }).waitFor();
    expect(await page.getByRole("option", { name: "Order to invoice" }).count()).toBe(0);
    await field.fill("invoice");
    await page.getByRole("option", { name: "Order to invoice" }).click();
    await page.waitForURL(/workflow_id=/);
    // Also when the address alone names the workflow.
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe("Order to invoice");
    await page.getByRole("link", { name: "Order to invoice" }).first().waitFor();
  });

  test("a failure is found from the overview in three clicks, fixed, replayed, and watched until it is done", async () => {
    knowsProducts = false;
    await placeOrder(500);
    await hasCount("ERRORED", 3);
    await page.goto(`${dashboard.url}/app/test`);
    const failing = page.getByRole("region", { name: "Failing workflows" });
    await failing.getByText(/^3 of \d+ failed$/).waitFor();
    const chart = page.getByRole("region", { name: "Executions by outcome" });
    await chart.locator(".recharts-bar-rectangle path").last().hover();
    await expect
      .poll(() => chart.locator(".recharts-tooltip-wrapper").innerText())
      .toMatch(/Failed\s+[1-3]\b/);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks++;
    };
    await click(failing.getByRole("link", { name: "Order to invoice" }));
    await page.waitForURL(/period=24h/);
    // The newest comes first.
    await expect.poll(() => page.getByRole("link", { name: "Order to invoice" }).count()).toBe(3);
    await click(page.getByRole("link", { name: "Order to invoice" }).first());
    const failure = page.getByRole("region", { name: "Why it failed" });
    await failure.getByText("unknown product").waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
    await failure.getByRole("button", { name: "Edit input and replay…" }).click();
    const input = page.getByLabel("Input (JSON)");
    const { body, ...request } = JSON.parse(await input.inputValue());
    expect(body).toMatchObject({ order: 500 });
    await input.fill(JSON.stringify({ ...request, body: { order: 501 } }));
    knowsProducts = true;
    const opening = Promise.withResolvers<void>();
    isOpen = opening.promise;
    await page.getByRole("button", { name: "Replay from Write invoice", exact: true }).click();
    await page.getByText("Replay of").waitFor();
    const title = page.locator("header").filter({ has: page.locator("h1") });
    await title.getByText("Running").waitFor();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("button", { name: /Write invoice/ }).click();
    opening.resolve();
    await title.getByText("Completed").waitFor();
    const step = page.getByRole("region", { name: "Step", exact: true });
    await step.getByText("Done").waitFor();
  });

  test("a hundred failed executions are replayed, after they are counted", async () => {
    knowsProducts = false;
    await Promise.all(Array.from({ length: MANY }, (_, index) => placeOrder(1000 + index)));
    await hasCount("ERRORED", MANY + 3);
    knowsProducts = true;
    await page.goto(`${dashboard.url}/app/test/executions?status=ERRORED`);
    await page.getByRole("button", { name: "Replay many…" }).click();
    const completed = await countOf("COMPLETED");
    // Orders 417 and 500 are already repaired.
    const start = page.getByRole("button", { name: `Replay ${MANY + 1} executions` });
    await start.waitFor();
    await expectAccessible(page);
    await start.click();
    await page.getByText(`Replay finished · ${MANY + 1} of ${MANY + 1} started`).waitFor();
    await hasCount("COMPLETED", completed + MANY + 1);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Bulk replays" }).click();
    const row = page.getByRole("row", { name: /Finished/ });
    await row.getByText("Failed", { exact: true }).waitFor();
    await row.getByText("Ada").waitFor();
    await row.getByText(`${MANY + 1} of ${MANY + 1}`).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await row.click();
    await page.getByText(`Replay finished · ${MANY + 1} of ${MANY + 1} started by Ada`).waitFor();
    expect(seen.complaints).toEqual([]);
  });

  test("a replay proposes the version that ran, or the one that was published since", async () => {
    knowsProducts = false;
    const failed = await countOf("ERRORED");
    await placeOrder(900);
    await expect.poll(() => countOf("ERRORED")).toBeGreaterThan(failed);
    const { docs } = await dashboard.api("GET", "/api/v2/public/execution?status=ERRORED&limit=1");
    const open = async () => {
      await page.goto(`${dashboard.url}/app/test/executions/${docs[0]._id}`);
      await page.getByRole("button", { name: "Edit input and replay…" }).click();
      return page.getByRole("dialog");
    };
    const before = await open();
    await expect
      .poll(() => before.getByRole("radio", { name: "Version 1, as it ran" }).isChecked())
      .toBe(true);
    await before.getByRole("radio", { name: "The version published now" }).waitFor();
    const path = `/api/v2/public/workflow/${workflow}`;
    await dashboard.api("PUT", path, { description: "Mended" });
    await dashboard.api("PUT", `${path}/publish`, { published: true });
    const after = await open();
    const since = after.getByRole("radio", { name: "Version 2, published since" });
    await expect.poll(() => since.isChecked()).toBe(true);
    await after.getByRole("radio", { name: "Version 1, as it ran" }).check();
    expect(await since.isChecked()).toBe(false);
    await after.getByRole("button", { name: "Cancel" }).click();
    expect(seen.complaints).toEqual([]);
  });
});
