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
beforeAll(async () => {
  dashboard = await startDashboard();
  const { api } = dashboard;
  for (const name of ["One", "Two", "Three"])
    await api("PUT", "/api/v2/public/linked-account", { linked_account_id: name.toLowerCase(), name });
});
afterAll(() => dashboard?.close());

describeInChromium("the keyboard", (browser) => {
  let seen: Visit;
  const open = (path: string) => openPage(seen.page, `${dashboard.url}/app/test${path}`);
  const press = async (...keys: string[]) => {
    for (const key of keys) await seen.page.keyboard.press(key);
  };
  /** Retries if a slow machine took more than the second that is allowed between the two keys. */
  const goTo = (letter: string, path: string) =>
    expect
      .poll(async () => {
        await press("g", letter);
        return seen.page.url();
      })
      .toBe(`${dashboard.url}/app/test${path}`);
  beforeAll(async () => {
    seen = await signIn(browser(), dashboard);
  });

  test("j and k move in a list, Enter and o open the row", async () => {
    const { page } = seen;
    const isOpen = () => page.url().startsWith(`${dashboard.url}/app/test/customers/`);
    for (const keys of [
      ["j", "Enter"],
      ["j", "k", "o"],
    ]) {
      await open("/customers");
      await page.getByRole("row").nth(1).waitFor();
      await press(...keys);
      await expect.poll(isOpen).toBe(true);
    }
  });

  test("g and a letter open a page, even if the letter alone acts on a list", async () => {
    const { page } = seen;
    await open("/customers");
    await page.getByRole("row").nth(1).waitFor();
    await press("j");
    await goTo("o", "");
    await goTo("e", "/executions");
  });

  test("? shows the shortcuts with this machine's keys; the page below ignores keys meanwhile", async () => {
    const { page } = seen;
    await open("/customers");
    await page.getByRole("row").nth(1).waitFor();
    await press("Shift+?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.getByText("Ctrl K", { exact: true }).waitFor();
    await expectAccessible(page);
    await press("j", "g", "e");
    expect(await page.locator("[data-here]").count()).toBe(0);
    expect(page.url()).toBe(`${dashboard.url}/app/test/customers`);
    await press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(seen.complaints).toEqual([]);
  });
});
