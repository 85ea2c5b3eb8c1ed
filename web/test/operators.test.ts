import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  PASSWORD,
  signInAs,
  startDashboard,
  type Visit,
  visit,
} from "./dashboard.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

describeInChromium("operators", (browser) => {
  let owner: Visit;

  test("the first start's link signs in, once", async () => {
    owner = await visit(browser(), dashboard.link);
    const { page } = owner;
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Open the dashboard" }).click();
    await page.waitForURL(`${dashboard.url}/app/test`);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await page.getByText("Test organization").isVisible()).toBe(true);
    const second = await visit(browser(), dashboard.link);
    await second.page.getByRole("alert").getByText("This link was already used or has expired").waitFor();
    await expectAccessible(second.page);
    await second.page.getByRole("link", { name: "Sign in with a password" }).click();
    await second.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await second.page.context().close();
  });

  test("a password signs in, a wrong one is reported, and the requested address is kept", async () => {
    const { page } = await visit(browser(), `${dashboard.url}/app/test/settings`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel(/^Password/).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${dashboard.url}/app/test/settings`);
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.context().close();
  });

  test("an API key is created, works, and is revoked", async () => {
    const { page } = owner;
    await page.goto(`${dashboard.url}/app/test/settings/api-keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByLabel("Name").fill("CI");
    expect(await page.getByRole("combobox", { name: "Role" }).inputValue()).toBe("Developer");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByText(/^tk_/).innerText();
    // The link cannot be read again, so only the button closes it.
    await page.keyboard.press("Escape");
    await page.getByText(key).waitFor();
    const ask = () => fetch(`${dashboard.url}/api/v2/public/organization`, { headers: { "x-api-key": key } });
    expect((await ask()).status).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row", { name: /CI/ });
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row.waitFor({ state: "detached" });
    expect((await ask()).status).toBe(401);
  });

  test("name and address are changed under Your account, the address with the password", async () => {
    const { page } = owner;
    await page.goto(`${dashboard.url}/app/test/settings`);
    const profile = page.getByRole("region", { name: "Profile" });
    await profile.getByLabel("Name").fill("Ada Lovelace");
    await profile.getByLabel("Email").fill("lovelace@example.com");
    await profile.getByLabel("Current password").fill("not the password");
    await profile.getByRole("button", { name: "Save profile" }).click();
    await profile.getByText("is not your current password").waitFor();
    await profile.getByLabel("Current password").fill(PASSWORD);
    await profile.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Profile saved.").waitFor();
    expect(await profile.getByLabel("Email").inputValue()).toBe("lovelace@example.com");
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByText("Ada Lovelace").waitFor();
    await page.goto(`${dashboard.url}/app/test/settings/operators`);
    await page
      .getByRole("row", { name: /Ada Lovelace/ })
      .getByText("you", { exact: true })
      .waitFor();
    expect(await page.getByText("invited", { exact: true }).count()).toBe(0);
  });

  test("the API refuses a support operator, and the page says why beforehand", async () => {
    const { page } = owner;
    await page.goto(`${dashboard.url}/app/test/settings/operators`);
    await page.getByRole("button", { name: "Invite operator" }).click();
    await page.getByLabel("Email").fill("sam@example.com");
    await page.getByRole("dialog").getByLabel("Role in test").click();
    await page.getByRole("option", { name: /^Support/ }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByText(/\/app\/sign-in#/).innerText();
    const support = await visit(browser(), link);
    await support.page.getByText("You sign in as sam@example.com").waitFor();
    expect(await support.page.getByLabel("Email").count()).toBe(0);
    await expectAccessible(support.page);
    await support.page.getByRole("button", { name: "Open the dashboard" }).click();
    await support.page.waitForURL(/\/app\/test/);
    await support.page.goto(`${dashboard.url}/app/test/settings/operators`);
    await support.page.getByText("Operators require the developer role").waitFor();
    expect(await support.page.getByRole("button", { name: "Invite operator" }).count()).toBe(0);
    const status = await support.page.evaluate(async () => {
      const response = await fetch("/api/v2/public/workflow", {
        method: "POST",
        headers: { "x-junctor-environment": "test", "content-type": "application/json" },
        body: JSON.stringify({ name: "Not theirs to make", nodes: [], edges: [] }),
      });
      return `${response.status} ${(await response.json()).error_code}`;
    });
    expect(status).toBe("403 ROLE_TOO_LOW");
    await support.page.context().close();
  });

  test("a removed operator leaves no key behind, if the owner chooses so", async () => {
    const leaver = await signInAs(browser(), dashboard, { test: "developer", production: "developer" });
    const key = await leaver.page.evaluate(async () => {
      const response = await fetch("/api/v2/public/api-keys", {
        method: "POST",
        headers: { "x-junctor-environment": "test", "content-type": "application/json" },
        body: JSON.stringify({ name: "Laptop", role: "developer" }),
      });
      return (await response.json()).key as string;
    });
    const { page } = owner;
    await page.goto(`${dashboard.url}/app/test/settings/operators`);
    await page.getByRole("button", { name: "Actions: developer-developer@example.com" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Laptop, in test").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("checkbox", { name: "Also revoke this API key" }).check();
    await dialog.getByRole("button", { name: "Remove, revoke 1 key" }).click();
    await page.getByText("developer-developer@example.com was removed.").waitFor();
    const headers = { "x-api-key": key };
    const reply = await fetch(`${dashboard.url}/api/v2/public/organization`, { headers });
    expect(reply.status).toBe(401);
    await leaver.page.context().close();
  });
});
