import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
} from "../../src/apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "../../src/mcp/test-mcp-server.ts";
import { eventually } from "../test-server.ts";
import { seriousFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";

let server: McpTestServer;
let api: ThingsApi;
let token: string;
let record: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  server.work();
  token = await server.account("acme");
  const { testKey: key } = server;
  const definition = buildThingsDefinition("things", api.url);
  await server.request({ method: "POST", url: "/api/v2/public/application", key, body: definition });
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
  record = await server.record({
    name: "Shop assistant",
    safe_mode: true,
    associated_apps: [{ slug: "things", actions: [{ id: "make_thing", tool_name: "make" }] }],
  });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

/** The address where a call is decided that an agent has just requested. */
async function ask(more: object = {}): Promise<string> {
  const client = await server.connect(record, token, { capabilities: { elicitation: { url: {} } } });
  const call = { name: "make", arguments: { name: "Bench vice", board: 7, ...more } };
  const asked = await client.callTool(call, { allowInputRequired: true });
  const { inputRequests } = asked as unknown as { inputRequests: { approval: { params: { url: string } } } };
  return server.baseUrl + new URL(inputRequests.approval.params.url).pathname;
}

describeInChromium("the page of an agent's call", (browser) => {
  const note = `Order 10442 arrived late.\nThe customer asks for one more.${" ".repeat(3)}<b>Now</b>`;

  test("shows the request and approves it, without scripts, on a small screen", async () => {
    const url = await ask({ note, parts: [{ part: {} }] });
    const context = await browser().newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    const violations: string[] = [];
    page.on("console", (message) => violations.push(message.text()));
    await page.goto(url);
    expect(await page.getByRole("heading", { name: "Make a thing" }).count()).toBe(1);
    expect(await page.getByRole("definition").allTextContents()).toEqual([
      "Bench vice",
      "7",
      note,
      JSON.stringify([{ part: {} }], undefined, 2),
    ]);
    expect(await page.getByText("“test-agent” wants to do this").count()).toBe(1);
    await page.getByRole("button", { name: "Approve" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Thank you");
    const made = await eventually(async () => api.requests.find(({ method }) => method === "POST"));
    expect(JSON.parse(made.body)).toMatchObject({ name: "Bench vice", board: 7, note });
    await page.goBack();
    await page.reload();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(violations).toEqual([]);
    await context.close();
  });

  test("is not wider than a small screen and is accessible, in light and dark", async () => {
    const url = await ask({ name: "W".repeat(900), note });
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser().newContext({ viewport: { width: 320, height: 640 }, colorScheme });
      const page = await context.newPage();
      await page.goto(url);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      expect(await seriousFindings(page)).toEqual(new Map());
      await context.close();
    }
  });
});
