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

const LOST = /Not connected since \d\d:\d\d/;

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

describeInChromium("an unreachable server", (browser) => {
  let seen: Visit;
  const addCustomer = (name: string) =>
    dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: name.toLowerCase(), name });
  beforeAll(async () => {
    await addCustomer("Acme");
    seen = await signIn(browser(), dashboard);
  });

  test("is reported on open pages, which recover by themselves", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/executions`);
    await page.getByText("No executions yet").waitFor();
    await dashboard.goAway();
    await page.getByRole("status").getByText(LOST).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByText("The server cannot be reached").waitFor();
    await dashboard.comeBack();
    await page.getByRole("link", { name: "Acme" }).waitFor();
    await page.getByText(LOST).waitFor({ state: "detached" });
  });

  test("is indistinguishable from a lost network", async () => {
    const { page } = seen;
    await openPage(page, `${dashboard.url}/app/test/customers`);
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Workflows" }).click();
    await page.getByText("The server cannot be reached").waitFor();
    await page.getByText(LOST).waitFor();
    await page.context().setOffline(false);
    await page.getByText("No workflows yet").waitFor();
    expect(await page.getByText(LOST).count()).toBe(0);
  });
});
