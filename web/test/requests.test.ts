import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildThingsDefinition } from "../../server/src/apps/catalog/test-things-api.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const PUBLIC = "/api/v2/public";
const KEY = "a-key-that-nobody-sees";

let dashboard: Dashboard;
/** A shop that takes orders only for what it sells, and repeats the key of its caller. */
let shop: Server;

beforeAll(async () => {
  shop = createServer((request, reply) => {
    request.resume();
    const isBad = request.method === "POST";
    const said = isBad
      ? { error: "sku 77 is not for sale", key: request.headers["x-app-key"] }
      : { things: [] };
    reply.writeHead(isBad ? 422 : 200, { "content-type": "application/json", "x-request-id": "shop-1" });
    reply.end(JSON.stringify(said));
  });
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
  const { port } = shop.address() as { port: number };
  dashboard = await startDashboard();
  const { api } = dashboard;
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: "acme", name: "Acme Ltd" });
  await api("POST", `${PUBLIC}/application`, buildThingsDefinition("things", `http://127.0.0.1:${port}`));
  const { token } = await api("POST", `${PUBLIC}/session-token`, { linked_account_id: "acme" });
  await api(
    "POST",
    "/api/v2/app/things/save",
    { key: KEY },
    { headers: { authorization: `Bearer ${token}` } },
  );
  const created = await api("POST", `${PUBLIC}/workflow`, {
    name: "Order to shop",
    slug: "things",
    nodes: [
      {
        id: "start",
        type: "start",
        name: "Order placed",
        triggers: [{ application: "Junctor", event: "API Call" }],
      },
      {
        id: "order",
        type: "action",
        name: "Send order",
        action: "make_thing",
        data: { name: "sku 77", board: 1 },
      },
    ],
    edges: [{ source: "start", target: "order" }],
  });
  await api("PUT", `${PUBLIC}/workflow/${created._id}/publish`, { published: true });
  await api("POST", `${PUBLIC}/workflow/${created._id}/execute`, {}, { account: "acme" });
  await eventually(async () => (await api("GET", `${PUBLIC}/execution?status=ERRORED`)).totalDocs === 1);
});
afterAll(async () => {
  await dashboard?.close();
  shop?.close();
});

describeInChromium("requests to third parties", (browser) => {
  let seen: Visit;
  let page: Page;
  beforeAll(async () => {
    seen = await signIn(browser(), dashboard);
    page = seen.page;
  });

  test("from a failed execution, what the third party answered is one click away", async () => {
    await page.goto(`${dashboard.url}/app/test/executions?status=ERRORED`);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks++;
    };
    await click(page.getByRole("link", { name: "Order to shop" }));
    const step = page.getByRole("region", { name: "Step", exact: true });
    const sent = step.getByRole("table", { name: "Requests" });
    await sent.getByText("422").waitFor();
    await expectAccessible(page);
    await click(sent.getByRole("link", { name: "POST /api/things" }));
    const response = page.getByRole("region", { name: "Response", exact: true });
    await response.getByText("sku 77 is not for sale").waitFor();
    expect(clicks).toBeLessThanOrEqual(2);
    await response.getByText("shop-1").waitFor();
    await page.getByText("The third party responded with 422").waitFor();
    await page.getByRole("region", { name: "Request", exact: true }).getByText("x-app-key").waitFor();
    expect(await page.content()).not.toContain(KEY);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Copy as cURL" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/api\/things'/);
    expect(copied).toContain("-H 'x-app-key: [redacted]'");
    // And back to the step.
    await page.getByRole("link", { name: /^….{8}, order$/ }).click();
    await sent.waitFor();
  });

  test("filters are in the URL, and a new request appears by itself", async () => {
    await page.goto(`${dashboard.url}/app/test`);
    await page.getByRole("navigation").getByRole("link", { name: "Requests" }).click();
    const row = (name: string) => page.getByRole("link", { name });
    await row("POST /api/things").waitFor();
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "2xx" }).click();
    await page.waitForURL(/status=2xx/);
    await page.getByText("Nothing matches these filters").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await row("POST /api/things").waitFor();
    await dashboard.api(
      "POST",
      "/api/v2/integration-schema/things/actions/list_things/execute",
      {},
      { account: "acme" },
    );
    await row("GET /api/things").waitFor();
    await expectAccessible(page);
    await expectFits(page);
  });

  test("a connection and an application lead to their own requests", async () => {
    await page.goto(`${dashboard.url}/app/test/customers/acme`);
    const connection = page.getByRole("region", { name: "Things" });
    await connection.getByRole("link", { name: "Requests" }).click();
    await page.waitForURL(/requests\?connection_id=[0-9a-f]{24}$/);
    await page.getByRole("link", { name: "POST /api/things" }).waitFor();
    await page.goto(`${dashboard.url}/app/test/applications/things?tab=calls`);
    await page.getByRole("link", { name: "Show single requests" }).click();
    await page.waitForURL(/requests\?slug=things$/);
    await page.getByRole("link", { name: "POST /api/things" }).waitFor();
    expect(seen.complaints).toEqual([]);
  });
});
