// Takes the pictures of the dashboard for the README, in both themes, of what `npm run demo -- --stay` leaves standing:
// `npm run pictures` (needs Chromium).
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium, type Page } from "playwright-core";
import { findChromium } from "../server/test/browser/chromium.ts";

const FOLDER = "docs/images";
// The stream of changes never ends, so that no end of requests can be waited for; charts are loaded after the page, and drawn in some steps.
const CHARTS_MS = 2000;
const SIZE = { width: 1280, height: 800 };

const demo = spawn(process.execPath, ["demo/main.ts", "--stay"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  await takePictures(new URL(await findLink()));
} finally {
  demo.kill("SIGINT");
}

/** The link into the dashboard that the demo prints once everything stands. */
async function findLink(): Promise<string> {
  for await (const line of createInterface(demo.stdout)) {
    const link = /http\S+\/app\/sign-in\S+/.exec(line)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error("The demo ended without a link into the dashboard.");
}

async function takePictures(link: URL): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env),
    chromiumSandbox: false,
  });
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5 });
  await page.goto(link.href);
  await page.getByRole("button", { name: "Open the dashboard" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await picture(page, `${link.origin}/app/test?period=hour`, "overview");
  await page.goto(`${link.origin}/app/test/executions?status=ERRORED`);
  await page.getByRole("link", { name: "Order to invoice" }).first().click();
  await page.waitForURL(/executions\/\w{24}/);
  await picture(page, page.url(), "execution");
  await browser.close();
}

async function picture(page: Page, address: string, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(address);
    await page.waitForTimeout(CHARTS_MS);
    await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png` });
    console.log(`${FOLDER}/${name}-${colorScheme}.png`);
  }
}
