import { createHmac } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
} from "../../server/src/apps/catalog/test-things-api.ts";
import {
  type Receipt,
  startTestReceiver,
  type TestReceiver,
} from "../../server/src/webhooks/test-receiver.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const PUBLIC = "/api/v2/public";
const ACCOUNT = "harbor-tools";
const HOSTILE = "<img src=x onerror=document.title='run'>";
const CODE = { id: "bill", type: "ai_code_executor", data: { code: "return input" } };
const FIELD = { name: "amount", label: "Amount", type: "number", required: true };

let dashboard: Dashboard;
let receiver: TestReceiver;
let things: ThingsApi;
let owner: Visit;

beforeAll(async () => {
  receiver = await startTestReceiver();
  things = await startThingsApi();
  dashboard = await startDashboard();
  await dashboard.api("PUT", `${PUBLIC}/linked-account`, {
    linked_account_id: ACCOUNT,
    name: "Harbor Tools",
  });
  const example = { order_number: "10442", note: HOSTILE };
  await dashboard.api("POST", `${PUBLIC}/application/event`, { name: "Order Placed", response: example });
  await publish("Bill an order", [CODE]);
});
afterAll(async () => {
  await dashboard?.close();
  await receiver?.close();
  await things?.close();
});

interface Node {
  readonly id: string;
  readonly type: string;
  readonly data: object;
}

/** Publishes a workflow with these nodes in a row, started by an order; returns its id. */
async function publish(name: string, nodes: readonly Node[], event = "Order Placed"): Promise<string> {
  const { _id } = await dashboard.api("POST", `${PUBLIC}/workflow`, {
    name,
    nodes: [{ id: "start", type: "start", triggers: [{ application: "Junctor", event }] }, ...nodes],
    edges: nodes.map(({ id: target }, index) => ({ source: nodes[index - 1]?.id ?? "start", target })),
  });
  await dashboard.api("PUT", `${PUBLIC}/workflow/${_id}/publish`, { published: true });
  return _id;
}

const open = (page: Page, path: string) => page.goto(`${dashboard.url}/app/test${path}`);

/** How many of a delivery's signatures were made with the secret. */
function signaturesBy(secret: string, { headers, body }: Receipt): { good: number; all: number } {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const own = `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  const all = (headers["webhook-signature"] ?? "").split(" ");
  return { good: all.filter((one) => one === own).length, all: all.length };
}

describeInChromium("webhooks, events, schedules and MCP", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("an endpoint is added, fails, and receives its delivery again", async () => {
    const { page } = owner;
    receiver.answer((response) => {
      response.writeHead(503, { "content-type": "application/json", "x-reason": "full" });
      response.end(JSON.stringify({ error: HOSTILE }));
    });
    await open(page, "/webhooks");
    await page.getByRole("link", { name: "Add endpoint" }).first().click();
    await page.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await page.getByRole("textbox", { name: "Description" }).fill("Order service");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText("Signing secret").waitFor();
    await sendOrder(page);

    await open(page, "/webhooks");
    await page.getByRole("link", { name: /Order service/ }).click();
    await page.getByRole("link", { name: "Workflow Completed" }).first().click();
    await page.getByText("The endpoint responded with 503", { exact: true }).waitFor();
    await page.getByText("x-reason").waitFor();
    expect(await page.getByText(HOSTILE).count()).toBeGreaterThan(0);
    expect(await page.title()).not.toBe("run");
    await expectAccessible(page);

    receiver.answer((response) => response.end("{}"));
    const id = page.url().split("/").at(-1);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Delivered").first().waitFor();
    expect(receiver.receipts.map(({ headers }) => headers["webhook-id"])).toContain(id);
    expect(await page.getByRole("button", { name: /Attempt 2/ }).count()).toBe(1);
  });

  test("its secret is rotated: the previous one signs as well, or ends", async () => {
    const { page } = owner;
    await open(page, "/webhooks");
    await page.getByRole("link", { name: /Order service/ }).click();
    await page.getByRole("button", { name: "Show" }).click();
    const first = await page.getByText(/^whsec_[A-Za-z0-9+/=]{32}$/).innerText();
    const second = await rotate(page, "Stays valid for 24 hours");
    expect(second).not.toBe(first);
    const both = await sendTest(page);
    expect(signaturesBy(first, both)).toEqual({ good: 1, all: 2 });
    expect(signaturesBy(second, both)).toEqual({ good: 1, all: 2 });
    await page.goBack();
    const third = await rotate(page, "Ends at once");
    const alone = await sendTest(page);
    expect(signaturesBy(third, alone)).toEqual({ good: 1, all: 1 });
  });

  test("selected deliveries are sent again together", async () => {
    const { page } = owner;
    await open(page, "/webhooks/deliveries");
    await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
    const resend = page.getByRole("button", { name: /^Send \d+ deliveries again$/ });
    const count = Number.parseInt((await resend.innerText()).replace("Send ", ""), 10);
    expect(count).toBeGreaterThan(1);
    const before = receiver.receipts.length;
    await resend.click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Send ${count} deliveries again` })
      .click();
    await page.getByText(`${count} deliveries are sent again`).last().waitFor();
    await expect.poll(() => receiver.receipts.length).toBe(before + count);
  });

  test("a waiting step and a waiting call are decided", async () => {
    const { page } = owner;
    await publish(
      "Refund",
      [{ id: "refund", type: "approval", data: { title: `Refund ${HOSTILE}?`, fields: [FIELD] } }],
      "API Call",
    );
    const workflows = await dashboard.api("GET", `${PUBLIC}/workflow/all?name=Refund`);
    const path = `${PUBLIC}/workflow/${workflows.docs[0]._id}/execute`;
    const { execution_id: execution } = await dashboard.api("POST", path, {}, { account: ACCOUNT });
    await askForCall();
    await open(page, "/webhooks");
    // The navigation counts what waits, on every page.
    await page.getByRole("link", { name: "Approvals 2 pending" }).click();
    await page.getByRole("article").nth(1).waitFor();
    await expectAccessible(page);
    await expectFits(page);

    const call = page.getByRole("article", { name: /wants to call make/ });
    await call.getByRole("button", { name: "Approve" }).click();
    await call.waitFor({ state: "detached" });
    await expect.poll(() => things.requests.filter(({ method }) => method === "POST").length).toBe(1);

    const step = page.getByRole("article", { name: /^Refund/ });
    await step.getByLabel("Amount").fill("78");
    await step.getByRole("button", { name: "Approve" }).click();
    await page.getByText("No pending approvals").waitFor();
    await page.getByRole("link", { name: "Approvals", exact: true }).waitFor();
    await expect
      .poll(async () => (await dashboard.api("GET", `${PUBLIC}/execution/${execution}`)).status)
      .toBe("COMPLETED");
    const { nodes } = await dashboard.api("GET", `${PUBLIC}/execution/${execution}`);
    expect(JSON.stringify(nodes)).toContain('"amount":78');
  });

  test("a schedule is paused and resumed", async () => {
    const { page } = owner;
    const workflow = await publish("Nightly export", [CODE], "API Call");
    const times = { trigger_type: "cron", regex: "0 9 * * 1-5", tz: "America/New_York" };
    const headers = { workflow_id_alias: workflow };
    const url = "/api/v1/workflow/public/scheduled";
    await dashboard.api("POST", url, times, { account: ACCOUNT, headers });
    await open(page, "/schedules");
    const toggle = page.getByRole("switch", { name: "Run Nightly export for harbor-tools" });
    await page.getByText("America/New_York").waitFor();
    await page.locator("label", { has: toggle }).click();
    await expect.poll(() => toggle.isChecked()).toBe(false);
    await page.getByText("Nightly export is paused for harbor-tools").waitFor();
    await page.getByRole("link", { name: "Nightly export" }).click();
    await page.getByText("nothing runs until it is resumed").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("table", { name: "Next runs" }).waitFor();
    await expectAccessible(page);
  });
});

