import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Company, startCompany } from "./company.ts";
import { openPage, type Visit, visit } from "./dashboard.ts";
import { openPictureBook, stopClock } from "./take-pictures.ts";

const LATER_MS = 4 * 60_000;

const pictures = openPictureBook();
let company: Company;
beforeAll(async () => {
  company = await startCompany();
});
afterAll(async () => {
  await company?.close();
  pictures.close();
});

describeInChromium("the README's pictures", (browser) => {
  let seen: Visit;
  beforeAll(async () => {
    seen = await visit(browser(), company.link, { deviceScaleFactor: 1.5 });
    await seen.page.getByRole("button", { name: "Open the dashboard" }).click();
    await seen.page.getByRole("heading", { name: "Overview" }).waitFor();
  });
  afterAll(() => seen?.page.context().close());

  test("show the overview", async () => {
    const { page } = seen;
    await stopClock(page);
    await openPage(page, `${company.url}/app/test`);
    await page.getByRole("link", { name: "Order to invoice" }).waitFor();
    await page.getByRole("link", { name: "Stockroom · Harbor Tools" }).waitFor();
    await expect.poll(() => page.locator(".recharts-bar-rectangle path").count()).toBeGreaterThan(20);
    await page.locator(".recharts-line-curve").first().waitFor();
    await pictures.take(page, "overview");
  });

  test("show a failed execution", async () => {
    const { page, complaints } = seen;
    await stopClock(page, LATER_MS);
    await openPage(page, `${company.url}/app/test/executions?status=ERRORED`);
    await page.getByRole("link", { name: "Order to invoice" }).first().click();
    await page.getByText("What to do:").waitFor();
    await expect.poll(() => page.locator(".react-flow__node").count()).toBe(3);
    await pictures.take(page, "execution");
    expect(complaints).toEqual([]);
  });

  test("show the workflow editor", async () => {
    const { page, complaints } = seen;
    await stopClock(page, LATER_MS);
    await openPage(page, `${company.url}/app/test/workflows`);
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.locator('[data-template="github-issues-to-jira"]').click();
    await page.locator(".react-flow__node", { hasText: "Switch" }).click();
    await page.getByRole("heading", { name: "Switch" }).waitFor();
    await page.locator(".cm-content").first().waitFor();
    await pictures.take(page, "editor");
    expect(complaints).toEqual([]);
  });
});
