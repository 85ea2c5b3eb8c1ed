import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseEnvironment, spawnServer } from "../../test/spawn-server.ts";
import { eventually, startOwnServer, type TestServer } from "../../test/test-server.ts";
import { startTestConnections } from "../apps/actions/test-connections.ts";
import { buildToolCall, startTestApprovals } from "../mcp/approvals/test-asking.ts";
import { createCodeNode, startTestRun, waitForRunEnd } from "../runs/start/test-run.ts";
import { startTestShop, type TestShop } from "../triggers/test-shop.ts";
import { startTestReceiver } from "../webhooks/test-receiver.ts";
import { buildMetricsApp } from "./metrics-app.ts";

const TOKEN = "token-of-prometheus";
const authorization = `Bearer ${TOKEN}`;

const startMeasured: typeof startOwnServer = (changes, options) =>
  startOwnServer({ ...changes, metricsToken: TOKEN }, options);

/** The value of one series as a reader of the metrics finds it; 0 if there is none yet. */
async function read(server: TestServer, series: string): Promise<number> {
  const { status, text } = await server.request({ url: "/metrics", headers: { authorization } });
  expect(status).toBe(200);
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

/** Resolves once a series has this value, which others may delay by a moment. */
function expectSeries(server: TestServer, series: string, value: number): Promise<void> {
  return expect.poll(() => read(server, series)).toBe(value);
}

describe("what a server has done", () => {
  let shop: TestShop;
  let server: TestServer;
  beforeAll(async () => {
    shop = await startTestShop(startMeasured);
    server = shop.server;
  });
  afterAll(() => shop.close());

  test("shows what waits, and for how long, before anybody works on it", async () => {
    await startTestRun(server, { nodes: [createCodeNode("answer", "return 42")] });
    expect(await read(server, 'junctor_queue_ready{queue="executions"}')).toBe(1);
    expect(await read(server, 'junctor_queue_ready{queue="deliveries"}')).toBe(0);
    expect(await read(server, 'junctor_queue_oldest_seconds{queue="executions"}')).toBeGreaterThan(0);
    server.work();
    await expectSeries(
      server,
      'junctor_executions_ended_total{environment="test",state="COMPLETED",source="API Call"}',
      1,
    );
    expect(await read(server, 'junctor_execution_start_seconds_count{environment="test"}')).toBe(1);
    expect(
      await read(server, 'junctor_execution_duration_seconds_count{environment="test",state="COMPLETED"}'),
    ).toBe(1);
    expect(
      await read(server, 'junctor_step_duration_seconds_count{type="ai_code_executor",state="Success"}'),
    ).toBe(1);
  });

  test("counts failed executions by their state, and tries of steps", async () => {
    const nodes = [{ ...createCodeNode("fail", "throw new Error('no')"), maximum_attempts: 1 }];
    await waitForRunEnd(server, await startTestRun(server, { nodes }));
    await expectSeries(
      server,
      'junctor_executions_ended_total{environment="test",state="ERRORED",source="API Call"}',
      1,
    );
    expect(
      await read(server, 'junctor_step_duration_seconds_count{type="ai_code_executor",state="Errored"}'),
    ).toBe(1);
  });

  test("counts polls and requests by application and outcome", async () => {
    await shop.watch("a");
    await shop.pass();
    expect(await read(server, 'junctor_polls_total{application="shop",outcome="done"}')).toBeGreaterThan(0);
    const answered = 'junctor_third_party_request_seconds_count{application="shop",outcome="answered"}';
    expect(await read(server, answered)).toBeGreaterThan(0);
  });

  test("counts deliveries, and attempts that failed", async () => {
    const receiver = await startTestReceiver();
    const statuses = [500, 200];
    receiver.answer((response) => response.writeHead(statuses.shift() ?? 200).end());
    const body = { webhook_url: receiver.url, webhook_events: ["Workflow Completed"] };
    const { testKey: key } = server;
    const webhook = await server.request({ method: "POST", url: "/api/v2/public/webhook", key, body });
    await waitForRunEnd(server, await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] }));
    const attempts = (outcome: string) =>
      `junctor_delivery_attempt_seconds_count{environment="test",outcome="${outcome}"}`;
    await expectSeries(server, attempts("failed"), 1);
    const url = `/api/v2/public/webhook/${webhook.body._id}/deliveries`;
    const [{ _id: id }] = (await server.request({ url, key })).body.docs;
    await server.request({ method: "POST", url: `${url}/${id}/redeliver`, key });
    await expectSeries(server, 'junctor_deliveries_ended_total{environment="test",state="delivered"}', 1);
    expect(await read(server, attempts("answered"))).toBe(1);
    await receiver.close();
  });

  test("times requests by group and status, whatever the address", async () => {
    await server.request({ url: "/nowhere/at-all" });
    await server.request({ url: "/api/v2/public/linked-account/nobody", key: server.testKey });
    expect(
      await read(server, 'junctor_http_request_seconds_count{group="unknown",method="GET",status="4xx"}'),
    ).toBe(1);
    const accounts = 'group="Linked accounts",method="GET",status="4xx"';
    expect(await read(server, `junctor_http_request_seconds_count{${accounts}}`)).toBe(1);
  });
});

