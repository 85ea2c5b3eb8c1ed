import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, signIn, startDashboard, type Visit } from "./dashboard.ts";

let dashboard: Dashboard;
let workflow: string;
/** A third party that answers when it is told to. */
const asked = new Map<string, ServerResponse>();
const third = createServer((request, reply) => asked.set(request.url ?? "", reply));
beforeAll(async () => {
  third.listen(0, "127.0.0.1");
  await once(third, "listening");
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
afterAll(async () => {
  await dashboard?.close();
  third.closeAllConnections();
  third.close();
});

/** Starts an execution with two requests and an approval; returns its id. */
async function startSteps(): Promise<string> {
  const { port } = third.address() as AddressInfo;
  const triggers = [{ application: "Junctor", event: "API Call" }];
  const ask = (id: string) => ({
    id,
    name: id,
    type: "http",
    data: { method: "GET", url: `http://127.0.0.1:${port}/${id}` },
  });
  const { _id: id } = await dashboard.api("POST", "/api/v2/public/workflow", {
    name: "Steps",
    nodes: [
      { id: "start", type: "start", triggers },
      ...[ask("first"), ask("second")],
      { id: "agree", name: "agree", type: "approval", data: { title: "Go on?" } },
    ],
    edges: [
      { source: "start", target: "first" },
      { source: "first", target: "second" },
      { source: "second", target: "agree" },
    ],
  });
  await dashboard.api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  const path = `/api/v2/public/workflow/${id}/execute`;
  return (await dashboard.api("POST", path, {}, { account: "acme" })).execution_id;
}

/** Makes the third party answer once it has been called. */
async function answer(path: string): Promise<void> {
  await expect.poll(() => asked.has(path), { timeout: 30_000 }).toBe(true);
  asked.get(path)?.writeHead(200, { "content-type": "application/json" }).end("{}");
}

const run = () =>
  dashboard.api("POST", `/api/v2/public/workflow/${workflow}/execute`, {}, { account: "acme" });

describeInChromium("live updates", (browser) => {
  let seen: Visit;
  const opened: Request[] = [];
  const ended: Request[] = [];

  test("one stream serves all pages of a window, and changes show without a request", async () => {
    seen = await signIn(browser(), dashboard);
    const { page } = seen;
    // The sign-in leads to the other environment, whose stream ends when the test leaves it.
    const isStream = (request: Request) =>
      request.url().includes("/changes") && request.headers()["x-junctor-environment"] === "test";
    page.on("request", (request) => isStream(request) && opened.push(request));
    page.on("requestfailed", (request) => isStream(request) && ended.push(request));
    // On an empty page, because the clock is at 1970 for a moment and the overview would query that time.
    await page.goto("about:blank");
    await page.clock.install();
    await page.goto(`${dashboard.url}/app/test`);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Executions", exact: true }).click();
    await page.getByText("No executions yet").waitFor();
    await page.getByRole("link", { name: "Customers", exact: true }).click();
    await page.getByRole("link", { name: "Acme Ltd" }).click();
    await page.getByRole("tab", { name: "Executions" }).click();
    await expect.poll(() => opened.length).toBe(1);
    await run();
    await page.getByRole("link", { name: "Live" }).waitFor();
    expect(opened).toHaveLength(1);
    expect(ended).toEqual([]);
  });

  test("the stream ends while nobody looks for long, and restarts when somebody does", async () => {
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

  test("changes inside an open execution show, although the page sends no request", async () => {
    const { page, complaints } = seen;
    const id = await startSteps();
    await expect.poll(() => asked.has("/first"), { timeout: 30_000 }).toBe(true);
    let reads = 0;
    page.on("request", (request) => {
      if (request.url().includes(`/execution/${id}`)) reads++;
    });
    await page.goto(`${dashboard.url}/app/test/executions/${id}?step=first`);
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    // One stream replaces the other; the second one watches the execution.
    await expect.poll(() => opened.at(-1)?.url()).toContain(`watch=${id}`);
    // Changes from its start are fetched soon; with polling, the number of reads would keep growing.
    await expect
      .poll(async () => {
        const before = reads;
        await page.clock.fastForward(20_000);
        await page.evaluate("fetch('/app/').then(({ status }) => status)");
        return reads - before;
      })
      .toBe(0);
    await answer("/first");
    await page.getByRole("region", { name: "Step", exact: true }).getByText("Done").waitFor();
    await page.getByText("Running", { exact: true }).waitFor();
    await answer("/second");
    await page.getByRole("region", { name: "What it is waiting for" }).waitFor();
    const node = `/api/v2/public/execution/${id}/nodes/agree/approval`;
    await dashboard.api("PUT", node, { approved: true });
    await page.getByText("Completed", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("an approval is listed when it is requested, and removed when it is decided elsewhere", async () => {
    const { page, complaints } = seen;
    asked.clear();
    await page.goto(`${dashboard.url}/app/test/approvals`);
    await page.getByText("No pending approvals").waitFor();
    const id = await startSteps();
    await answer("/first");
    await answer("/second");
    await page.getByRole("article", { name: /^Go on/ }).waitFor();
    const node = `/api/v2/public/execution/${id}/nodes/agree/approval`;
    await dashboard.api("PUT", node, { approved: false });
    await page.getByText("No pending approvals").waitFor();
    expect(complaints).toEqual([]);
  });
});
