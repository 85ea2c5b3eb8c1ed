import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { JOBS } from "../../src/api/app.ts";
import { startTestConnections, type TestConnections } from "../../src/apps/actions/test-connections.ts";
import type { Deps } from "../../src/deps.ts";
import { createLog } from "../../src/platform/log.ts";
import {
  claimFromWorker,
  createCodeNode,
  createHttpNode,
  readRunRow,
  startTestRun,
  waitForRunEnd,
} from "../../src/runs/start/test-run.ts";
import { publishTestWorkflow } from "../../src/schedules/test-workflow.ts";
import { startBackgroundWork } from "../../src/start/background.ts";
import { buildDeps } from "../../src/start/build-deps.ts";
import { startTestReceiver, type TestReceiver } from "../../src/webhooks/test-receiver.ts";
import { startOwnServer, startTestServer, type TestServer } from "../test-server.ts";
import { type Collector, startCollector } from "./collector.ts";

const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", id: "00f067aa0ba902b7" };
const traceparent = `00-${CALLER.traceId}-${CALLER.id}-01`;
const ON_POSTGRES = Boolean(inject("databaseUrl"));

let collector: Collector;
let connections: TestConnections;
let server: TestServer;
let receiver: TestReceiver;
let stopWorker: () => Promise<void>;
const lines: Record<string, unknown>[] = [];
const log = createLog("debug", { write: (line) => lines.push(JSON.parse(line)) });

