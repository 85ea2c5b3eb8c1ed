import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

const open = (page: Page, path: string) => openPage(page, `${dashboard.url}/app/test${path}`);

describeInChromium("the directory", (browser) => {
  let owner: Visit;
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("an application is found by its name, looked at and added", async () => {
    const { page, complaints } = owner;
    await open(page, "/applications");
    const directory = page.getByRole("region", { name: "Directory" });
    await directory.getByRole("link").first().waitFor();
    await expectFits(page);
    const shown = await directory.getByRole("link").count();
    await directory.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => directory.getByRole("link").count()).toBeGreaterThan(shown);
    await page.getByRole("searchbox", { name: "Find an application" }).fill("dolibarr");
    await expect.poll(() => directory.getByRole("link").count()).toBe(1);
    await expectAccessible(page);
    await directory.getByRole("link", { name: "Dolibarr" }).click();
    await page.getByRole("heading", { name: "How customers sign in" }).waitFor();
    expect(await page.getByRole("main").innerText()).toContain("Address of Dolibarr");
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Add Dolibarr" }).click();
    await page.waitForURL(/\/applications\/dolibarr$/);
    await page.getByText("Your own · Connector").waitFor();
    await open(page, "/applications?search=dolibarr");
    await page.getByRole("region", { name: "Ready" }).getByRole("link", { name: "Dolibarr" }).waitFor();
    expect(await directory.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("an application with OAuth2 says what to register, and a category and an origin narrow the list", async () => {
    const { page, complaints } = owner;
    await open(page, "/applications/directory/freeagent");
    const main = page.getByRole("main");
    await main.getByText("Register an OAuth app with FreeAgent").waitFor();
    expect(await main.innerText()).toContain(`${dashboard.url}/api/v1/freeagent/callback`);
    await open(page, "/applications?category=accounting&origin=directory");
    await page.getByRole("region", { name: "Directory" }).getByRole("link", { name: "FreeAgent" }).waitFor();
    expect(await page.getByRole("region", { name: "Ready" }).count()).toBe(0);
    await open(page, "/applications?search=nothinglikeit");
    await page.getByRole("button", { name: "Clear filters" }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});
