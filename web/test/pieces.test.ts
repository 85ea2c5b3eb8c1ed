import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { buildGreeter, startTestRegistry, type TestRegistry } from "../../server/test/package-registry.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const GREETER = "@example/piece-greeter";

let registry: TestRegistry;
let dashboard: Dashboard;
beforeAll(async () => {
  registry = await startTestRegistry();
  for (const version of ["1.0.0", "1.1.0"]) await registry.publish(GREETER, version, buildGreeter(version));
  // A server of its own: pieces belong to all organizations of a server.
  dashboard = await startDashboard({ pieces: "owners" });
});
afterAll(async () => {
  await dashboard?.close();
  await registry?.close();
});

const open = (page: Page, path: string) => openPage(page, `${dashboard.url}/app/test${path}`);

describeInChromium("pieces", (browser) => {
  let owner: Visit;
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("a piece is installed with its progress, used, updated, put back and removed", async () => {
    const { page, complaints } = owner;
    await open(page, "/applications");
    await page.getByRole("button", { name: "Add your own" }).click();
    await page.getByRole("menuitem", { name: "From an Activepieces piece" }).click();
    await page.getByText("Install only packages you trust").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("textbox", { name: "Package" }).fill(GREETER);
    await page.getByRole("textbox", { name: "Version" }).fill("1.0.0");
    await page.getByRole("button", { name: "Install piece" }).click();
    await page.getByText(`Installing ${GREETER} 1.0.0`).waitFor();
    await page.getByText("Greeter 1.0.0 is installed.").waitFor({ timeout: 150_000 });
    await page.getByText("2 actions can be used in workflows.").waitFor();
    expect(await page.getByText("Not supported here").count()).toBe(1);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("link", { name: "Open Greeter" }).click();
    await page.waitForURL(/\/applications\/piece-greeter/);

    await page.getByRole("tab", { name: "Package" }).click();
    await page.getByText(GREETER).first().waitFor();
    await page.getByText(/^sha512-/).waitFor();
    await page.getByText(/by ada@example.com/).waitFor();
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByRole("table", { name: "Stored versions" }).waitFor({ timeout: 150_000 });
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Use version 1.0.0" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Use version 1.0.0" }).click();
    await page.getByRole("button", { name: "Use version 1.1.0" }).waitFor();

    await dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "ann" });
    const keys = "/api/v2/public/linked-account/integration/save-key-credentials/piece-greeter";
    await dashboard.api("PUT", keys, { secret_text: "k" }, { account: "ann" });
    await page.getByRole("button", { name: "Remove piece" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove piece" }).click();
    await page.getByText(/is used by 1 connection/).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remove anyway" }).click();
    await page.waitForURL(/\/applications$/);
    await page.getByText("Greeter was removed.").waitFor();
    // The refusal that was asked about.
    expect(complaints.filter((one) => !one.includes("409"))).toEqual([]);
  });

  test("a package that does not exist says so, and is tried again", async () => {
    const { page } = owner;
    await open(page, "/applications/add/piece");
    await page.getByRole("textbox", { name: "Package" }).fill("@example/nowhere");
    await page.getByRole("button", { name: "Install piece" }).click();
    await page.getByText("npm found no package @example/nowhere.").waitFor({ timeout: 150_000 });
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Package" }).inputValue())
      .toBe("@example/nowhere");
  });

  test("a developer sees who can install", async () => {
    const { page } = await signInAs(browser(), dashboard, { test: "owner", production: "developer" });
    await open(page, "/applications/add/piece");
    await page.getByText("Only owners in production can install").waitFor();
    expect(await page.getByRole("textbox", { name: "Package" }).isDisabled()).toBe(true);
    await page.context().close();
  });
});