beforeAll(async () => {
  collector = await startCollector({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-collector" });
  const traceUrl = "https://traces.example.com/{trace_id}";
  connections = await startTestConnections(() =>
    startOwnServer({ tracing: { ...collector.settings, serviceName: "serve" }, traceUrl }, { log }),
  );
  server = connections.server;
  receiver = await startTestReceiver();
  stopWorker = await startWorker(server);
});
afterAll(async () => {
  await stopWorker();
  await connections.close();
  await receiver.close();
  await collector.close();
});

/** A second server on the same database, which alone works; the embedded one has room for one only. */
async function startWorker({ deps }: TestServer): Promise<() => Promise<void>> {
  if (!ON_POSTGRES) {
    server.work();
    return async () => {};
  }
  const config = { ...deps.config, tracing: { ...collector.settings, serviceName: "work" } };
  const worker = await buildDeps(config, { queueNames: JOBS.map(({ name }) => name), works: true, log });
  const work = await startBackgroundWork(worker satisfies Deps);
  return async () => {
    await work.stop(5000);
    await worker.close();
  };
}

async function announceTo(url: string): Promise<void> {
  const body = { webhook_url: url, webhook_events: ["Workflow Completed"] };
  await server.request({ method: "POST", url: "/api/v2/public/webhook", key: server.testKey, body });
}

describe("an event that is sent within a trace", () => {
  test("is one trace with its execution in another process, its steps, calls and webhook", async () => {
    await announceTo(receiver.url);
    const { slug, accountId } = await connections.connect({ access_token: "t1", expires_in: 3600 });
    const nodes = [
      { id: "tell", type: "http", data: { url: `${receiver.url}?secret=in-query`, method: "POST" } },
      { id: "read", type: "action", action: `${slug}/read` },
    ];
    await publishTestWorkflow(server, { event: "Order placed", nodes });
    const sent = await server.request({
      method: "POST",
      url: "/api/v2/public/event/trigger",
      key: server.testKey,
      headers: { traceparent },
      body: { event: "Order placed", linked_account_id: accountId, payload: { order: 7 } },
    });
    expect(sent).toMatchObject({ status: 200, body: { executions: 1 } });

    const request = await collector.find("POST /api/v2/public/event/trigger");
    expect(request).toMatchObject({
      traceId: CALLER.traceId,
      parentId: CALLER.id,
      kind: "SPAN_KIND_SERVER",
      attributes: { "http.response.status_code": 200, "junctor.operation": "triggerEvent" },
      resource: { "service.name": "serve" },
    });
    const delivery = await collector.find("deliver Workflow Completed");
    const execution = await collector.find("execute Test workflow");
    expect(execution).toMatchObject({
      traceId: CALLER.traceId,
      parentId: request.id,
      kind: "SPAN_KIND_CONSUMER",
      links: [],
      hasFailed: false,
      attributes: { "junctor.execution.status": "COMPLETED", "junctor.execution.source": "Event" },
      resource: { "service.name": ON_POSTGRES ? "work" : "serve" },
    });
    expect(delivery).toMatchObject({
      traceId: CALLER.traceId,
      parentId: execution.id,
      attributes: {
        "junctor.delivery.status": "delivered",
        "http.response.status_code": 200,
        "server.address": "127.0.0.1",
      },
    });
    const [tell, read] = [await collector.find("step http"), await collector.find("step action")];
    expect([tell.parentId, read.parentId]).toEqual([execution.id, execution.id]);
    expect(read.attributes).toMatchObject({ "junctor.node.id": "read", "junctor.step.status": "Success" });
    const posted = await collector.find("POST", { "junctor.call.cause": "step" });
    expect(posted).toMatchObject({ parentId: tell.id, kind: "SPAN_KIND_CLIENT", traceId: CALLER.traceId });
    expect(await collector.find(`GET ${slug}`, { "junctor.call.cause": "step" })).toMatchObject({
      parentId: read.id,
      attributes: { "junctor.application": slug, "http.response.status_code": 200 },
    });
    expect(JSON.stringify(collector.spans)).not.toMatch(/in-query|"t1"/);

    // What belongs to the organization can continue the trace; the application gets nothing.
    expect(receiver.receipts.map(({ headers }) => headers.traceparent)).toEqual([
      `00-${CALLER.traceId}-${posted.id}-01`,
      `00-${CALLER.traceId}-${delivery.id}-01`,
    ]);
    expect(connections.provider.apiRequests.at(-1)).not.toHaveProperty("traceparent");

    const id = String(execution.attributes["junctor.execution.id"]);
    expect(await waitForRunEnd(server, id)).toMatchObject({
      trace_id: CALLER.traceId,
      trace_url: `https://traces.example.com/${CALLER.traceId}`,
    });
    const told = lines.filter(({ msg }) => msg === "run.finished" || msg === "webhook.delivered");
    expect(told.map(({ trace_id }) => trace_id)).toEqual([CALLER.traceId, CALLER.traceId]);
  });

  test("is sent as protobuf to the path of traces, with the operator's headers", () => {
    expect(collector.requests[0]).toMatchObject({
      path: "/v1/traces",
      "content-type": "application/x-protobuf",
      authorization: "Bearer of-collector",
    });
  });
});

test("a caller without a credential continues no trace: theirs is a link", async () => {
  await server.request({ url: "/openapi.json", headers: { traceparent } });
  const request = await collector.find("GET /openapi.json");
  expect(request).toMatchObject({ parentId: "", links: [CALLER] });
  expect(request.traceId).not.toBe(CALLER.traceId);
});

test("a malformed traceparent is ignored", async () => {
  const headers = { traceparent: `00-${"0".repeat(32)}-${CALLER.id}-01` };
  const reply = await server.request({ url: "/api/v2/public/webhook", key: server.testKey, headers });
  expect(reply.status).toBe(200);
  expect(await collector.find("GET /api/v2/public/webhook")).toMatchObject({ parentId: "", links: [] });
});

test("what no request starts begins a trace, and a wait goes on in the same with a link", async () => {
  const nodes = [{ id: "sleep", type: "delay", data: { for_ms: 400 } }, createCodeNode("end", "return 1")];
  const id = await startTestRun(server, { nodes });
  const run = await waitForRunEnd(server, id);
  const of = (part: number) =>
    collector.find("execute Test workflow", { "junctor.execution.id": id, "junctor.execution.part": part });
  const [before, after] = [await of(1), await of(2)];
  const start = await collector.find("start execution", {
    "junctor.workflow.id": run.associated_workflow._id,
  });
  expect(run.trace_id).toBe(start.traceId);
  expect([before, after]).toMatchObject([
    { traceId: start.traceId, parentId: start.id, links: [] },
    { traceId: start.traceId, parentId: start.id, links: [{ traceId: start.traceId, id: before.id }] },
  ]);
  expect(await collector.find("step ai_code_executor", { "junctor.node.id": "end" })).toMatchObject({
    parentId: after.id,
  });
});

test("who takes an execution over after a crash goes on in its trace, and its failure is told with it", async () => {
  let isTaken = false;
  receiver.answer((response) => {
    // The first is never answered.
    if (isTaken) response.writeHead(500).end();
  });
  const nodes = [createHttpNode("call", receiver.url, { maximum_attempts: 1 })];
  const id = await startTestRun(server, { nodes });
  await collector.find("start execution");
  await expect.poll(() => receiver.receipts.at(-1)?.method).toBe("GET");
  isTaken = true;
  await claimFromWorker(server, id);
  const { trace_id: traceId } = await waitForRunEnd(server, id);
  expect(
    await collector.find("execute Test workflow", {
      "junctor.execution.id": id,
      "junctor.execution.status": "ERRORED",
    }),
  ).toMatchObject({
    traceId,
    hasFailed: true,
    attributes: { "error.type": "HTTP_STATUS", "junctor.execution.part": 3 },
  });
  expect(await collector.find("GET", { "http.response.status_code": 500 })).toMatchObject({
    traceId,
    hasFailed: true,
    attributes: { "error.type": "500" },
  });
  expect(lines.find(({ msg, runId }) => msg === "run.failed" && runId === id)).toMatchObject({
    trace_id: traceId,
  });
});

test("a step that asks a model says which, and what it took, and nothing of what was said", async () => {
  const usage = { prompt_tokens: 12, completion_tokens: 34 };
  receiver.answer((response) =>
    response.end(JSON.stringify({ model: "large-2026", choices: ["secret"], usage })),
  );
  const url = receiver.url.replace("/hook", "/v1/chat/completions");
  const body = { model: "large", max_tokens: 99, messages: [{ role: "user", content: "secret" }] };
  const nodes = [createHttpNode("ask", url, { data: { method: "POST", body } })];
  await waitForRunEnd(server, await startTestRun(server, { nodes }));
  const span = await collector.find("chat large");
  expect(span.kind).toBe("SPAN_KIND_CLIENT");
  expect(span.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "127.0.0.1",
    "gen_ai.request.model": "large",
    "gen_ai.request.max_tokens": 99,
    "gen_ai.response.model": "large-2026",
    "gen_ai.usage.input_tokens": 12,
    "gen_ai.usage.output_tokens": 34,
  });
  expect(JSON.stringify(span)).not.toContain("secret");
});

test("a called workflow belongs to the step that calls it", async () => {
  await publishTestWorkflow(server, { alias: "called", code: "return 1" });
  const nodes = [{ id: "call", type: "sub_flow", data: { workflow: "called" } }];
  const id = await startTestRun(server, { nodes });
  const { trace_id: traceId } = await waitForRunEnd(server, id);
  const step = await collector.find("step sub_flow");
  const { body } = await server.request({
    url: `/api/v2/public/execution?parent_execution_id=${id}`,
    key: server.testKey,
  });
  const called = await collector.find("execute Test workflow", { "junctor.execution.id": body.docs[0]._id });
  expect(called).toMatchObject({ traceId, parentId: step.id });
});

test("without tracing nothing is stored, and nothing is told", async () => {
  const off = await startTestServer();
  off.work();
  try {
    const id = await startTestRun(off, { nodes: [createCodeNode("end", "return 1")] });
    expect(await waitForRunEnd(off, id)).toMatchObject({ status: "COMPLETED", trace_id: null });
    expect(await readRunRow(off, id)).toMatchObject({ traceparent: null });
    expect(off.deps.tracer).toBeUndefined();
  } finally {
    await off.close();
  }
});
