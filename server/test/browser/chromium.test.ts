import { expect, test } from "vitest";
import { describeInChromium, findChromium } from "./chromium.ts";

test("the browser of JUNCTOR_TEST_CHROMIUM is used, and a missing one is an error, not a skip", () => {
  expect(findChromium({ JUNCTOR_TEST_CHROMIUM: process.execPath })).toBe(process.execPath);
  expect(() => findChromium({ JUNCTOR_TEST_CHROMIUM: "/no/such/browser" })).toThrow("/no/such/browser");
});

describeInChromium("the found browser", (browser) => {
  test("opens pages", async () => {
    const page = await browser().newPage();
    await page.setContent("<title>It works</title>");
    expect(await page.title()).toBe("It works");
  });
});
