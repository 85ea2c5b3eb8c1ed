import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  startDashboard,
  type Visit,
  visit,
} from "./dashboard.ts";

const MANIFEST = fileURLToPath(new URL("../dist/.vite/manifest.json", import.meta.url));
const ID = "01a2064711241aa111241aa1";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

describeInChromium("the frame around the pages", (browser) => {
  let seen: Visit;
  beforeAll(async () => {
    seen = await signIn(browser(), dashboard);
  });

  /** The overview in a browser that reports this connection. */
  async function openWith(connection: { saveData: boolean }): Promise<Page> {
    const storageState = await seen.page.context().storageState();
    const { page } = await visit(browser(), "about:blank", { storageState });
    await page.addInitScript(
      `Object.defineProperty(navigator, "connection", { value: ${JSON.stringify(connection)}, configurable: true })`,
    );
    await openPage(page, `${dashboard.url}/app/test`);
    return page;
  }

  test("the product's mark leads to the overview", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/webhooks`);
    await page.getByRole("link", { name: "Junctor: overview" }).click();
    await page.waitForURL(`${dashboard.url}/app/test`);
  });

  test("on a phone, the current one of many tabs is in view", async () => {
    const { page } = seen;
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, `${dashboard.url}/app/test/settings/audit-log`);
    const tab = page.getByRole("tab", { name: "Audit log" });
    await expect.poll(async () => ((await tab.boundingBox())?.x ?? 1000) < 390 - 60).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("switching the environment keeps the page", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/webhooks/deliveries`);
    await page.getByText("Production", { exact: true }).click();
    await page.waitForURL(`${dashboard.url}/app/production/webhooks/deliveries`);
  });

  test("a missing record says where else it may be, and offers no useless action", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/executions/${ID}`);
    await page.getByRole("alert").getByText("Execution not found").waitFor();
    await expectAccessible(page);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.getByRole("link", { name: "Look in production" }).click();
    await page.waitForURL(`${dashboard.url}/app/production/executions/${ID}`);
  });

  test("an unknown page keeps the navigation", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/nothing/here`);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Customers" }).click();
    await page.getByRole("heading", { name: "Customers" }).waitFor();
  });

  test("invalid filters are ignored", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/executions?status=BROKEN&period=days&from=yesterday`);
    await page.getByRole("button", { name: "Clear filters" }).first().waitFor();
    expect(await page.getByText("Invalid Date").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("the code of the navigation's pages is loaded before a click", async () => {
    const page = await openWith({ saveData: false });
    await expect.poll(() => loadedOf(page, PAGES)).toEqual(PAGES);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.resourceType()));
    await page.getByRole("navigation").getByRole("link", { name: "Executions" }).click();
    await page.getByRole("heading", { name: "Executions" }).waitFor();
    expect(asked).not.toContain("script");
    await page.context().close();
  });

  test("with data saving on, a page's code is loaded with the page", async () => {
    const page = await openWith({ saveData: true });
    // Idle callbacks run in the order of their registration.
    await page.evaluate("new Promise((done) => requestIdleCallback(done))");
    expect(await loadedOf(page, PAGES)).toEqual([]);
    await page.getByRole("navigation").getByRole("link", { name: "Executions" }).click();
    await page.getByRole("heading", { name: "Executions" }).waitFor();
    expect(await loadedOf(page, PAGES)).toEqual(["src/pages/executions/list/executions-page.tsx"]);
    await page.context().close();
  });
});

// The pages that the navigation links to, except Overview.
const PAGES = [
  "applications/applications-page",
  "customers/customers-page",
  "events/inbox-page",
  "executions/list/executions-page",
  "mcp/servers/servers-page",
  "schedules/schedules-page",
  "settings/account/account-tab",
  "settings/settings-page",
  "webhooks/webhooks-page",
  "workflows/workflows-page",
].map((page) => `src/pages/${page}.tsx`);

/** The sources whose code the page has loaded. */
async function loadedOf(page: Page, sources: readonly string[]): Promise<string[]> {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const loaded = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  );
  return sources.filter((source) => loaded.some((url) => url.endsWith(`/${manifest[source]?.file}`)));
}