/** Sends the defined event by hand; its page then shows the execution. */
async function sendOrder(page: Page): Promise<void> {
  await open(page, `/events/send?event=Order+Placed&linked_account_id=${ACCOUNT}`);
  await page.getByRole("button", { name: "Send event" }).click();
  await page.getByRole("link", { name: "Bill an order" }).waitFor();
  await page.getByText("Completed", { exact: true }).waitFor();
}

/** Rotates the secret of the open endpoint; returns the new one. */
async function rotate(page: Page, old: string): Promise<string> {
  await page.getByRole("button", { name: "Rotate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: old }).check();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  const secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  return secret;
}

/** Sends a test delivery and watches it arrive. */
async function sendTest(page: Page): Promise<Receipt> {
  const before = receiver.receipts.length;
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.waitForURL(/\/webhooks\/deliveries\//);
  await page.getByText("Delivered").first().waitFor();
  return receiver.receipts[before] ?? expect.fail("It did not arrive.");
}

/** Calls a tool that requires approval, as an assistant does. */
async function askForCall(): Promise<void> {
  await dashboard.api("POST", `${PUBLIC}/application`, buildThingsDefinition("things", things.url));
  const key = `${PUBLIC}/linked-account/integration/save-key-credentials/things`;
  await dashboard.api("PUT", key, { key: "good" }, { account: ACCOUNT });
  const tool = { slug: "things", actions: [{ id: "make_thing", tool_name: "make" }] };
  const record = { name: "Shop", description: "Sells.", safe_mode: true, associated_apps: [tool] };
  const servers = `${PUBLIC}/mcp-servers`;
  const { _id } = await dashboard.api("POST", servers, record, { account: ACCOUNT });
  const { token } = await dashboard.api("POST", `${servers}/${_id}/token`, {}, { account: ACCOUNT });
  const client = new Client({ name: "helper", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const headers = { authorization: `Bearer ${token}` };
  const address = new URL(`${dashboard.url}/mcp/v1/${_id}`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  await client.callTool({ name: "make", arguments: { name: "lamp", board: 1, note: HOSTILE } });
  await client.close();
}
