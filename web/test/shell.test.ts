import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const ID = "01a2064711241aa111241aa1";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

describeInChromium("what stands around the pages", (browser) => {
  let seen: Visit;
  beforeAll(async () => {
    seen = await signIn(browser(), dashboard);
  });

  test("the switch of the environment keeps the page", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/webhooks/deliveries`);
    await page.getByText("Production", { exact: true }).click();
    await page.waitForURL(`${dashboard.url}/app/production/webhooks/deliveries`);
  });

  test("what is not found says where else it may be, and offers nothing that cannot help", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/executions/${ID}`);
    await page.getByRole("alert").getByText("Execution not found").waitFor();
    await expectAccessible(page);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.getByRole("link", { name: "Look in production" }).click();
    await page.waitForURL(`${dashboard.url}/app/production/executions/${ID}`);
  });

  test("a page that there is not keeps the navigation", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/nothing/here`);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Customers" }).click();
    await page.getByRole("heading", { name: "Customers" }).waitFor();
  });

  test("filters that cannot be read are left out", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/executions?status=BROKEN&period=days&from=yesterday`);
    await page.getByRole("button", { name: "Clear filters" }).first().waitFor();
    expect(await page.getByText("Invalid Date").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
