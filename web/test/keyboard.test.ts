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
  const triggers = [{ application: "Junctor", event: "API Call" }];
  const workflow = await api("POST", "/api/v2/public/workflow", {
    name: "Greet",
    nodes: [{ id: "start", type: "start", name: "Start", triggers }],
    edges: [],
  });
  await api("PUT", `/api/v2/public/workflow/${workflow._id}/publish`, { published: true });
  for (let index = 0; index < 3; index++)
    await api("POST", `/api/v2/public/workflow/${workflow._id}/execute`, {}, { account: "one" });
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
  const here = () => seen.page.locator("[data-here]").getAttribute("aria-rowindex");
  beforeAll(async () => {
    seen = await signIn(browser(), dashboard);
  });

  test.each(["/customers", "/workflows", "/executions"])(
    "j and k move in the list of %s, Enter and o open the row",
    async (path) => {
      const { page } = seen;
      const address = `${dashboard.url}/app/test${path}`;
      const isOpen = () => page.url().startsWith(`${address}/`);
      await open(path);
      await page.getByRole("row").nth(1).waitFor();
      await press("j", "Enter");
      await expect.poll(isOpen).toBe(true);
      await open(path);
      await page.getByRole("row").nth(1).waitFor();
      await press("j", "k", "o");
      await expect.poll(isOpen).toBe(true);
    },
  );

  test("j and k move row by row and stay in the list; x selects", async () => {
    const { page } = seen;
    await open("/executions");
    await page.getByRole("row").nth(3).waitFor();
    await press("j", "j", "j", "j");
    expect(await here()).toBe("3");
    await press("k", "ArrowUp", "ArrowDown");
    expect(await here()).toBe("2");
    await press("x");
    expect(await page.getByRole("row").nth(2).getByRole("checkbox").isChecked()).toBe(true);
    await press("x");
    expect(await page.getByRole("row").nth(2).getByRole("checkbox").isChecked()).toBe(false);
  });

  test("/ focuses the search and Esc leaves it, without clearing it", async () => {
    const { page } = seen;
    await open("/customers");
    await page.getByRole("row").nth(1).waitFor();
    await press("/", "o", "Escape");
    const search = page.getByRole("searchbox");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await press("j");
    expect(await search.inputValue()).toBe("o");
    expect(await here()).toBe("1");
  });

  test("/ focuses the first filter if nothing can be searched", async () => {
    const { page } = seen;
    await open("/schedules");
    await press("/");
    expect(await page.getByRole("search").locator("input:focus").count()).toBe(1);
    await press("Escape", "Escape");
    expect(await page.getByRole("search").locator("input:focus").count()).toBe(0);
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
