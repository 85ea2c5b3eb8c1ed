import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Company, startCompany } from "./company.ts";
import { openPage, type Visit, visit } from "./dashboard.ts";

// `npm run pictures` names the folder of the README's pictures.
const FOLDER = process.env.JUNCTOR_PICTURES;
const LATER_MS = 4 * 60_000;
const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

let company: Company;
let folder: string;
beforeAll(async () => {
  company = await startCompany();
  folder = FOLDER ?? mkdtempSync(join(tmpdir(), "junctor-pictures-"));
});
afterAll(async () => {
  await company?.close();
  if (!FOLDER) rmSync(folder, { recursive: true, force: true });
});

describeInChromium("the pictures of the README", (browser) => {
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
    await takePictures(page, "overview");
  });

  test("show a failed execution", async () => {
    const { page, complaints } = seen;
    await stopClock(page, LATER_MS);
    await openPage(page, `${company.url}/app/test/executions?status=ERRORED`);
    await page.getByRole("link", { name: "Order to invoice" }).first().click();
    await page.getByText("What to do:").waitFor();
    await expect.poll(() => page.locator(".react-flow__node").count()).toBe(3);
    await takePictures(page, "execution");
    expect(complaints).toEqual([]);
  });

  test("show the editor of workflows", async () => {
    const { page, complaints } = seen;
    await stopClock(page, LATER_MS);
    await openPage(page, `${company.url}/app/test/workflows`);
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.locator('[data-template="github-issues-to-jira"]').click();
    await page.locator(".react-flow__node", { hasText: "Switch" }).click();
    await page.getByRole("heading", { name: "Switch" }).waitFor();
    await page.locator(".cm-content").first().waitFor();
    await takePictures(page, "editor");
    expect(complaints).toEqual([]);
  });

  async function takePictures(page: Page, name: string): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate("document.fonts.ready");
      const file = `${name}-${colorScheme}.png`;
      writeFileSync(join(folder, file), await stillPicture(page));
      expect(README).toContain(`"docs/images/${file}"`);
    }
  }
});

/** Stops the page's clock: times that are told as "9s ago" would change from one picture to the next. */
async function stopClock(page: Page, laterMs = 0): Promise<void> {
  // On an empty page: for a moment the clock is at 1970, and the overview would ask for that.
  await page.goto("about:blank");
  await page.clock.setFixedTime(Date.now() + laterMs);
}

/** The page once two pictures of it are the same. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  const isStill = async () => {
    const before = last;
    last = await page.screenshot();
    return last.equals(before);
  };
  await expect.poll(isStill).toBe(true);
  return last;
}
