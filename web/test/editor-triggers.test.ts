import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
  type ThingsReply,
} from "../../server/src/apps/catalog/test-things-api.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import { type Dashboard, expectAccessible, signIn, startDashboard, type Visit } from "./dashboard.ts";
import { editorPage, WORKFLOW } from "./editor-page.ts";

let dashboard: Dashboard;
let things: ThingsApi;
let owner: Visit;

beforeAll(async () => {
  things = await startThingsApi();
  dashboard = await startDashboard();
  const poll = { request: { method: "GET", path: "/things" }, items: "body", key: "{{ item.id }}" };
  await dashboard.api("POST", "/api/v2/public/application", {
    ...buildThingsDefinition("things", things.url),
    triggers: {
      new_thing: { title: "New thing", description: "A thing was added.", input: { type: "object" }, poll },
    },
  });
  const account = { linked_account_id: "harbor-tools", name: "Harbor Tools" };
  await dashboard.api("PUT", "/api/v2/public/linked-account", account);
});
afterAll(async () => {
  await dashboard?.close();
  await things?.close();
});

describeInChromium("the start of a workflow in the editor", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
  });
  afterAll(() => owner?.page.context().close());

  test("shows the next runs of its schedules, and of a cron expression before there is a schedule", async () => {
    const { page, complaints } = owner;
    const nodes = [{ id: "start", type: "start", triggers: [{ application: "Junctor", event: "Schedule" }] }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Nightly", nodes, edges: [] });
    const editor = editorPage(page, dashboard);
    await editor.open(id);
    await editor.step("start").click();
    const schedules = page.getByRole("region", { name: "Schedules" });
    await schedules.getByText("No schedule runs this workflow for the customer chosen under Test.").waitFor();
    await schedules.getByText("Publish the workflow to add schedules.").waitFor();
    const cron = schedules.getByRole("textbox", { name: "Try a cron expression" });
    await cron.fill("99 * * * *");
    await schedules.getByText(/0 to 59/).waitFor();
    // The browser logs that the API refused the change.
    await expect
      .poll(() => complaints.splice(0).join(), { message: "refusal" })
      .toContain("schedules/preview");
    await cron.fill("30 6 1 * *");
    const tried = schedules.getByRole("list", { name: "Runs of this expression" }).getByRole("listitem");
    await expect.poll(() => tried.count(), { message: "runs of the expression" }).toBe(5);
    expect(await tried.first().innerText()).toContain("06:30");
    await expectAccessible(page);
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    const times = { trigger_type: "cron", regex: "0 9 * * *", tz: "Pacific/Chatham" };
    const headers = { workflow_id_alias: id };
    await dashboard.api("POST", "/api/v1/workflow/public/scheduled", times, {
      account: "harbor-tools",
      headers,
    });
    await editor.open(id);
    await editor.step("start").click();
    const runs = schedules.getByRole("list", { name: "Next runs" }).getByRole("listitem");
    await expect.poll(() => runs.count(), { message: "runs of the schedule" }).toBe(5);
    expect(await runs.first().innerText()).toMatch(
      /09:00 Pacific\/Chatham.*Harbor Tools.*\d\d:\d\d in your time zone/s,
    );
    await expectAccessible(page);
    await cron.fill("15 7 * * 1");
    const [form] = await Promise.all([
      page.context().waitForEvent("page"),
      schedules.getByRole("link", { name: "New schedule" }).click(),
    ]);
    const pattern = form.getByRole("textbox", { name: "Cron expression" });
    await expect.poll(() => pattern.inputValue(), { message: "cron expression" }).toBe("15 7 * * 1");
    await form.close();
    expect(complaints).toEqual([]);
  });

  test("tests the draft with the example of any of its events, and links to sending one", async () => {
    const { page, complaints } = owner;
    for (const [name, total] of [
      ["Order placed", 30],
      ["Order cancelled", 7],
    ])
      await dashboard.api("POST", "/api/v2/public/application/event", { name, response: { total } });
    const triggers = ["Order placed", "Order cancelled"].map((event) => ({ application: "Junctor", event }));
    const nodes = [
      { id: "start", type: "start", triggers },
      { id: "sum", type: "transform", name: "Sum", data: { output: "{{ input.total * 2 }}" } },
    ];
    const edges = [{ source: "start", target: "sum" }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Sums", nodes, edges });
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    const editor = editorPage(page, dashboard);
    await editor.open(id);
    await editor.step("start").click();
    const cancelled = page.getByRole("button", { name: "Test with its example: Order cancelled" });
    await cancelled.click();
    const input = editor.panel.getByLabel("Input (JSON)");
    await expect.poll(() => input.inputValue()).toContain('"total": 7');
    await editor.expectState("sum", "Done");
    await expectAccessible(page);
    await editor.step("sum").click();
    await page.getByRole("region", { name: "Last output" }).getByText("14").waitFor();
    await editor.step("start").click();
    const [form] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Send this event: Order placed" }).click(),
    ]);
    await form.getByRole("button", { name: "Send event" }).click();
    await form.getByText(/started 1 execution/).waitFor();
    await form.close();
    const { docs } = await dashboard.api("GET", `/api/v2/public/execution?workflow_id=${id}`);
    expect(docs).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test("shows the command that sends a webhook, which starts the workflow", async () => {
    const { page, complaints } = owner;
    const triggers = [{ application: "Junctor", event: "Webhook" }];
    const nodes = [{ id: "start", type: "start", triggers }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Hooked", nodes, edges: [] });
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    await editorPage(page, dashboard).open(id);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("combobox", { name: "Customer" }).fill("harbor");
    await page.getByRole("option", { name: /Harbor Tools/ }).click();
    await page.locator('[data-step="start"]').click();
    const command = await page.getByRole("region", { name: "Command that sends a webhook" }).innerText();
    await expectAccessible(page);
    const [, url = "", type = "", body] = /POST '(.+?)' \\\n.*?-H '(.+?)' -d '(.+?)'/s.exec(command) ?? [];
    const [name = "", value = ""] = type.split(": ");
    const sent = await fetch(url, { method: "POST", headers: { [name]: value }, body });
    expect(sent.ok).toBe(true);
    await eventually(async () => {
      const { docs } = await dashboard.api("GET", `/api/v2/public/execution?workflow_id=${id}`);
      return docs.length === 1;
    });
    expect(complaints).toEqual([]);
  });

  test("tries the workflow with a recent event of the application that starts it", async () => {
    const { page, complaints } = owner;
    const connect = "/api/v2/public/linked-account/integration/save-key-credentials/things";
    await dashboard.api("PUT", connect, { key: "good" }, { account: "harbor-tools" });
    const listed = [1, 2].map((n) => ({ id: n, name: `Thing ${n}`, total: n * 10 }));
    const empty: ThingsReply = { headers: { "content-type": "application/json" }, body: "[]" };
    things.answer = () => empty;
    const triggers = [{ application: "things", event: "new_thing" }];
    const nodes = [
      { id: "start", type: "start", triggers },
      { id: "sum", type: "transform", name: "Sum", data: { output: "{{ input.total * 2 }}" } },
    ];
    const edges = [{ source: "start", target: "sum" }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Listed", nodes, edges });
    const editor = editorPage(page, dashboard);
    await editor.open(id);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const read = editor.panel.getByRole("button", { name: "Use a recent event" });
    await read.click();
    await editor.panel.getByText("The application lists no event yet.").waitFor();
    things.answer = () => ({ ...empty, body: JSON.stringify(listed) });
    await read.click();
    const input = editor.panel.getByLabel("Input (JSON)");
    await expect.poll(() => input.inputValue()).toContain('"name": "Thing 1"');
    await editor.panel.getByRole("combobox", { name: "New thing" }).click();
    await page.getByRole("option", { name: "2. Thing 2" }).click();
    await expect.poll(() => input.inputValue()).toContain('"name": "Thing 2"');
    await expectAccessible(page);
    await editor.panel.getByRole("button", { name: "Test workflow" }).click();
    await editor.expectState("sum", "Done");
    await editor.step("sum").click();
    await page.getByRole("region", { name: "Last output" }).getByText("40").waitFor();
    expect(complaints).toEqual([]);
  });
});
