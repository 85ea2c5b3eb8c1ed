import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, expectAccessible, expectFits, signIn, startDashboard } from "./dashboard.ts";
import { declaredPages, startWalk, type Walk } from "./declared-pages.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

describeInChromium("every page", (browser) => {
  let walk: Walk;
  beforeAll(async () => {
    walk = await startWalk(browser(), dashboard, await signIn(browser(), dashboard));
  });
  afterAll(() => walk?.close());

  test("describes its content when there is none yet", async () => {
    const lists = declaredPages().filter((one) => !one.includes("$") && !one.startsWith("settings"));
    await walk.go(
      lists.map((path) => `production/${path}`),
      async ({ page }) => {
        await expectAccessible(page);
        await expectFits(page);
      },
    );
  });

  test("says when an address leads to nothing", async () => {
    const patterns = declaredPages().filter((one) => one.includes("$"));
    const nowhere = patterns.map((pattern) => pattern.replaceAll(/\$\w+/g, "0123456789abcdef01234567"));
    await walk.go(
      nowhere.map((path) => `test/${path}`),
      async ({ page, complaints }) => {
        await page.getByRole("alert").or(page.getByText("There is no such")).first().waitFor();
        await expectAccessible(page);
        // The browser reports each request that is answered with 404, or with 400 for an account that it names.
        const others = complaints.filter((one) => !/the server responded with a status of 40[04] /.test(one));
        expect(others, page.url()).toEqual([]);
        complaints.length = 0;
      },
    );
  });
});
