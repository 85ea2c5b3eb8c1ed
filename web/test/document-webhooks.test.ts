import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";
import { editorPage, WORKFLOW } from "./editor-page.ts";

const APPLICATION = "/api/v2/public/application";
const EVENT = '{"id":"1","type":"order.paid","data":{}}';

const schema = {
  type: "object",
  required: ["id", "type", "data"],
  properties: { id: { type: "string" }, type: { const: "order.paid" }, data: { type: "object" } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1.0.0" },
  servers: [{ url: "https://api.orders.example" }],
  paths: { "/me": { get: { operationId: "whoAmI" } } },
  webhooks: { "order.paid": { post: { requestBody: { content: { "application/json": { schema } } } } } },
};

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  const security_scheme = { type: "none" };
  await dashboard.api("POST", `${APPLICATION}/openapi`, { slug: "orders", document, security_scheme });
  await dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "harbor" });
});
afterAll(() => dashboard?.close());

describeInChromium("webhooks of a document", (browser) => {
  let owner: Visit;
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
  });
  afterAll(() => owner?.page.context().close());

  const readSetup = () => dashboard.api("GET", `${APPLICATION}/orders/setup`);

  test("Setup says what proves them, which are meant, and what identifies them", async () => {
    const { page, complaints } = owner;
    await openPage(page, `${dashboard.url}/app/test/applications/orders?tab=setup`);
    const webhooks = page.getByRole("form", { name: "Webhooks of its document" });
    await webhooks.getByText("Whoever knows a customer's address can send events to it.").waitFor();
    await expectAccessible(page);
    await webhooks.getByRole("combobox", { name: "What proves where they come from" }).click();
    await page.getByRole("option", { name: "A signature (HMAC)" }).click();
    await webhooks.getByRole("textbox", { name: "Header", exact: true }).fill("X Signature");
    await webhooks.getByRole("textbox", { name: "Before it in the header" }).fill("sha256=");
    const save = webhooks.getByRole("button", { name: "Save webhooks" });
    await save.click();
    await webhooks.getByText("letters, digits and hyphens").waitFor();
    await webhooks.getByRole("textbox", { name: "Header", exact: true }).fill("X-Signature");
    await save.click();
    await page.getByText("Webhooks saved.").waitFor();
    expect((await readSetup()).webhooks).toEqual({ kind: "hmac", header: "X-Signature", prefix: "sha256=" });

    const trigger = page.getByRole("form", { name: "Triggers" });
    expect(await trigger.getByRole("combobox", { name: "Identified by" }).inputValue()).toBe("body.id");
    expect(await trigger.getByRole("textbox", { name: "Value 1" }).inputValue()).toBe("order.paid");
    await trigger.getByRole("button", { name: "Add condition" }).click();
    await trigger.getByRole("textbox", { name: "Path 2" }).fill("body.id");
    await trigger.getByRole("textbox", { name: "Value 2" }).fill("1");
    await trigger.getByRole("button", { name: "Save trigger" }).click();
    await page.getByText("Trigger saved.").waitFor();
    expect((await readSetup()).triggers).toMatchObject([
      {
        filter: [
          { field: "body.type", value: "order.paid" },
          { field: "body.id", value: "1" },
        ],
      },
    ]);
    await expectAccessible(page);
    await expectFits(page);
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
  });

  test("the editor shows the address and the secret of the customer, with which an event starts the workflow", async () => {
    const { page } = owner;
    const triggers = [{ application: "orders", event: "webhook_order_paid" }];
    const nodes = [{ id: "start", type: "start", triggers }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Hooked", nodes, edges: [] });
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    const list = () =>
      dashboard.api("GET", "/api/v2/public/trigger-subscriptions", undefined, { account: "harbor" });
    await expect.poll(async () => (await list())[0]?.status, { timeout: 60_000 }).toBe("active");
    const [{ address, secret }] = await list();
    const editor = editorPage(page, dashboard);
    await editor.open(id);
    await editor.step("start").click();
    const start = page.getByRole("region", { name: "Starts with" });
    await start.getByText(address).waitFor();
    await start.getByText(secret).waitFor();
    await expectAccessible(page);
    const signature = createHmac("sha256", secret).update(EVENT).digest("hex");
    const headers = { "content-type": "application/json", "x-signature": `sha256=${signature}` };
    expect((await fetch(address, { method: "POST", headers, body: EVENT })).status).toBe(200);
    const executions = async () =>
      (await dashboard.api("GET", `/api/v2/public/execution?workflow_id=${id}`)).docs.length;
    await expect.poll(executions, { timeout: 60_000 }).toBe(1);
  });
});
