import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const PUBLIC = "/api/v2/public";
let dashboard: Dashboard;
let owner: Visit;
beforeAll(async () => {
  dashboard = await startDashboard();
  const { api } = dashboard;
  const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
  const code = (text: string) => ({
    id: "code",
    type: "ai_code_executor",
    name: "Code",
    data: { code: text },
  });
  const edges = [{ source: "start", target: "code" }];
  const body = { name: "Orders to invoices", nodes: [start, code("return 1")], edges };
  const { _id } = await api("POST", `${PUBLIC}/workflow`, body);
  await api("PUT", `${PUBLIC}/workflow/${_id}`, { ...body, nodes: [start, code("return 2")] });
  await api("PUT", `${PUBLIC}/workflow/${_id}/publish`, { published: true });
  await api("PUT", `${PUBLIC}/linked-account`, {
    linked_account_id: "acme",
    name: "Acme",
    udf: { plan: "free" },
  });
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: "acme", udf: { plan: "paid" } });
  const changes = async () => (await api("GET", `${PUBLIC}/audit-log?object_type=linked_account`)).docs;
  await eventually(async () => (await changes()).length === 2);
});
afterAll(() => dashboard?.close());

describeInChromium("the audit log", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("is filtered by the address, shows before and after, and exports the filtered records", async () => {
    const { page } = owner;
    await openPage(page, `${dashboard.url}/app/test/settings/audit-log`);
    await page.getByRole("link", { name: "Workflow published" }).waitFor();
    await page.getByLabel("Search the log").fill("Orders");
    await expect.poll(() => page.getByRole("link", { name: "Customer created" }).count()).toBe(0);
    expect(page.url()).toContain("search=Orders");

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("button", { name: "Export" })
        .click()
        .then(() => page.getByRole("menuitem", { name: "CSV" }).click()),
    ]);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines[0]).toMatch(/^id,at,action,operation,/);
    expect(lines.filter((line) => line.includes("workflow.published"))).toHaveLength(1);
    expect(lines.join("\n")).not.toContain("linked_account.created");

    await page.getByRole("link", { name: "Workflow updated" }).click();
    await page.getByRole("table", { name: "Values" }).waitFor();
    const change = page.getByRole("row", { name: "nodes.1.data.code" });
    expect(await change.locator("del").innerText()).toBe("return 1");
    expect(await change.locator("ins").innerText()).toBe("return 2");
    await expectAccessible(page);
    // The record's other changes.
    await page.getByRole("link", { name: "All its changes" }).click();
    await page.getByRole("link", { name: "Workflow created" }).waitFor();
    expect(page.url()).toContain("object_id=");
  });

  test("is linked from a workflow, a customer, a webhook and an operator, filtered to them", async () => {
    const { page } = owner;
    const app = `${dashboard.url}/app/test`;
    const { docs } = await dashboard.api("GET", `${PUBLIC}/workflow/all`);
    const hook = { webhook_url: "https://hooks.example/orders", webhook_events: ["Workflow Errored"] };
    const webhook = await dashboard.api("POST", `${PUBLIC}/webhook`, hook);
    const address = `${PUBLIC}/audit-log?object_type=webhook`;
    await eventually(async () => (await dashboard.api("GET", address)).docs.length > 0);
    const rows = page.getByRole("table", { name: "Audit log" }).getByRole("link");
    const open = async (path: string) => {
      await openPage(page, `${app}/${path}`);
      await page.getByRole("main").getByRole("link", { name: "Audit log", exact: true }).click();
    };

    await open(`workflows/${docs[0]._id}`);
    await page.getByRole("button", { name: "Remove the filter Object: Orders to invoices" }).waitFor();
    expect(await rows.allInnerTexts()).toEqual([
      "Workflow published",
      "Workflow updated",
      "Workflow created",
    ]);
    await open("customers/acme");
    await expect.poll(() => rows.allInnerTexts()).toEqual(["Customer updated", "Customer created"]);
    await open(`webhooks/${webhook._id}`);
    await page.getByRole("link", { name: "Webhook created" }).waitFor();
    await page.getByRole("button", { name: /Remove the filter Object/ }).click();
    await page.getByRole("link", { name: "Workflow published" }).waitFor();

    await openPage(page, `${app}/settings/operators`);
    await page.getByRole("button", { name: /^Actions: / }).click();
    await page.getByRole("menuitem", { name: "Changes they made" }).click();
    await page.getByRole("button", { name: /Remove the filter Made by/ }).waitFor();
    await expectAccessible(page);
  });

  test("is for developers and owners", async () => {
    const viewer = await signInAs(browser(), dashboard, { test: "viewer", production: null });
    await openPage(viewer.page, `${dashboard.url}/app/test/settings/audit-log`);
    await viewer.page
      .getByText(/developer/i)
      .first()
      .waitFor();
    expect(await viewer.page.getByRole("button", { name: "Export" }).count()).toBe(0);
    await viewer.page.context().close();
  });
});
