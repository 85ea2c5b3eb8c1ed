import type { Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, signIn, startDashboard, type Visit } from "./dashboard.ts";

let dashboard: Dashboard;
let workflow: string;
beforeAll(async () => {
  dashboard = await startDashboard();
  const { api } = dashboard;
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme Ltd" });
  const triggers = [{ application: "Junctor", event: "API Call" }];
  const created = await api("POST", "/api/v2/public/workflow", {
    name: "Live",
    nodes: [{ id: "start", type: "start", name: "Start", triggers }],
    edges: [],
  });
  workflow = created._id;
  await api("PUT", `/api/v2/public/workflow/${workflow}/publish`, { published: true });
});
afterAll(() => dashboard?.close());

const run = () =>
  dashboard.api("POST", `/api/v2/public/workflow/${workflow}/execute`, {}, { account: "acme" });

describeInChromium("live updates", (browser) => {
  let seen: Visit;
  const opened: Request[] = [];
  const ended: Request[] = [];

  test("one stream serves all pages of a window, and what happens shows without asking", async () => {
    seen = await signIn(browser(), dashboard);
    const { page } = seen;
    // That of the other environment, which the sign-in leads to, is left with it.
    const isStream = (request: Request) =>
      request.url().includes("/changes") && request.headers()["x-junctor-environment"] === "test";
    page.on("request", (request) => isStream(request) && opened.push(request));
    page.on("requestfailed", (request) => isStream(request) && ended.push(request));
    // On an empty page: for a moment the clock is at 1970, and the overview would ask for that.
    await page.goto("about:blank");
    await page.clock.install();
    await page.goto(`${dashboard.url}/app/test`);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Executions" }).click();
    await page.getByText("No executions yet").waitFor();
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("link", { name: "Acme Ltd" }).click();
    await page.getByRole("tab", { name: "Executions" }).click();
    await expect.poll(() => opened.length).toBe(1);
    await run();
    await page.getByRole("link", { name: "Live" }).waitFor();
    expect(opened).toHaveLength(1);
    expect(ended).toEqual([]);
  });

  test("the stream ends while nobody looks for long, and begins again when somebody does", async () => {
    const { page, complaints } = seen;
    const look = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`,
      );
    await look(true);
    await page.clock.fastForward(30_000);
    await look(false);
    expect(ended).toEqual([]);
    await look(true);
    await page.clock.fastForward(61_000);
    await expect.poll(() => ended.length).toBe(1);
    await run();
    await look(false);
    await expect.poll(() => page.getByRole("link", { name: "Live" }).count()).toBe(2);
    expect(opened).toHaveLength(2);
    expect(complaints).toEqual([]);
  });
});