test("renewed tokens and expired connections are counted by application", async () => {
  const connections = await startTestConnections(startMeasured);
  const { server, provider, clock } = connections;
  const connected = await connections.connect({ access_token: "t1", refresh_token: "r1", expires_in: 3600 });
  const of = `application="${connected.slug}"`;
  clock.nowMs += 3600_000;
  provider.script.splice(0, 9, { body: { access_token: "t2", refresh_token: "r2", expires_in: 3600 } });
  provider.accepted.add("t2");
  await connections.read(connected);
  expect(await read(server, `junctor_token_renewals_total{${of},outcome="renewed"}`)).toBe(1);
  clock.nowMs += 3600_000;
  provider.script.splice(0, 9, { status: 400, body: { error: "invalid_grant" } });
  await expect(connections.read(connected)).rejects.toThrow();
  expect(await read(server, `junctor_token_renewals_total{${of},outcome="refused"}`)).toBe(1);
  expect(await read(server, `junctor_connections_expired_total{environment="test",${of}}`)).toBe(1);
  await connections.close();
});

test("calls of MCP tools are counted by how they ended", async () => {
  const { server, token, close } = await startTestApprovals({ metricsToken: TOKEN });
  const actions = [{ id: "make_thing", tool_name: "make", policy: "allow" }];
  const open = await server.record({ associated_apps: [{ slug: "things", actions }] });
  const client = await server.connect(open, token);
  await client.callTool(buildToolCall());
  await client.callTool({ name: "make", arguments: { unknown: true } }).catch(() => undefined);
  const calls = (outcome: string) => `junctor_mcp_tool_calls_total{environment="test",outcome="${outcome}"}`;
  await expectSeries(server, calls("COMPLETED"), 1);
  await expectSeries(server, calls("REFUSED"), 1);
  await close();
});

describe("who may read the metrics", () => {
  test("nobody at the port of the API, unless there is a token, and then whoever has it", async () => {
    const [closed, open] = [await startOwnServer(), await startOwnServer({ metricsToken: TOKEN })];
    expect((await closed.request({ url: "/metrics" })).status).toBe(404);
    for (const wrong of [undefined, "Bearer ", `Bearer ${TOKEN}x`, TOKEN, `Bearer ${open.productionKey}`]) {
      const headers = wrong === undefined ? undefined : { authorization: wrong };
      expect((await open.request({ url: "/metrics", headers })).status).toBe(401);
    }
    const allowed = await open.request({ url: "/metrics", headers: { authorization } });
    expect(allowed.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    await closed.close();
    await open.close();
  });

  test("everybody who reaches the port of metrics, unless there is a token", async () => {
    const open = await startOwnServer({ metricsPort: 0 });
    const app = buildMetricsApp(open.deps);
    expect((await app.inject("/metrics")).statusCode).toBe(200);
    expect((await app.inject("/health/live")).json()).toEqual({ status: "ok" });
    expect((await app.inject("/health/ready")).json()).toEqual({ status: "ok" });
    expect((await app.inject("/api/v2/public/workflows")).statusCode).toBe(404);
    expect((await open.request({ url: "/metrics" })).status).toBe(404);
    const closed = buildMetricsApp({
      ...open.deps,
      config: { ...open.deps.config, metricsToken: TOKEN },
    });
    expect((await closed.inject("/metrics")).statusCode).toBe(401);
    expect((await closed.inject({ url: "/metrics", headers: { authorization } })).statusCode).toBe(200);
    expect((await closed.inject("/health/ready")).statusCode).toBe(200);
    await open.close();
  });
});

if (inject("databaseUrl")) {
  test("a worker answers on its port of metrics, and says whether it is ready", async () => {
    const server = await startOwnServer();
    const environment = databaseEnvironment(server.deps.config);
    const worker = await spawnServer("work", { ...environment, JUNCTOR_METRICS_PORT: "0" });
    const [, url] = /metrics at (http:\S+)\/metrics/.exec(worker.stdout()) ?? [];
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await eventually(async () => /^junctor_workers 1$/m.test(await (await fetch(`${url}/metrics`)).text()));
    expect(await worker.stop()).toBe(0);
    await server.close();
  });
}
