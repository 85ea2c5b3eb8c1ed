import { afterAll, beforeAll, expect, test } from "vitest";
import document from "../../../openapi.json" with { type: "json" };
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { seriousFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";

/** Findings in the reference component itself: unnamed buttons, and pale texts beside its method names. */
const OF_THE_COMPONENT = ["button-name", "color-contrast"];

let server: ListeningServer;
beforeAll(async () => {
  server = await startListeningServer();
});
afterAll(() => server?.close());

describeInChromium("the reference page", (browser) => {
  test("shows the operations under its content policy, and our parts are accessible", async () => {
    const page = await browser().newPage();
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${server.baseUrl}/docs`);
    const { summary } = document.paths["/api/v2/public/session-token"].post;
    await page.getByText(summary).first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.title()).toBe("Junctor API");
    expect(refused).toEqual([]);
    const rules = [...(await seriousFindings(page)).keys()];
    expect(rules.filter((rule) => !OF_THE_COMPONENT.includes(rule))).toEqual([]);
    await page.close();
  });
});
