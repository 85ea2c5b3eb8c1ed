import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  signInAs,
  startDashboard,
  turnTo,
  type Visit,
} from "./dashboard.ts";

const PAGES = [
  "",
  "/executions",
  "/customers",
  "/customers/acme",
  "/applications",
  "/applications/slack",
  "/workflows",
  "/requests",
  "/webhooks",
  "/webhooks/deliveries",
  "/events",
  "/events/definitions",
  "/events/findings",
  "/schedules",
  "/mcp",
  "/mcp/calls",
  "/approvals",
  "/mcp/access",
  "/mcp/settings",
  "/settings",
  "/settings/organization",
];

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  const account = { linked_account_id: "acme", name: "Acme Ltd" };
  await dashboard.api("PUT", "/api/v2/public/linked-account", account);
});
afterAll(() => dashboard?.close());

describeInChromium("a viewer", (browser) => {
  let viewer: Visit;
  beforeAll(async () => {
    viewer = await signInAs(browser(), dashboard, { test: "viewer", production: null });
  });

  test.each(PAGES)("sees the whole page %s: no error, no endless loading", async (path) => {
    const { page, complaints } = viewer;
    complaints.length = 0;
    await turnTo(page, `${dashboard.url}/app/test${path}`);
    expect(await page.getByRole("alert").getByText("Your role does not allow this").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each([
    ["/settings/api-keys", "API keys"],
    ["/settings/operators", "Operators"],
  ])("reads on %s which role it needs", async (path, what) => {
    const { page, complaints } = viewer;
    complaints.length = 0;
    await turnTo(page, `${dashboard.url}/app/test${path}`);
    await page.getByText(`${what} require the developer role`).waitFor();
    await page.getByText("Your role in test is viewer.").waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test("reads that there is no role in an environment without one", async () => {
    const { page } = viewer;
    await page.goto(`${dashboard.url}/app/production/executions`);
    await page.getByText("You have no access here").waitFor();
  });
});
