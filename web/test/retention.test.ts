import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

let dashboard: Dashboard;
let owner: Visit;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

const address = () => `${dashboard.url}/app/test/settings/retention`;
const stored = async () => (await dashboard.api("GET", "/api/v2/public/organization")).retention;

describeInChromium("retention", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("is shortened after a warning about what is deleted, and lengthened again at once", async () => {
    const { page } = owner;
    await openPage(page, address());
    const field = page.getByLabel("Test, in days");
    await field.fill("7");
    await page.getByText(/Saving deletes records from before .* No executions are that old\./).waitFor();
    await page.getByRole("button", { name: "Save retention" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Records in test that are older").waitFor();
    await expectAccessible(page);
    expect((await stored()).test).toBeNull();
    await dialog.getByRole("button", { name: "Save and delete" }).click();
    await page.getByText("Retention saved.").waitFor();
    expect(await stored()).toEqual({ test: 7, production: null, server: 30 });

    await field.fill("");
    await page.getByText("Deleted records cannot be restored").waitFor();
    await page.getByRole("button", { name: "Save retention" }).click();
    await expect.poll(async () => (await stored()).test).toBeNull();
  });

  test("of the audit log is at least 30 days, and set separately from the rest", async () => {
    const { page } = owner;
    await openPage(page, address());
    const form = page.getByRole("form", { name: "Audit log" });
    const field = form.getByLabel("Test audit log, in days");
    await field.fill("7");
    await form.getByRole("button", { name: "Save audit log retention" }).click();
    await form.getByText("Must be at least 30 days.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await expectAccessible(page);
    // The dialog only offers what is possible.
    const dialog = page.getByRole("dialog");
    expect(await dialog.count()).toBe(0);
    await field.fill("90");
    await form.getByRole("button", { name: "Save audit log retention" }).click();
    await dialog.getByText("Records of the audit log in test that are older").waitFor();
    await dialog.getByRole("button", { name: "Save and delete" }).click();
    await page.getByText("Audit log retention saved.").waitFor();
    const { audit_retention: audit } = await dashboard.api("GET", "/api/v2/public/organization");
    expect(audit).toEqual({ test: 90, production: null, server: 365 });
    expect((await stored()).test).toBeNull();
    await expectAccessible(page);
  });

  test("cannot exceed the server's, which is reported at the field", async () => {
    const { page } = owner;
    await openPage(page, address());
    const field = page.getByLabel("Production, in days");
    await field.fill("31");
    await page.getByRole("button", { name: "Save retention" }).click();
    await page.getByText(/^Must be at most 30 days/).waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  });

  test("is read-only without ownership of production", async () => {
    const { page } = await signInAs(browser(), dashboard, { test: "viewer", production: null });
    await openPage(page, address());
    await page.getByText("Only owners in production can change these.").waitFor();
    expect(await page.getByRole("button", { name: "Save retention" }).count()).toBe(0);
    expect(await page.getByLabel("Test, in days").getAttribute("readonly")).not.toBeNull();
    await page.context().close();
  });
});
