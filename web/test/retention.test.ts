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
});
