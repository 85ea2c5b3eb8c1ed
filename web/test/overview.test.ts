import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

let dashboard: Dashboard;
let owner: Visit;
// An endpoint that refuses everything.
let refusing: Server;

beforeAll(async () => {
  refusing = createServer((_request, response) => response.writeHead(500).end());
  await new Promise<void>((done) => refusing.listen(0, "127.0.0.1", done));
  dashboard = await startDashboard();
});
afterAll(async () => {
  await dashboard?.close();
  refusing.close();
});

describeInChromium("the overview of a new organization", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("is the one of test, where the steps to the first execution tick themselves", async () => {
    const { page } = owner;
    await page.evaluate(() => localStorage.clear());
    await openPage(page, `${dashboard.url}/app`);
    await page.waitForURL(/\/app\/test\/?$/);
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("0 of 6 done").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    const { port } = refusing.address() as AddressInfo;
    await dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
    await dashboard.api("POST", "/api/v2/public/application/event", { name: "Order placed", response: {} });
    await dashboard.api("POST", "/api/v2/public/webhook", {
      webhook_url: `http://127.0.0.1:${port}/hook`,
      webhook_events: ["Workflow Completed"],
    });
    await steps.getByText("4 of 6 done").waitFor();
    const isDone = (name: string) =>
      steps.getByRole("listitem").filter({ hasText: name }).getByRole("img", { name: "Done" }).count();
    expect(await isDone("Call the API")).toBe(1);
    expect(await isDone("Publish a workflow")).toBe(0);
    await steps.getByRole("link", { name: "Publish a workflow" }).click();
    await page.waitForURL(/\/test\/workflows$/);
    await page.goBack();
    await steps.waitFor();
    const nodes = [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "value", type: "transform", data: { output: 1 } },
    ];
    const edges = [{ source: "start", target: "value" }];
    const { _id: id } = await dashboard.api("POST", "/api/v2/public/workflow", { name: "One", nodes, edges });
    await dashboard.api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
    await dashboard.api("POST", `/api/v2/public/workflow/${id}/execute`, {}, { account: "acme" });
    await steps.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "Failing webhooks" }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  test("is production's for an operator without access to test", async () => {
    const { page } = await signInAs(browser(), dashboard, { test: null, production: "viewer" });
    await page.waitForURL(/\/app\/production\/?$/);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.context().close();
  });

  test("shows an endpoint from its first failed attempt on, as the list and its page do", async () => {
    const { page } = owner;
    const failing = page.getByRole("region", { name: "Failing webhooks" });
    await failing.getByText("Retrying").waitFor();
    await expectAccessible(page);
    await openPage(page, `${dashboard.url}/app/test/webhooks`);
    const row = page.getByRole("row", { name: /\/hook/ });
    await row.getByText("Retrying").waitFor();
    await row.getByRole("link").click();
    await page.getByText("Every attempt has failed; the first one").waitFor();
    await expectAccessible(page);
    await expectFits(page);
  });

  test("hides the steps for good where somebody hides them", async () => {
    const { page } = owner;
    await page.evaluate(() => localStorage.clear());
    const webhooks = await dashboard.api("GET", "/api/v2/public/webhook");
    for (const { _id } of webhooks) await dashboard.api("DELETE", `/api/v2/public/webhook/${_id}`);
    await openPage(page, `${dashboard.url}/app/test`);
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("5 of 6 done").waitFor();
    await steps.getByRole("button", { name: "Hide" }).click();
    await steps.waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("Executions", { exact: true }).first().waitFor();
    expect(await steps.count()).toBe(0);
    await openPage(page, `${dashboard.url}/app/production`);
    await page.getByText("Executions", { exact: true }).first().waitFor();
    expect(await steps.count()).toBe(0);
    expect(owner.complaints).toEqual([]);
  });
});
