import { expect, test } from "vitest";
import { describeInChromium, findChromium } from "./chromium.ts";

test("the browser that JUNCTOR_TEST_CHROMIUM names is taken, and one that is not there is an error, not a skip", () => {
  expect(findChromium({ JUNCTOR_TEST_CHROMIUM: process.execPath })).toBe(process.execPath);
  expect(() => findChromium({ JUNCTOR_TEST_CHROMIUM: "/no/such/browser" })).toThrow("/no/such/browser");
});

describeInChromium("the browser that was found", (browser) => {
  test("opens pages", async () => {
    const page = await browser().newPage();
    await page.setContent("<title>It works</title>");
    expect(await page.title()).toBe("It works");
  });
});
