import { afterAll, beforeAll, expect, test } from "vitest";
import { readGuides } from "../../src/guides/guides.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { IS_SHORT } from "../short-form.ts";
import { allFindings, colorFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";

let server: ListeningServer;
beforeAll(async () => {
  server = await startListeningServer();
});
afterAll(() => server?.close());

describeInChromium("the guides", (browser) => {
  test("are accessible, in both themes and at every width", async () => {
    const page = await browser().newPage();
    const faults: unknown[] = [];
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    const paths = [
      "/guides",
      "/guides?q=webhook",
      ...[...readGuides().keys()].map((slug) => `/guides/${slug}`),
    ];
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(server.baseUrl + path);
      for (const finding of await allFindings(page)) faults.push([path, ...finding]);
      // The themes only differ in colors.
      if (!IS_SHORT) {
        await page.emulateMedia({ colorScheme: "dark" });
        for (const finding of await colorFindings(page)) faults.push([path, "dark", ...finding]);
      }
      await page.setViewportSize({ width: 320, height: 700 });
      const width = await page.evaluate("document.documentElement.scrollWidth");
      if (width !== 320) faults.push([path, width]);
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("are searched by keyboard, and a result leads to its section", async () => {
    const page = await browser().newPage();
    await page.goto(`${server.baseUrl}/guides`);
    await page.getByRole("searchbox", { name: "Search the guides" }).focus();
    await page.keyboard.type("own texts");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Search: own texts" }).waitFor();
    const finding = page.locator(".findings a").first();
    const address = await finding.getAttribute("href");
    await finding.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(server.baseUrl + address);
    await page
      .getByRole("navigation", { name: "Guides", exact: true })
      .locator("[aria-current=page]")
      .waitFor();
    await page.close();
  });
});
